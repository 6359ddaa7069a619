import SourceText

/// One argument of a command line, as bytes: file names need not be valid UTF-8.
///
/// Paths use `bytes`. Text uses `asText()`, which refuses anything that is not UTF-8.
package struct Argument: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral value: String) { self.init(value) }

    /// The argument for display: invalid UTF-8 becomes U+FFFD. Never use it as the argument itself.
    package var shown: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { shown }

    /// The argument as text, or nil if it is not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// Returns the argument as text. Throws `UsageError.notText` if it is not UTF-8.
    package func asText() throws(UsageError) -> String {
        guard let text else { throw .notText(shown) }
        return text
    }

    /// Whether hyphens at the start are followed by white space, as in the list item `- text`, or are all there is.
    var isDashedText: Bool {
        let rest = bytes.drop { $0 == Byte.hyphen }
        return rest.count < bytes.count && rest.first?.isWhiteSpace ?? true
    }

    /// Whether the bytes begin with those of `text`. Unlike strings, canonically equivalent text differs.
    package func starts(with text: StaticString) -> Bool { bytes.starts(with: Array("\(text)".utf8)) }
}
