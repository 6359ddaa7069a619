import SourceText

/// Where work that goes on in spite of something says what that was. The front end prints it.
package protocol MessageSink: AnyObject {
    func warn(_ message: String)
    /// How far long work has got: `done` of `total`, or nil where the total is not known.
    func progress(_ what: String, _ done: Int, of total: Int?)
    /// Somebody else has to finish first.
    func wait(_ message: String)
}

extension MessageSink {
    package func wait(_ message: String) { warn(message) }
}
