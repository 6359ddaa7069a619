/// One argument of a command line: the bytes that the shell gave, which need not be UTF-8, because file names are
/// bytes.
///
/// Paths are taken from `bytes`; whatever is text asks for it with `asText()`, which refuses what is none.
package struct Argument: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(stringLiteral value: String) { self.init(value) }

    /// As it is shown: what is not UTF-8 becomes U+FFFD. Never to be taken for the argument itself.
    package var shown: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { shown }

    /// The argument as text; nil where it is not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The argument as text.
    ///
    /// - Throws: `UsageError.notText` where it is not UTF-8.
    package func asText() throws(UsageError) -> String {
        guard let text else { throw .notText(shown) }
        return text
    }

    /// Compared by bytes, without the canonical equivalence that strings have.
    package func starts(with text: StaticString) -> Bool { bytes.starts(with: Array("\(text)".utf8)) }
}
