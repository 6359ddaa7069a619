import Dispatch
package import SearchIndex
import SourceText
import Synchronization
import VaultFiles

extension VaultSession: TextTester {
    /// What the threads of one reading share.
    private struct Reading: Sendable {
        var passing: [Set<Int64>]
        var faults: [VaultPath: String] = [:]
        /// Those that no thread is using.
        var testers: [NoteTester] = []
    }

    /// Tests notes on all cores while they are listed. Memory does not grow with the vault but by the numbers of the
    /// notes that pass: listing waits where reading falls behind.
    ///
    /// Each note that cannot be read is said once.
    package func passing(
        _ tests: [NoteTest], _ list: (_ each: ([NoteCandidate]) throws -> Void) throws -> Void
    ) throws -> [Set<Int64>] {
        let shared = Shared(Reading(passing: tests.map { _ in [] }))
        let vault = vault
        @Sendable func test(_ candidates: [NoteCandidate]) {
            let (idle, open) = shared.value.withLock { reading in
                // A suspect that passes everything already need not be read again.
                let open = candidates.filter { note in
                    !note.isSuspect || reading.passing.contains { !$0.contains(note.id) }
                }
                return (reading.testers.popLast(), open)
            }
            var tester = idle ?? NoteTester(tests)
            var passing: [[Int64]] = tests.map { _ in [] }
            var faults: [NoteTester.Fault] = []
            for candidate in open {
                do {
                    for (index, passes) in try tester.passes(candidate, in: vault).enumerated() where passes {
                        passing[index].append(candidate.id)
                    }
                } catch {
                    faults.append(error.fault)
                }
            }
            shared.value.withLock { reading in
                for (index, ids) in passing.enumerated() { reading.passing[index].formUnion(ids) }
                for fault in faults { reading.faults[fault.path] = fault.reason }
                reading.testers.append(tester)
            }
        }
        let queue = DispatchQueue.global(qos: .userInitiated)
        let group = DispatchGroup()
        let slots = DispatchSemaphore(value: 64)
        do {
            defer { group.wait() }
            try list { candidates in
                // What is short is the last, or all: sooner done than handed on.
                if candidates.count < 32 { return test(candidates) }
                slots.wait()
                queue.async(group: group) {
                    test(candidates)
                    slots.signal()
                }
            }
        }
        let reading = shared.value.withLock { $0 }
        for (path, reason) in reading.faults.sorted(by: { $0.key < $1.key }) {
            messages.warn("cannot read '\(path.text)': \(reason)")
        }
        return reading.passing
    }

    private final class Shared: Sendable {
        let value: Mutex<Reading>
        init(_ reading: Reading) { value = Mutex(reading) }
    }
}
