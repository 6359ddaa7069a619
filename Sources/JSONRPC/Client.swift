package import SourceText
import Synchronization

/// The client of the server, as the receiver of messages. Any thread may send. Each message is written as a whole.
package final class Client: Sendable {
    /// Receives the result of a request to the client, or nil if it answered with an error.
    package typealias ResponseHandler = @Sendable (JSONValue?) -> Void

    private struct ClientState {
        var nextID = 1
        var waiting: [RequestID: ResponseHandler] = [:]
    }

    private let state = Mutex(ClientState())
    private let hasLeft = Atomic(false)
    private let frame: @Sendable ([UInt8]) -> [UInt8]
    /// Locked while a message is written, which takes as long as the client needs to read it.
    private let write: Mutex<@Sendable ([UInt8]) -> Bool>

    /// - Parameters:
    ///   - frame: adds to a message what separates it from the next one.
    ///   - write: sends bytes, and returns false if the client has disconnected.
    package init(
        frame: @escaping @Sendable ([UInt8]) -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        self.frame = frame
        self.write = Mutex(write)
    }

    /// Sends a complete message. Does nothing if the message is nil.
    package func send(_ message: JSONValue?) {
        guard let message else { return }
        let bytes = frame(message.written)
        write.withLock { write in
            if !isGone, !write(bytes) { hasLeft.store(true, ordering: .sequentiallyConsistent) }
        }
    }

    /// Whether the client has disconnected. Never waits.
    package var isGone: Bool { hasLeft.load(ordering: .sequentiallyConsistent) }

    package func respond(_ id: RequestID?, _ result: Result<JSONValue, ResponseError>) {
        send(Message.response(id, result))
    }

    package func notify(_ method: String, _ params: JSONValue) { send(Message.notification(method, params)) }

    /// Sends a request to the client, without waiting for the answer.
    ///
    /// - Parameter answer: called with the result, or with nil if the client answers with an error. It runs on the
    ///   thread that calls `handleResponse`.
    package func ask(_ method: String, _ params: JSONValue, answer: @escaping ResponseHandler = { _ in }) {
        let id = state.withLock { state in
            let id = RequestID.text("slip-\(state.nextID)")
            state.nextID += 1
            state.waiting[id] = answer
            return id
        }
        send(Message.request(id, method, params: params))
    }

    /// Passes the client's response to the function that `ask` got. A response to no request is dropped.
    ///
    /// - Parameter result: nil if the client answered with an error.
    package func handleResponse(_ id: RequestID, _ result: JSONValue?) {
        let answer = state.withLock { $0.waiting.removeValue(forKey: id) }
        answer?(result)
    }
}
