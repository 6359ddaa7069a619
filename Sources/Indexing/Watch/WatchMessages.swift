import VaultFiles

/// What the index says while it is brought up to date, for a watcher: each warning is passed on once, and that there
/// was one is remembered.
final class WatchMessages: MessageSink {
    private let messages: any MessageSink
    private var said: Set<String> = []
    /// Those since this was emptied last.
    var warnings: Set<String> = []

    init(_ messages: any MessageSink) { self.messages = messages }

    func warn(_ message: String) {
        warnings.insert(message)
        if said.insert(message).inserted { messages.warn(message) }
    }

    /// That others write the index as well is a watcher's daily life.
    func wait(_ message: String) {}

    func progress(_ what: String, _ done: Int, of total: Int?) { messages.progress(what, done, of: total) }

    /// What is over may be said again when it comes back.
    func forgetOld() { said = warnings }
}
