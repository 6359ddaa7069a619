import JSONRPC
import SourceText
import VaultFiles

/// Collects the warnings of a call for its result, and sends progress to the client.
final class AgentMessages: MessageSink {
    private let client: Client
    private let calls: RunningCalls
    private let now: () -> Int64
    private var count = 0
    private var last: Int64 = 0
    private(set) var warnings: [String] = []

    /// The minimum time between two progress notifications, in milliseconds.
    private static let interval: Int64 = 100
    private static let maximumWarnings = 20

    /// - Parameters:
    ///   - calls: the running requests, of which the oldest gets the progress.
    ///   - now: returns the monotonic time in milliseconds.
    init(_ client: Client, _ calls: RunningCalls, now: @escaping () -> Int64) {
        self.client = client
        self.calls = calls
        self.now = now
    }

    /// Forgets the warnings of the last call.
    func begin() { warnings = [] }

    func warn(_ message: String) {
        if !warnings.contains(message), warnings.count < Self.maximumWarnings { warnings.append(message) }
    }

    /// The protocol requires that the value grows, but each phase of the work counts from the start. The value is
    /// therefore the number of notifications, and the message has the numbers.
    func progress(_ what: String, _ done: Int, of total: Int?) {
        guard now() - last >= Self.interval, let token = calls.progressToken else { return }
        last = now()
        count += 1
        let message = "\(what): \(done)" + (total.map { " of \($0)" } ?? "")
        client.notify(
            "notifications/progress",
            ["progressToken": token, "progress": .int(count), "message": .string(message)])
    }
}
