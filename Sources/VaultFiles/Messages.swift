import SourceText

/// Receives messages from operations that continue after a problem. The front end prints them.
package protocol MessageSink: AnyObject {
    func warn(_ message: String)
    /// Reports progress of a long operation: `done` of `total`, or nil if the total is unknown.
    func progress(_ what: String, _ done: Int, of total: Int?)
    /// Reports that another process has to finish first.
    func wait(_ message: String)
}

extension MessageSink {
    package func wait(_ message: String) { warn(message) }
}
