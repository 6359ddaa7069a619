package import SourceText
import Synchronization

/// The responses to a batch of messages, sent together when all have been handled (JSON-RPC 2.0, Batch).
package final class Batch: Sendable {
    /// The largest number of messages in a batch.
    package static let maximumCount = 100

    private let state: Mutex<(left: Int, responses: [JSONValue])>
    private let send: @Sendable ([JSONValue]) -> Void

    package init(of count: Int, send: @escaping @Sendable ([JSONValue]) -> Void) {
        state = Mutex((count, []))
        self.send = send
    }

    /// Adds the response to one of the messages, or nil if it has none.
    package func add(_ response: JSONValue?) {
        let all = state.withLock { state in
            state.left -= 1
            if let response { state.responses.append(response) }
            return state.left == 0 ? state.responses : []
        }
        if !all.isEmpty { send(all) }
    }
}
