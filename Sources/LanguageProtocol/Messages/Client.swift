package import SourceText
import Synchronization

/// The other end: whom messages go to, whole and one after the other, from any thread.
package final class Client: Sendable {
    package typealias Answer = @Sendable (JSONValue?) -> Void

    private struct State {
        var nextID = 1
        var waiting: [RequestID: Answer] = [:]
        var isGone = false
    }

    private let state = Mutex(State())
    private let write: @Sendable ([UInt8]) -> Bool

    /// - Parameter write: sends bytes; false where nobody is there any more.
    package init(_ write: @escaping @Sendable ([UInt8]) -> Bool) { self.write = write }

    private func send(_ message: JSONValue) {
        let bytes = FrameReader.frame(message.written)
        state.withLock { if !$0.isGone, !write(bytes) { $0.isGone = true } }
    }

    package var isGone: Bool { state.withLock { $0.isGone } }

    package func respond(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) {
        send(Message.response(id, result))
    }

    package func notify(_ method: String, _ params: JSONValue) { send(Message.notification(method, params)) }

    /// Asks the client something.
    ///
    /// - Parameter answer: called with the result, or nil where the client refuses.
    package func ask(_ method: String, _ params: JSONValue, _ answer: @escaping Answer = { _ in }) {
        let id = state.withLock { state in
            let id = RequestID.text("slip-\(state.nextID)")
            state.nextID += 1
            state.waiting[id] = answer
            return id
        }
        send(Message.request(id, method, params))
    }

    /// Takes the client's answer to a question of ours; one that nobody asked for is dropped.
    package func take(_ id: RequestID, _ result: JSONValue?) {
        let answer = state.withLock { $0.waiting.removeValue(forKey: id) }
        answer?(result)
    }

    package enum Importance: Int, Sendable { case error = 1, warning, info, log }

    /// A line in the client's log.
    package func log(_ text: String, _ importance: Importance = .log) {
        notify("window/logMessage", ["type": .int(importance.rawValue), "message": .string(text)])
    }
}
