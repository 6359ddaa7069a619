import Indexing
import Notes
import SearchIndex
import SourceText
import Synchronization
import System
import VaultFiles

/// Tests the texts of notes, which opens their files.
final class FileScanner: ContentScanner {
    private let rules: NoteRules
    private let messages: any MessageSink
    /// Where the texts come from.
    private let source: any NoteSource
    /// The documents that replace their files, in a read as if they were saved.
    var openNotes = OpenNotes()

    init(_ source: any NoteSource, rules: NoteRules, messages: any MessageSink) {
        self.source = source
        self.rules = rules
        self.messages = messages
    }

    /// The state that the threads of one scan share.
    private struct Scan: Sendable {
        var passing: [Set<RowID>]
        var faults: [VaultPath: String] = [:]
        /// The matchers that no thread is using.
        var testers: [ContentMatcher] = []
    }

    /// Returns for each test the notes that pass it. Tests notes on all cores while they are listed. Memory grows with
    /// the number of notes that pass rather than with the vault: listing waits if reading falls behind.
    ///
    /// Warns once about each note that cannot be read.
    ///
    /// - Parameter list: calls its argument with the candidates, in batches.
    func passing(
        _ tests: [ContentPredicate], _ list: (_ each: ([NoteCandidate]) throws -> Void) throws -> Void
    ) throws -> [Set<RowID>] {
        let shared = SharedScan(Scan(passing: tests.map { _ in [] }))
        let (source, rules, openNotes) = (source, rules, openNotes)
        @Sendable func test(_ candidates: [NoteCandidate]) {
            let (idle, open) = shared.value.withLock { scan in
                // A suspect that already passes every test need not be read again.
                let open = candidates.filter { note in
                    !note.isSuspect || scan.passing.contains { !$0.contains(note.id) }
                }
                return (scan.testers.popLast(), open)
            }
            var tester = idle ?? ContentMatcher(tests)
            var passing: [[RowID]] = tests.map { _ in [] }
            var faults: [ContentMatcher.Fault] = []
            for candidate in open {
                do {
                    for (index, passes) in try tester.passes(candidate, in: source, openNotes: openNotes, rules: rules)
                        .enumerated() where passes
                    {
                        passing[index].append(candidate.id)
                    }
                } catch {
                    faults.append(error.fault)
                }
            }
            shared.value.withLock { scan in
                for (index, ids) in passing.enumerated() { scan.passing[index].formUnion(ids) }
                for fault in faults { scan.faults[fault.path] = fault.reason }
                scan.testers.append(tester)
            }
        }
        try Parallel.work(mostWaiting: 64, test) { handOn in
            // A short batch is the last or the only one: testing it here is faster than passing it to another thread.
            try list { candidates in candidates.count < 32 ? test(candidates) : handOn(candidates) }
        }
        let scan = shared.value.withLock { $0 }
        for (path, reason) in scan.faults.sorted(by: { $0.key < $1.key }) {
            messages.warn("cannot read '\(path.text)': \(reason)")
        }
        return scan.passing
    }

    private final class SharedScan: Sendable {
        let value: Mutex<Scan>
        init(_ scan: Scan) { value = Mutex(scan) }
    }
}
