import SourceText

/// Cuts what a client sends into the bodies of messages: headers, an empty line, and as many bytes as they say (LSP
/// 3.17, Base Protocol).
package struct FrameReader {
    /// The longest message, in bytes. An editor sends no longer text: slip reads no longer note.
    private static let longest = 1 << 27
    private static let longestHeader = 1 << 16
    private static let name = Array("content-length".utf8)

    private var buffer: [UInt8] = []
    private var start = 0
    /// Whether bytes are skipped until the next valid header.
    private var isLost = false

    package init() {}

    package mutating func add(_ bytes: [UInt8]) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer += bytes
    }

    /// The next whole message; nil until more bytes have come.
    ///
    /// - Throws: `ResponseError` for a header that cannot be read, once. Everything up to the next valid header is skipped
    ///   then: also the rest of its message, which may stand on one line with that header.
    package mutating func next() throws(ResponseError) -> [UInt8]? {
        var index = start
        var size: Int?
        while let end = buffer[index...].firstIndex(of: Byte.newline) {
            let line = buffer.trimmed(index..<end)
            index = end + 1
            if !line.isEmpty {
                if let found = length(in: line) { size = found }
                continue
            }
            guard let count = size, count <= Self.longest else {
                // A blank line before any header is harmless.
                let wasBlank = buffer[start..<end].allSatisfy(\.isWhiteSpace)
                start = index
                if !wasBlank { try lose() }
                // Of a message that is too long.
                size = nil
                continue
            }
            guard buffer.count - index >= count else { return nil }
            start = index + count
            isLost = false
            return Array(buffer[index..<start])
        }
        if buffer.count - start > Self.longestHeader {
            // A header may have begun at the end.
            start = buffer.count - 2 * Self.name.count
            try lose()
        }
        return nil
    }

    private mutating func lose() throws(ResponseError) {
        if isLost { return }
        isLost = true
        throw ResponseError(
            .parseError,
            "cannot read a message: it must begin with 'Content-Length: ' and at most \(Self.longest) as the "
                + "number of its bytes; everything up to the next such header is skipped")
    }

    /// The number behind `Content-Length:` at the end of a line; nil where there is no valid one.
    private func length(in line: Range<Int>) -> Int? {
        guard let colon = buffer[line].lastIndex(of: Byte.colon) else { return nil }
        let before = buffer.trimmed(line.lowerBound..<colon)
        guard before.count >= Self.name.count,
            zip(buffer[before].suffix(Self.name.count), Self.name).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        let digits = buffer.trimmed(colon + 1..<line.upperBound)
        guard !digits.isEmpty, buffer[digits].allSatisfy(\.isDigit) else { return nil }
        return Int(buffer.text(digits))
    }

    /// A message as it is sent.
    package static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
