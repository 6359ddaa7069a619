package import SourceText

/// What a client calls a document, as it wrote it: most often `file:///path` (RFC 8089).
package struct DocumentURI: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(_ value: JSONValue?) throws(ResponseError) {
        guard let text = value?.text else { throw .missing("uri") }
        self.text = text
    }

    /// - Parameter path: a full path, whatever its bytes.
    package init(path: [UInt8]) {
        var text = "file://"
        for byte in path {
            if byte.isLetter || byte.isDigit || "/-._~".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = Array("0123456789ABCDEF".unicodeScalars)
                text.unicodeScalars.append("%")
                text.unicodeScalars.append(digits[Int(byte >> 4)])
                text.unicodeScalars.append(digits[Int(byte & 15)])
            }
        }
        self.text = text
    }

    /// The full path of a file on this machine; nil for anything else, such as a document that was never saved.
    package var path: [UInt8]? {
        guard text.lowercased().hasPrefix("file:") else { return nil }
        var bytes = Array(text.utf8.dropFirst(5))
        if bytes.starts(with: Array("//".utf8)) {
            guard let slash = bytes[2...].firstIndex(of: Byte.slash) else { return nil }
            let host = bytes.text(2..<slash)
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            bytes = Array(bytes[slash...])
        }
        guard bytes.first == Byte.slash else { return nil }
        let path = bytes[...].percentDecoded
        return path.contains(0) ? nil : path
    }

    package var json: JSONValue { .string(text) }
}
