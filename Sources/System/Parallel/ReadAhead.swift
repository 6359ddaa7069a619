import Dispatch
import Synchronization

/// Numbered things read and worked out ahead of the one thread that takes them in their order: on the other cores, and
/// on the taker's own while it would have to wait.
///
/// More threads read than there are cores, since files that are not in memory yet are waited for; but no more work than
/// cores are left. Memory: a few batches, whatever the number of things.
package final class ReadAhead<Source: Sendable, Outcome: Sendable>: Sendable {
    private struct State {
        /// The first batch that nobody has taken.
        var next = 0
        /// The batch that is waited for; no one reads too far ahead of it.
        var wanted = 0
        var done: [Int: [Outcome]] = [:]
        var isOver = false
    }

    /// What whoever takes a batch does next.
    private enum Step { case have([Outcome]), read(Int), wait }

    private let count: Int
    private let read: @Sendable (Int) -> Source
    private let work: @Sendable (Source) -> Outcome
    private let state = Mutex(State())
    /// Signalled when a batch was read, and when there is room for another.
    private let ready = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)
    /// Had by whoever works.
    private let cores = DispatchSemaphore(value: max(1, ThisProcess.processors - 1))

    private let batch = 32
    private let ahead = 24
    private let readers = 6
    private var batches: Int { (count + batch - 1) / batch }

    /// - Parameter count: how many things there are, numbered from 0.
    /// - Parameter read: what may have to wait for the disk.
    /// - Parameter work: what needs a core.
    package init(
        _ count: Int, read: @escaping @Sendable (Int) -> Source, work: @escaping @Sendable (Source) -> Outcome
    ) {
        self.count = count
        self.read = read
        self.work = work
    }

    /// Calls `body` with each thing's number and what became of it, in order. Where that throws, no more is read.
    package func forEach(_ body: (Int, Outcome) throws -> Void) rethrows {
        let helpers = batches > 1 ? min(batches, readers) : 0
        // A queue each, for the shared ones run no more threads than there are cores.
        for number in 0..<helpers { DispatchQueue(label: "reader \(number)").async { self.readAhead() } }
        defer {
            state.withLock { $0.isOver = true }
            for _ in 0..<helpers { room.signal() }
        }
        for number in 0..<batches {
            let start = number * batch
            for (offset, outcome) in take(number, helpers).enumerated() { try body(start + offset, outcome) }
        }
    }

    /// The outcomes of a batch: read by a helper, else by the caller itself, who reads later ones while it waits.
    private func take(_ number: Int, _ helpers: Int) -> [Outcome] {
        state.withLock { $0.wanted = number }
        for _ in 0..<helpers { room.signal() }
        while true {
            let step = state.withLock { state -> Step in
                if let done = state.done.removeValue(forKey: number) { return .have(done) }
                if let own = claim(&state) { return .read(own) }
                return .wait
            }
            switch step {
            case .have(let outcomes): return outcomes
            case .read(let own):
                let outcomes = sources(own).map { work($0) }
                if own == number { return outcomes }
                state.withLock { $0.done[own] = outcomes }
            case .wait: ready.wait()
            }
        }
    }

    private func readAhead() {
        while true {
            let own = state.withLock { state in state.isOver ? nil : claim(&state) }
            if let own {
                let sources = sources(own)
                cores.wait()
                let outcomes = sources.map { work($0) }
                cores.signal()
                state.withLock { $0.done[own] = outcomes }
                ready.signal()
            } else {
                if state.withLock({ $0.isOver || $0.next >= batches }) { return }
                room.wait()
            }
        }
    }

    private func claim(_ state: inout State) -> Int? {
        guard state.next < batches, state.next < state.wanted + ahead else { return nil }
        state.next += 1
        return state.next - 1
    }

    private func sources(_ number: Int) -> [Source] { ((number * batch)..<min(count, (number + 1) * batch)).map(read) }
}
