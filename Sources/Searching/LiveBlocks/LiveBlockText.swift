package import Notes
package import SourceText

/// The generated text of live blocks as it is written.
package enum LiveBlockText {
    /// Returns the edit that gives a block other lines, with their hash. Line ends are those of the note, and each line
    /// begins as the block does.
    package static func edit(_ block: LiveBlock, _ lines: [String], in bytes: [UInt8]) -> ByteEdit {
        let end = lineEnd(of: block, in: bytes)
        var text: [UInt8] = []
        let last = "<!-- /slip \(LiveBlock.hash(of: lines)) -->"
        for line in lines + [last] {
            text += end
            text += block.prefix
            text += line.utf8
            while text.last?.isBlank == true { text.removeLast() }
        }
        return ByteEdit(block.generated, text)
    }

    /// Returns the end of the block's first line, else of the first line of the note, else a line feed.
    private static func lineEnd(of block: LiveBlock, in bytes: [UInt8]) -> [UInt8] {
        let start =
            block.lineEnd < bytes.count ? block.lineEnd : bytes.firstIndex(where: \.isLineEnd) ?? bytes.count
        if bytes.holds([Byte.carriageReturn, Byte.newline], at: start) { return [Byte.carriageReturn, Byte.newline] }
        return start < bytes.count ? [bytes[start]] : [Byte.newline]
    }
}
