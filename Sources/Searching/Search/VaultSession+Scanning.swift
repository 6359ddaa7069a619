import Indexing
package import SearchIndex
import SourceText
import Synchronization
import System
import VaultFiles

extension VaultSession: ContentScanner {
    /// What the threads of one reading share.
    private struct Scan: Sendable {
        var passing: [Set<RowID>]
        var faults: [VaultPath: String] = [:]
        /// Those that no thread is using.
        var testers: [ContentMatcher] = []
    }

    /// Tests notes on all cores while they are listed. Memory does not grow with the vault but by the numbers of the
    /// notes that pass: listing waits where reading falls behind.
    ///
    /// Each note that cannot be read is said once.
    package func passing(
        _ tests: [ContentPredicate], _ list: (_ each: ([NoteCandidate]) throws -> Void) throws -> Void
    ) throws -> [Set<RowID>] {
        let shared = Shared(Scan(passing: tests.map { _ in [] }))
        let (source, rules) = (keeper.source, rules)
        @Sendable func test(_ candidates: [NoteCandidate]) {
            let (idle, open) = shared.value.withLock { scan in
                // A suspect that passes everything already need not be read again.
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
                    for (index, passes) in try tester.passes(candidate, in: source, rules: rules).enumerated()
                    where passes {
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
            // What is short is the last, or all: sooner done than handed on.
            try list { candidates in candidates.count < 32 ? test(candidates) : handOn(candidates) }
        }
        let scan = shared.value.withLock { $0 }
        for (path, reason) in scan.faults.sorted(by: { $0.key < $1.key }) {
            messages.warn("cannot read '\(path.text)': \(reason)")
        }
        return scan.passing
    }

    private final class Shared: Sendable {
        let value: Mutex<Scan>
        init(_ scan: Scan) { value = Mutex(scan) }
    }
}
