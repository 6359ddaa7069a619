import SourceText

/// An attribute list of kramdown (`{: #id .class key="value"}`) or pandoc (`{#id .class}`). It gives the preceding text
/// an id. Its contents are not hashtags.
struct AttributeList: Hashable, Sendable {
    /// The list with its braces.
    var range: Range<Int>
    /// The bytes of the id without `#`, or nil if there is none.
    var id: Range<Int>?

    /// The maximum length of a list, so that scanning text with many braces takes linear time.
    private static let maximumLength = 1000

    /// Parses the list that starts with the brace at `start`. Returns nil if there is none. Only `{:` allows words,
    /// since `{see #this}` is text.
    init?(in text: [UInt8], at start: Int) {
        guard text.holds([Byte.leftBrace], at: start) else { return nil }
        let limit = min(text.count, start + Self.maximumLength)
        var index = start + 1
        let takesWords = text.holds([Byte.colon], at: index)
        if takesWords { index += 1 }
        var isEmpty = true
        while true {
            while index < limit, text[index].isBlank { index += 1 }
            guard index < limit, !text[index].isLineEnd else { return nil }
            if text[index] == Byte.rightBrace { break }
            guard let item = Self.item(in: text, at: index, before: limit, takesWords: takesWords) else { return nil }
            if text[index] == Byte.hash, id == nil { id = index + 1..<item }
            isEmpty = false
            index = item
        }
        if isEmpty { return nil }
        range = start..<index + 1
    }

    /// Parses the list around the byte at `offset`, on one line. Returns nil if there is none.
    init?(in text: [UInt8], around offset: Int) {
        var start = offset
        while start > 0, offset - start < Self.maximumLength {
            start -= 1
            if text[start] == Byte.leftBrace { break }
            if text[start] == Byte.rightBrace || text[start].isLineEnd { return nil }
        }
        self.init(in: text, at: start)
        if !range.contains(offset) { return nil }
    }

    /// Parses the list that ends a heading's content after white space. Returns nil if there is none.
    init?(in text: [UInt8], closing content: Range<Int>) {
        guard content.count > 3, text[content.upperBound - 1] == Byte.rightBrace,
            let start = text[content].lastIndex(of: Byte.leftBrace), start > content.lowerBound,
            text[start - 1].isBlank
        else { return nil }
        self.init(in: text, at: start)
        if range.upperBound != content.upperBound { return nil }
    }

    /// Returns the end of the `#id`, `.class`, `key=value` or word at `start`.
    private static func item(in text: [UInt8], at start: Int, before limit: Int, takesWords: Bool) -> Int? {
        let first = text[start]
        if first == Byte.hash || first == Byte.dot {
            let end = nameEnd(in: text, from: start + 1, before: limit)
            return end > start + 1 ? end : nil
        }
        let end = nameEnd(in: text, from: start, before: limit)
        guard end > start, end < limit else { return nil }
        if text[end] != Byte.equals { return takesWords ? end : nil }
        guard end + 1 < limit else { return nil }
        let quote = text[end + 1]
        if quote == Byte.quote || quote == Byte.apostrophe {
            return text[(end + 2)..<limit].firstIndex { $0 == quote || $0.isLineEnd }
                .flatMap { text[$0] == quote ? $0 + 1 : nil }
        }
        return nameEnd(in: text, from: end + 1, before: limit)
    }

    private static func nameEnd(in text: [UInt8], from start: Int, before limit: Int) -> Int {
        var end = start
        while end < limit, !text[end].isWhiteSpace, !"{}#=\"'".utf8.contains(text[end]) { end += 1 }
        return end
    }
}
