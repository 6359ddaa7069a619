import Indexing
import Notes
import QueryLanguage
import RegularExpressions
import SearchIndex
import SourceText
import System
import VaultFiles

/// Makes some tests on one note after another; one for each thread.
struct ContentMatcher: Sendable {
    /// What could not be read, and why.
    struct Fault: Sendable {
        var path: VaultPath
        var reason: String
    }

    private let tests: [ContentPredicate]
    private let needsNote: Bool
    private var testers: [PartTester]
    /// Each test's own, for those notes that are read as a whole.
    private var matchers: [Matcher?]

    init(_ tests: [ContentPredicate]) {
        self.tests = tests
        testers = tests.map { PartTester($0) }
        matchers = tests.map { _ in nil }
        needsNote = tests.contains {
            switch $0 {
            case .whole: true
            case .matches(let part, _): part != .body
            default: false
            }
        }
    }

    /// Which tests the note passes; none where it is gone.
    ///
    /// The parts that a test looks at are title, aliases, file's name, front matter's keywords and body (`NoteText`).
    /// Where the file's fingerprint is still that of the index, title, aliases and keywords are those of the index: the
    /// title comes with the candidate, and a candidate with an alias or a keyword that passes any of the tests comes
    /// again as a suspect. The name is in the path, and where the body begins is told by the lines that enclose the
    /// front matter. So only suspects, and notes that changed since, have to be parsed.
    mutating func passes(
        _ candidate: NoteCandidate, in source: any NoteSource, rules: NoteRules
    ) throws(Failure) -> [Bool] {
        let content: [UInt8]
        do {
            let (bytes, fingerprint) = try source.read(candidate.path)
            if !needsNote, !candidate.isSuspect, candidate.fingerprint == fingerprint {
                return passes(bytes, candidate)
            }
            content = bytes
        } catch {
            // Deleted since the index was brought up to date: it is no longer there to be found.
            if error.isMissing { return tests.map { _ in false } }
            throw Failure(fault: Fault(path: candidate.path, reason: error.reason))
        }
        let text = NoteText(content, path: candidate.path, rules: rules)
        return tests.indices.map { text.passes(tests[$0], &matchers[$0]) }
    }

    struct Failure: Error { var fault: Fault }

    private mutating func passes(_ bytes: [UInt8], _ candidate: NoteCandidate) -> [Bool] {
        let body = FrontMatter.bodyStart(of: bytes)..<bytes.count
        let stem = Array(candidate.path.stem.text.utf8)
        return testers.indices.map { index in
            if testers[index].passes(bytes, body) { return true }
            if tests[index].isOfBody { return false }
            return testers[index].passes(candidate.title, candidate.title.indices)
                || testers[index].passes(stem, stem.indices)
        }
    }
}
