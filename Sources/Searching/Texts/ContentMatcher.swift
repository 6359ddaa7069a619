import Indexing
import Notes
import QueryLanguage
import RegularExpressions
import SearchIndex
import SourceText
import System
import VaultFiles

/// A set of tests that run on one note at a time. Each thread has its own instance.
struct ContentMatcher: Sendable {
    /// A note that could not be read, and the reason.
    struct Fault: Sendable {
        var path: VaultPath
        var reason: String
    }

    private let tests: [ContentPredicate]
    private let needsNote: Bool
    private var testers: [PartTester]
    /// One matcher per test, for the notes that are parsed.
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

    /// Returns for each test whether the note passes it. All are false if the file is gone. Throws if it cannot be
    /// read.
    ///
    /// The tests cover title, aliases, file name, front matter keywords and body (`NoteText`). If the file's
    /// fingerprint is that of the index, its title, aliases and keywords are those of the index. The candidate contains
    /// the title. A note with an alias or a keyword that passes a test is listed again as a suspect. The path contains
    /// the file name, and the `---` lines show where the body begins. Only suspects and changed notes must be parsed.
    ///
    /// - Parameter openNotes: the documents that replace their files.
    mutating func passes(
        _ candidate: NoteCandidate, in source: any NoteSource, openNotes: OpenNotes, rules: NoteRules
    ) throws(Failure) -> [Bool] {
        let content: [UInt8]
        do {
            let (bytes, fingerprint): ([UInt8], Fingerprint)
            if let open = openNotes[candidate.path] {
                // The index has no fingerprint of an open document with unsaved text.
                (bytes, fingerprint) = (open.bytes, .unknown)
            } else {
                (bytes, fingerprint) = try source.read(candidate.path)
            }
            if !needsNote, !candidate.isSuspect, candidate.fingerprint == fingerprint {
                return passes(bytes, candidate)
            }
            content = bytes
        } catch {
            // A note that was deleted since the last update is no longer a result.
            if error.isMissing { return tests.map { _ in false } }
            throw Failure(fault: Fault(path: candidate.path, reason: error.reason))
        }
        let text = NoteText(content, path: candidate.path, rules: rules)
        return tests.indices.map { text.passes(tests[$0], &matchers[$0]) }
    }

    struct Failure: Error { var fault: Fault }

    private mutating func passes(_ bytes: [UInt8], _ candidate: NoteCandidate) -> [Bool] {
        let body = FrontMatter.searchStart(of: bytes)..<bytes.count
        let stem = Array(candidate.path.stem.text.utf8)
        // Generated text of live blocks does not count.
        let bytes = candidate.hasLiveBlocks ? LiveBlock.blanked(bytes) : bytes
        return testers.indices.map { index in
            if testers[index].passes(bytes, body) { return true }
            if tests[index].isOfBody { return false }
            return testers[index].passes(candidate.title, candidate.title.indices)
                || testers[index].passes(stem, stem.indices)
        }
    }
}
