import SourceText

/// A keyword of a note, from its front matter or from a hashtag in its body.
package struct Keyword: Hashable, Sendable {
    /// The name without the `#`. The parts of a nested keyword are joined with `/`.
    package var name: String
    /// The bytes of the keyword as written in the file.
    package var range: Range<Int>
    package var isHashtag: Bool

    /// Returns `text` without surrounding white space, a leading `#`, and slashes at its ends.
    package static func normalized(_ text: String) -> String {
        if let first = text.utf8.first, let last = text.utf8.last, !isTrimmed(first), !isTrimmed(last) { return text }
        let bytes = Array(text.utf8)
        var range = bytes.trimmed(0..<bytes.count)
        if range.count > 0, bytes[range.lowerBound] == Byte.hash { range = range.lowerBound + 1..<range.upperBound }
        while let first = bytes[range].first, first == Byte.slash { range = range.lowerBound + 1..<range.upperBound }
        while let last = bytes[range].last, last == Byte.slash { range = range.lowerBound..<range.upperBound - 1 }
        return bytes.text(range)
    }

    private static func isTrimmed(_ byte: UInt8) -> Bool {
        byte.isWhiteSpace || byte == Byte.slash || byte == Byte.hash
    }
}
