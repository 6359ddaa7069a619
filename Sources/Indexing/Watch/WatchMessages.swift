import VaultFiles

/// The messages of index updates in a watcher. Each warning is passed on once and recorded.
final class WatchMessages: MessageSink {
    private let messages: any MessageSink
    private var reported: Set<String> = []
    /// The warnings since the caller last cleared this set.
    var warnings: Set<String> = []

    init(_ messages: any MessageSink) { self.messages = messages }

    func warn(_ message: String) {
        warnings.insert(message)
        if reported.insert(message).inserted { messages.warn(message) }
    }

    /// Passes a message on each time.
    func report(_ message: String) { messages.warn(message) }

    /// Ignores the message: a watcher often waits for other processes that write the index.
    func wait(_ message: String) {}

    func progress(_ what: String, _ done: Int, of total: Int?) { messages.progress(what, done, of: total) }

    /// Allows warnings to be repeated if their cause ended and returned.
    func resetReported() { reported = warnings }
}
