import SourceText

/// Cuts what a client sends into the bodies of messages: headers, an empty line, and as many bytes as they say (LSP
/// 3.17, Base Protocol).
package struct FrameReader {
    /// No message is longer, and no header.
    private static let longest = 1 << 30
    private static let longestHeader = 1 << 16

    private var buffer: [UInt8] = []
    private var start = 0

    package init() {}

    package mutating func add(_ bytes: [UInt8]) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer += bytes
    }

    /// The next whole message; nil until more has come.
    ///
    /// - Throws: `ResponseError` for what is no header. What follows is looked at again from the next one on.
    package mutating func next() throws(ResponseError) -> [UInt8]? {
        var index = start
        var length: Int?
        while let end = buffer[index...].firstIndex(of: Byte.newline) {
            let line = buffer.trimmed(index..<end)
            index = end + 1
            if !line.isEmpty {
                if let found = Self.length(buffer.text(line)) { length = found }
                continue
            }
            guard let length else {
                // A blank line before any header: harmless between messages, and else no message.
                let wasBlank = buffer[start..<end].allSatisfy(\.isWhiteSpace)
                start = index
                if wasBlank { continue }
                throw ResponseError(.parseError, "a message begins with 'Content-Length: ' and the number of its bytes")
            }
            guard (0...Self.longest).contains(length) else {
                start = index
                throw ResponseError(.parseError, "a message cannot be \(length) bytes long")
            }
            guard buffer.count - index >= length else { return nil }
            start = index + length
            return Array(buffer[index..<start])
        }
        if buffer.count - start > Self.longestHeader {
            start = buffer.count
            throw ResponseError(.parseError, "a message begins with 'Content-Length: ' and the number of its bytes")
        }
        return nil
    }

    private static func length(_ line: String) -> Int? {
        guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased().hasSuffix("content-length") else {
            return nil
        }
        return Int(line[line.index(after: colon)...].filter { $0 != " " })
    }

    /// A message as it is sent.
    package static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
