import SourceText

/// Splits the input from a client into message bodies: headers, an empty line, and `Content-Length` bytes (LSP 3.17,
/// Base Protocol).
package struct FrameReader {
    /// The longest message, in bytes. Notes that slip reads are not longer either.
    private static let longest = 1 << 27
    private static let longestHeader = 1 << 16
    private static let name = Array("content-length".utf8)

    private var buffer: [UInt8] = []
    private var start = 0
    /// Whether input is skipped up to the next valid header.
    private var isLost = false

    package init() {}

    package mutating func add(_ bytes: [UInt8]) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer += bytes
    }

    /// Returns the next complete message, or nil until more bytes arrive.
    ///
    /// - Throws: `ResponseError` for an invalid header, once. The input is then skipped up to the next valid header.
    ///   The rest of the skipped message may be on the same line as that header.
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
                // A blank line before a header is harmless.
                let wasBlank = buffer[start..<end].allSatisfy(\.isWhiteSpace)
                start = index
                if !wasBlank { try lose() }
                // The size was that of a message that is too long.
                size = nil
                continue
            }
            guard buffer.count - index >= count else { return nil }
            start = index + count
            isLost = false
            return Array(buffer[index..<start])
        }
        if buffer.count - start > Self.longestHeader {
            // The end of the buffer may be the start of a header.
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

    /// Returns the number after `Content-Length:` at the end of a line, or nil if there is no valid one.
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

    package static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
