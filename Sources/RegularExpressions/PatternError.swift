/// What is wrong with the text of a pattern, and where.
package struct PatternError: Error, Hashable, Sendable {
    /// The faulty bytes in the pattern's UTF-8.
    package let range: Range<Int>
    /// What is wrong, in lower case and without a full stop: `unclosed group`.
    package let message: String
    /// How it could be written instead, where there is a way.
    package let help: String?

    package init(range: Range<Int>, message: String, help: String? = nil) {
        self.range = range
        self.message = message
        self.help = help
    }

    /// For a pattern of so many bytes.
    static func tooLarge(_ byteCount: Int) -> PatternError {
        PatternError(
            range: 0..<byteCount, message: "the pattern is too large", help: "use lower counts, or several patterns")
    }
}
