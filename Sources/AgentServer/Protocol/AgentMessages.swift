import JSONRPC
import SourceText
import VaultFiles

/// Collects the warnings of a call for its result, and sends progress to the client.
final class AgentMessages: MessageSink {
    private let client: Client
    /// The token for progress notifications, if the client has sent one.
    private var token: JSONValue?
    private var count = 0
    private var last: Int64 = 0
    private let now: () -> Int64
    private(set) var warnings: [String] = []

    /// The minimum time between two progress notifications, in milliseconds.
    private static let interval: Int64 = 100

    /// - Parameter now: returns the monotonic time in milliseconds.
    init(_ client: Client, now: @escaping () -> Int64) {
        self.client = client
        self.now = now
    }

    /// Begins a call, and forgets the messages of the last one.
    func begin(progressToken token: JSONValue?) {
        self.token = token.flatMap { $0.text != nil || $0.int != nil ? $0 : nil }
        count = 0
        warnings = []
    }

    func end() { token = nil }

    func warn(_ message: String) {
        if !warnings.contains(message), warnings.count < 20 { warnings.append(message) }
    }

    /// The protocol requires that the value grows, but each phase of the work counts from the start. The value is
    /// therefore the number of notifications, and the message has the numbers.
    func progress(_ what: String, _ done: Int, of total: Int?) {
        guard let token, now() - last >= Self.interval else { return }
        last = now()
        count += 1
        let message = "\(what): \(done)" + (total.map { " of \($0)" } ?? "")
        client.notify(
            "notifications/progress",
            ["progressToken": token, "progress": .int(count), "message": .string(message)])
    }
}
