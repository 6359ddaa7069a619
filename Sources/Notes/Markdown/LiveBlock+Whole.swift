import SourceText

extension LiveBlock {
    /// Creates the block that is a whole text: from the line of its first comment to that of its second one, or to the end.
    /// Nil if the first line is no such comment, behind the signs of lists and quotes.
    package init?(whole text: [UInt8]) {
        let first = text.startIndex..<text.lineEnd(from: text.startIndex)
        guard let start = text[first].firstIndex(of: Byte.less) else { return nil }
        self.init(text, line: first, at: start)
        let body = min(first.upperBound + 1, text.count)
        let end = text.last == Byte.newline ? text.count - 1 : text.count
        let last = text.lineStart(of: end)
        guard last >= body, let mark = text[last..<end].firstIndex(of: Byte.less),
            let hash = Self.hash(inEnd: mark..<end, of: text)
        else { return }
        (content, self.end, self.hash) = (body..<last, text.trimmed(mark..<end), hash)
    }
}
