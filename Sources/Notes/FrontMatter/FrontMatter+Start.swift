import SourceText

extension FrontMatter {
    /// Returns the same value as `bodyStart`, without parsing the front matter.
    ///
    /// Complexity: O(bytes of the front matter), O(bytes) if it is never closed.
    package static func bodyStart(of bytes: [UInt8]) -> Int {
        let start = bytes.textStart
        guard let content = lineAfterMark(Byte.hyphen, at: start, in: bytes) else { return start }
        return closing(after: content, in: bytes)?.next ?? start
    }

    /// Returns the start of the first closing line at or after `offset`, and the start of the line after it.
    static func closing(after offset: Int, in bytes: [UInt8]) -> (start: Int, next: Int)? {
        var line = offset
        while line < bytes.count {
            let byte = bytes[line]
            if byte == Byte.hyphen || byte == Byte.dot, let next = lineAfterMark(byte, at: line, in: bytes) {
                return (line, next)
            }
            line = min(bytes.lineEnd(from: line) + 1, bytes.count)
        }
        return nil
    }

    /// Returns the start of the next line if this line is three times `sign`, optionally followed by blanks.
    static func lineAfterMark(_ sign: UInt8, at start: Int, in bytes: [UInt8]) -> Int? {
        guard bytes.holds([sign, sign, sign], at: start) else { return nil }
        var index = start + 3
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        if index < bytes.count, bytes[index] == Byte.carriageReturn { index += 1 }
        if index == bytes.count { return index }
        return bytes[index] == Byte.newline ? index + 1 : nil
    }
}
