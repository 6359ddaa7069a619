import Dispatch
import Synchronization

/// Numbered items that are read and processed ahead of the one thread that consumes them in order. The work runs on the
/// other cores, and on the consumer's thread while it would otherwise wait.
///
/// More threads read than there are cores, because uncached files make them wait for the disk. The processing is
/// limited to the available cores. Memory: at most about 25 batches of 32 items.
package final class ReadAhead<Source: Sendable, Outcome: Sendable>: Sendable {
    /// The state that the readers and the consumer share: which batches are claimed and finished.
    private struct State {
        /// The first unclaimed batch.
        var next = 0
        /// The batch that the consumer needs. It limits how far ahead the readers may get.
        var wanted = 0
        var done: [Int: [Outcome]] = [:]
        var isOver = false
    }

    /// The next step of the consumer.
    private enum Step { case have([Outcome]), read(Int), wait }

    private let count: Int
    private let read: @Sendable (Int) -> Source
    private let work: @Sendable (Source) -> Outcome
    private let state = Mutex(State())
    /// Signaled when a batch is done. `room` is signaled when another may be read.
    private let ready = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)
    /// Held while processing, so that one core stays free for the consumer.
    private let cores = DispatchSemaphore(value: max(1, ThisProcess.processors - 1))

    private let batch = 32
    private let ahead = 24
    private let readers = 6
    private var batches: Int { (count + batch - 1) / batch }

    /// - Parameter count: the number of items, which are numbered from 0.
    /// - Parameter read: the part that may wait for the disk.
    /// - Parameter work: the part that needs a core.
    package init(
        _ count: Int, read: @escaping @Sendable (Int) -> Source, work: @escaping @Sendable (Source) -> Outcome
    ) {
        self.count = count
        self.read = read
        self.work = work
    }

    /// Calls `body` with each item's number and outcome, in order, on the caller's thread. Stops reading if `body`
    /// throws. Must be called only once.
    package func forEach(_ body: (Int, Outcome) throws -> Void) rethrows {
        let helpers = batches > 1 ? min(batches, readers) : 0
        // One queue per thread, because the global queues run no more threads than there are cores.
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

    /// Returns the outcomes of a batch, read by a helper or by the caller itself. While the caller waits, it reads
    /// later batches.
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
