/// An error in the text of a pattern, with its position.
package struct PatternError: Error, Hashable, Sendable {
    /// The faulty bytes in the UTF-8 of the pattern.
    package let range: Range<Int>
    /// The message, in lower case and without a full stop: `unclosed group`.
    package let message: String
    /// Advice on how to fix the pattern, if any.
    package var help: String?

    static func tooLarge(_ byteCount: Int) -> PatternError {
        PatternError(
            range: 0..<byteCount, message: "the pattern is too large", help: "use lower counts, or several patterns")
    }
}
