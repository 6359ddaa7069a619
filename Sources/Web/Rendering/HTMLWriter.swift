import SourceText

/// Text of an HTML page, and how to write text, attributes and addresses into it.
package struct HTMLWriter {
    private var bytes: [UInt8] = []

    package init() {}

    package var html: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds HTML as it is.
    package mutating func add(_ html: String) { bytes += html.utf8 }

    /// Adds text as `escaped` returns it.
    package mutating func addText(_ text: some StringProtocol) {
        for byte in text.utf8 { Self.append(byte, to: &bytes) }
    }

    /// Begins a new line if the last one is not empty.
    mutating func startLine() {
        if let last = bytes.last, last != Byte.newline { bytes.append(Byte.newline) }
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case Byte.ampersand: bytes += "&amp;".utf8
        case Byte.less: bytes += "&lt;".utf8
        case Byte.greater: bytes += "&gt;".utf8
        case Byte.quote: bytes += "&quot;".utf8
        case 0: bytes += "\u{FFFD}".utf8
        default: bytes.append(byte)
        }
    }

    /// Returns text for an element or a quoted attribute. NUL becomes U+FFFD.
    package static func escaped(_ text: some StringProtocol) -> String {
        let needsEscape = text.utf8.contains { byte in
            byte == Byte.ampersand || byte == Byte.less || byte == Byte.greater || byte == Byte.quote || byte == 0
        }
        if !needsEscape { return String(text) }
        var bytes: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes that an address keeps: those that a URL can contain, and the `%` of existing encoding.
    private static let addressBytes = kept("!#$%&'()*+,-./:;=?@_~")
    private static let pathBytes = kept("-./_~")

    private static func kept(_ marks: String) -> [Bool] {
        (0..<256).map { UInt8($0).isLetter || UInt8($0).isDigit || marks.utf8.contains(UInt8($0)) }
    }

    /// Returns an address for a quoted attribute. Bytes that a URL cannot contain are percent-encoded. Existing
    /// percent-encoding stays.
    package static func address(_ address: String) -> String { escaped(encoded(address.utf8, keeping: addressBytes)) }

    /// Returns a path with each byte percent-encoded that has a meaning in URLs, except `/`.
    package static func encodedPath(_ path: some Collection<UInt8>) -> String { encoded(path, keeping: pathBytes) }

    private static func encoded(_ bytes: some Collection<UInt8>, keeping kept: [Bool]) -> String {
        String(decoding: bytes.percentEncoded { kept[Int($0)] }, as: UTF8.self)
    }
}
