import JSONRPC
import Searching
import SourceText
import Synchronization

/// A request that waits or is being answered. Any thread can cancel it.
final class RunningCall: Sendable {
    private enum Phase { case running, writing, written, cancelled }

    /// The token for progress notifications, if the client has sent one.
    let progressToken: JSONValue?
    /// The number of bytes of its message, about.
    let size: Int
    private let phase = Mutex(Phase.running)
    let interruption = Interruption()

    init(progressToken: JSONValue?, size: Int) {
        self.size = size
        self.progressToken = progressToken.flatMap { $0.text != nil || $0.int != nil ? $0 : nil }
    }

    /// Cancels the request, unless it has begun to write files.
    func cancel() {
        phase.withLock { if $0 == .running { $0 = .cancelled } }
        if isCancelled { interruption.interrupt() }
    }

    var isCancelled: Bool { phase.withLock { $0 == .cancelled } }
    var isWriting: Bool { phase.withLock { $0 == .writing } }

    /// Throws if the request was cancelled. The response is then not sent.
    func check() throws(ResponseError) {
        if isCancelled { throw ResponseError(.internalError, "the request was cancelled") }
    }

    /// Runs `body`, which changes files and cannot be cancelled. Throws if the request was cancelled before.
    func writing<Value>(_ body: () throws -> Value) throws -> Value {
        phase.withLock { if $0 != .cancelled { $0 = .writing } }
        try check()
        defer { phase.withLock { $0 = .written } }
        return try body()
    }
}

/// The requests that wait or are being answered, by id.
final class RunningCalls: Sendable {
    private struct State {
        var calls: [RequestID: RunningCall] = [:]
        /// The ids in the order of arrival. Those before `first` are done.
        var order: [RequestID] = []
        var first = 0
        var size = 0
    }

    private let state = Mutex(State())

    /// The largest number of requests that wait, and of the bytes of their messages together.
    private static let maximumCount = 10_000
    private static let maximumSize = 8 << 20

    /// Adds a request.
    ///
    /// - Throws: `ResponseError` if one with the same id is still running, or if too many wait.
    func add(_ id: RequestID, _ call: RunningCall) throws(ResponseError) {
        let fault = state.withLock { state -> ResponseError? in
            if state.calls[id] != nil {
                return ResponseError(.invalidRequest, "another request with this id is still running")
            }
            if !state.calls.isEmpty,
                state.calls.count >= Self.maximumCount || state.size + call.size > Self.maximumSize
            {
                return ResponseError(.internalError, "too many requests are waiting; try again later")
            }
            state.calls[id] = call
            state.order.append(id)
            state.size += call.size
            return nil
        }
        if let fault { throw fault }
    }

    /// Removes the oldest request. Requests are answered in the order of arrival.
    func removeFirst() {
        state.withLock { state in
            guard state.first < state.order.count else { return }
            state.size -= state.calls.removeValue(forKey: state.order[state.first])?.size ?? 0
            state.first += 1
            if state.first == state.order.count { (state.order, state.first) = ([], 0) }
        }
    }

    func cancel(_ id: RequestID) { state.withLock { $0.calls[id] }?.cancel() }

    var all: [RunningCall] { state.withLock { Array($0.calls.values) } }

    /// The progress token of the oldest request, which is being answered or waits for the vault to be opened.
    var progressToken: JSONValue? {
        let oldest = state.withLock { state in
            state.first < state.order.count ? state.calls[state.order[state.first]] : nil
        }
        return oldest.flatMap { $0.isCancelled ? nil : $0.progressToken }
    }
}
