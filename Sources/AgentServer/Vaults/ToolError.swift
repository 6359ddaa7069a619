import SourceText

/// An error that the model can correct.
struct ToolError: Error {
    var message: String
    var help: String?
    /// The text that the change was about, as it is now, or nil.
    var current: JSONValue?

    init(_ message: String, help: String? = nil, current: JSONValue? = nil) {
        self.message = message
        self.help = help
        self.current = current
    }
}
