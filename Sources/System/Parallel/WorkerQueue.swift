import Dispatch
import Synchronization

/// A thread that does jobs in order, with a state that only it uses.
package final class WorkerQueue<State>: Sendable {
    package typealias Job = @Sendable (State) -> Void

    private struct QueueState {
        var jobs: [Job] = []
        /// Low-priority work, run a piece at a time while no job waits. A piece returns true when the work is done.
        var preparations: [@Sendable (State) -> Bool] = []
        var isOver = false
        var isBusy = false
    }

    private let state = Mutex(QueueState())
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - name: the name of the thread.
    ///   - givesWay: whether the thread has lower priority than the others of the process after its first job.
    ///   - makeState: creates the state, on the thread.
    package init(_ name: String, givesWay: Bool = false, makeState: @escaping @Sendable () -> State) {
        Worker.start(name) {
            let own = makeState()
            var hasBegun = false
            while let job = self.next() {
                job(own)
                // The first job keeps its priority: its scan of the vault is needed by all queues.
                if givesWay, !hasBegun { ThisProcess.giveWay() }
                hasBegun = true
                self.state.withLock { $0.isBusy = false }
                while let piece = self.nextPreparation() {
                    if piece(own) { self.state.withLock { _ = $0.preparations.popLast() } }
                }
            }
            self.ended.signal()
        }
    }

    private func next() -> Job? {
        while true {
            ready.wait()
            let (job, isOver) = state.withLock { state -> (Job?, Bool) in
                if state.jobs.isEmpty { return (nil, state.isOver) }
                state.isBusy = true
                return (state.jobs.removeFirst(), false)
            }
            if let job { return job }
            if isOver { return nil }
        }
    }

    private func nextPreparation() -> (@Sendable (State) -> Bool)? {
        state.withLock { $0.jobs.isEmpty && !$0.isOver ? $0.preparations.last : nil }
    }

    /// Adds work that runs a piece at a time while no job waits. It starts after the first job.
    ///
    /// - Parameter piece: does one piece and returns true if it was the last.
    package func prepare(_ piece: @escaping @Sendable (State) -> Bool) {
        state.withLock { $0.preparations.insert(piece, at: 0) }
    }

    /// Starts the prepared work, even if there was no job yet.
    package func wake() {
        if state.withLock({ !$0.preparations.isEmpty && $0.jobs.isEmpty && !$0.isBusy }) { add { _ in } }
    }

    package func add(_ job: @escaping Job) {
        state.withLock { $0.jobs.append(job) }
        ready.signal()
    }

    /// The number of jobs that wait.
    package var count: Int { state.withLock { $0.jobs.count } }

    package var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isBusy } }

    /// Finishes the waiting jobs, ends the thread, and waits for it.
    package func end() {
        state.withLock { $0.isOver = true }
        ready.signal()
        ended.wait()
    }
}
