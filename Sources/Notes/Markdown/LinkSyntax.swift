import SourceText

/// Parsers for the parts of CommonMark links: destinations, titles (6.3) and reference definitions (4.7).
///
/// The text is that of a paragraph: it contains no blank line, and its line ends are line feeds.
enum LinkSyntax {
    struct Destination {
        /// The destination without angle brackets.
        var range: Range<Int>
        var style: Link.Style
        var end: Int
    }

    struct Definition {
        var labelEnd: Int
        var destination: Destination
        /// The title without quotes.
        var title: Range<Int>?
        /// The bytes from the bracket to the end of the destination or title.
        var range: Range<Int>
        var nextLine: Int
    }

    /// A bound on nested parentheses, of which CommonMark requires at least three levels. It keeps `[a](b[a](b…`
    /// linear, since each failed attempt adds one level to the earlier ones.
    static let maximumParentheses = 32

    static func destination(in text: [UInt8], at start: Int) -> Destination? {
        guard start < text.count else { return nil }
        if text[start] == Byte.less { return angleDestination(in: text, at: start) }
        var index = start
        var depth = 0
        scan: while index < text.count {
            switch text[index] {
            case Byte.backslash where index + 1 < text.count && isPunctuation(text[index + 1]):
                index += 1
            case Byte.leftParenthesis:
                depth += 1
                if depth > maximumParentheses { return nil }
            case Byte.rightParenthesis:
                if depth == 0 { break scan }
                depth -= 1
            case 0...0x20, 0x7F:
                break scan
            default:
                break
            }
            index += 1
        }
        guard depth == 0 else { return nil }
        return Destination(range: start..<index, style: .bare, end: index)
    }

    private static func angleDestination(in text: [UInt8], at start: Int) -> Destination? {
        var index = start + 1
        while index < text.count {
            switch text[index] {
            case Byte.greater: return Destination(range: start + 1..<index, style: .angle, end: index + 1)
            case Byte.less, Byte.newline: return nil
            case Byte.backslash where index + 1 < text.count && isPunctuation(text[index + 1]): index += 2
            default: index += 1
            }
        }
        return nil
    }

    /// Returns the end of the title that starts at `start`, after its closing quote. Returns nil if there is none.
    static func titleEnd(in text: [UInt8], at start: Int) -> Int? {
        guard start < text.count else { return nil }
        let opening = text[start]
        guard opening == Byte.quote || opening == Byte.apostrophe || opening == Byte.leftParenthesis else { return nil }
        let closing = opening == Byte.leftParenthesis ? Byte.rightParenthesis : opening
        var index = start + 1
        while index < text.count {
            if text[index] == closing { return index + 1 }
            if text[index] == Byte.leftParenthesis, opening == Byte.leftParenthesis { return nil }
            index += text[index] == Byte.backslash ? 2 : 1
        }
        return nil
    }

    /// Parses an inline link after its `](`. Returns its parts, the title without quotes, or nil if it is no link.
    static func inlineTail(
        in text: [UInt8], at start: Int
    ) -> (destination: Destination, title: Range<Int>?, end: Int)? {
        var index = skipWhiteSpace(in: text, from: start)
        guard let destination = destination(in: text, at: index) else { return nil }
        index = skipWhiteSpace(in: text, from: destination.end)
        var title: Range<Int>?
        if index > destination.end, let end = titleEnd(in: text, at: index) {
            title = index + 1..<end - 1
            index = skipWhiteSpace(in: text, from: end)
        }
        guard index < text.count, text[index] == Byte.rightParenthesis else { return nil }
        return (destination, title, index + 1)
    }

    /// Whether the parenthesis at `start` contains a link destination, so that the brackets before it are the link
    /// text: `[[1]](https://example.org)`. A single word does not count: `[[note]](s)` is a wiki link with an ending.
    static func isDestination(in text: [UInt8], at start: Int) -> Bool {
        guard start < text.count, text[start] == Byte.leftParenthesis, let tail = inlineTail(in: text, at: start + 1)
        else { return false }
        return text[tail.destination.range].contains { "/.:#".utf8.contains($0) }
    }

    /// Parses the reference definition at `start`. Footnotes (`[^1]: …`) and wiki links (`[a]: [[b]]`) are not
    /// definitions.
    static func definition(in text: [UInt8], at start: Int) -> Definition? {
        guard let labelEnd = labelEnd(in: text, at: start), labelEnd + 1 < text.count,
            text[labelEnd + 1] == Byte.colon
        else { return nil }
        let afterColon = skipWhiteSpace(in: text, from: labelEnd + 2)
        guard let destination = destination(in: text, at: afterColon), destination.end > afterColon,
            !text.holds([Byte.leftBracket, Byte.leftBracket], at: afterColon)
        else { return nil }
        let titleStart = skipWhiteSpace(in: text, from: destination.end)
        if titleStart > destination.end, let titleEnd = titleEnd(in: text, at: titleStart),
            let nextLine = nextLine(in: text, from: titleEnd)
        {
            return Definition(
                labelEnd: labelEnd, destination: destination, title: titleStart + 1..<titleEnd - 1,
                range: start..<titleEnd, nextLine: nextLine)
        }
        guard let nextLine = nextLine(in: text, from: destination.end) else { return nil }
        return Definition(
            labelEnd: labelEnd, destination: destination, range: start..<destination.end, nextLine: nextLine)
    }

    /// Returns the normalized label: case-folded, with each run of white space as one space (CommonMark 4.7).
    static func label(_ bytes: ArraySlice<UInt8>) -> String {
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").lowercased().uppercased()
    }

    /// Returns the offset of the bracket that closes the label at `start`, or nil if no valid label starts there. A
    /// label has at most 999 bytes, is not blank, and contains only escaped brackets. One that starts with `^` is a
    /// footnote.
    static func labelEnd(in text: [UInt8], at start: Int) -> Int? {
        guard start < text.count, text[start] == Byte.leftBracket else { return nil }
        var index = start + 1
        guard index < text.count, text[index] != Byte.caret else { return nil }
        var isBlank = true
        while index < text.count, index - start <= 1000 {
            switch text[index] {
            case Byte.rightBracket: return isBlank ? nil : index
            case Byte.leftBracket: return nil
            case Byte.backslash:
                isBlank = false
                index += 2
            default:
                if !text[index].isWhiteSpace { isBlank = false }
                index += 1
            }
        }
        return nil
    }

    /// Returns the start of the next line if only blanks follow `start` on its line, else nil.
    private static func nextLine(in text: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < text.count, text[index].isBlank { index += 1 }
        if index == text.count { return index }
        return text[index] == Byte.newline ? index + 1 : nil
    }

    static func skipWhiteSpace(in text: [UInt8], from start: Int) -> Int {
        var index = start
        while index < text.count, text[index].isWhiteSpace { index += 1 }
        return index
    }

    /// Whether a byte is ASCII punctuation, which a backslash can escape (2.4).
    static func isPunctuation(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !byte.isDigit && !byte.isLetter }
}
