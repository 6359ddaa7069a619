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
        let encoded = path.percentEncoded { $0.isLetter || $0.isDigit || "/-._~".utf8.contains($0) }
        text = "file://" + String(decoding: encoded, as: UTF8.self)
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
