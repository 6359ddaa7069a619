import SourceText

/// Text of an HTML page, and how to write text, attributes and addresses into it.
package struct HTMLWriter {
    package private(set) var html = ""

    package init() {}

    /// Adds HTML as it is.
    package mutating func add(_ html: String) { self.html += html }

    /// Adds text, with `&`, `<`, `>` and `"` escaped.
    package mutating func addText(_ text: some StringProtocol) { html += Self.escaped(text) }

    /// Begins a new line if the last one is not empty.
    mutating func startLine() {
        if let last = html.utf8.last, last != Byte.newline { html += "\n" }
    }

    /// Returns text for an element or a quoted attribute. NUL becomes U+FFFD.
    package static func escaped(_ text: some StringProtocol) -> String {
        let needsEscape = text.utf8.contains { byte in
            byte == Byte.ampersand || byte == Byte.less || byte == Byte.greater || byte == Byte.quote || byte == 0
        }
        if !needsEscape { return String(text) }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\0": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns an address for a quoted attribute. Bytes that a URL cannot contain are percent-encoded. Existing
    /// percent-encoding stays.
    package static func address(_ address: String) -> String {
        escaped(encoded(address, keeping: "!#$%&'()*+,-./:;=?@_~"))
    }

    /// Returns a path with each byte percent-encoded that has a meaning in URLs, except `/`.
    package static func encodedPath(_ path: some Collection<UInt8>) -> String {
        encoded(path, keeping: "-./_~")
    }

    private static func encoded(_ text: String, keeping marks: String) -> String { encoded(text.utf8, keeping: marks) }

    private static func encoded(_ bytes: some Collection<UInt8>, keeping marks: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var encoded = String.UnicodeScalarView()
        for byte in bytes {
            if byte.isLetter || byte.isDigit || byte < 0x80 && marks.utf8.contains(byte) {
                encoded.append(Unicode.Scalar(byte))
            } else {
                encoded += [Unicode.Scalar("%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(encoded)
    }
}
