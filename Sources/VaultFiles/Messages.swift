import SourceText

/// Receives messages from operations that continue after a problem. The front end prints them.
package protocol MessageSink: AnyObject {
    func warn(_ message: String)
    /// Reports the progress of the long operation `what`: `done` steps of `total`, which is nil if it is unknown.
    func progress(_ what: String, _ done: Int, of total: Int?)
    /// Reports that another process has to finish first.
    func wait(_ message: String)
}

extension MessageSink {
    package func wait(_ message: String) { warn(message) }

    /// Reports every 256th step of long work. With 256 steps or fewer, it ends too soon for a report.
    package func reportProgress(_ what: String, _ done: Int, of total: Int) {
        if total > 256, done > 0, done.isMultiple(of: 256) { progress(what, done, of: total) }
    }
}

/// A sink that discards all messages.
package final class SilentMessages: MessageSink {
    package init() {}
    package func warn(_ message: String) {}
    package func progress(_ what: String, _ done: Int, of total: Int?) {}
}
