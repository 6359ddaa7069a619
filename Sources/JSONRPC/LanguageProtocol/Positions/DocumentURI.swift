package import SourceText

/// The URI of a document, exactly as the client wrote it. Usually `file:///path` (RFC 8089).
///
/// Two URIs are equal if their text is equal: a client that opens one file under two URIs has two documents.
package struct DocumentURI: Hashable, Sendable {
    package let text: String
    /// The absolute path of a local file, or nil for anything else, such as a document that was never saved.
    package let path: [UInt8]?

    package init(_ text: String) {
        self.text = text
        path = Self.path(of: text)
    }

    package init(_ value: JSONValue?) throws(ResponseError) {
        guard let text = value?.text else { throw .missing("uri") }
        self.init(text)
    }

    package static func == (a: Self, b: Self) -> Bool { a.text == b.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// - Parameter path: an absolute path, as arbitrary bytes.
    package init(path: [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes = Array("file://".utf8)
        bytes.reserveCapacity(bytes.count + path.count)
        for byte in path {
            if byte.isLetter || byte.isDigit || "/-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        text = String(decoding: bytes, as: UTF8.self)
        self.path = path
    }

    private static func path(of text: String) -> [UInt8]? {
        guard text.prefix(5).lowercased() == "file:" else { return nil }
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
