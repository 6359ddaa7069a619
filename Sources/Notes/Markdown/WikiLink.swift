import SourceText

/// The parts of `[[target#heading|label]]`, as offsets into the text of a paragraph.
struct WikiLink {
    /// The offset of the first bracket.
    var start: Int
    var end: Int
    /// The path without surrounding white space. Empty for `[[#part]]`.
    var path: Range<Int>
    var fragment: Range<Int>?
    var label: Range<Int>?
    var isAddress: Bool

    /// Parses the wiki link at `start`, which must end on its line. `\|`, as used in tables, counts as `|`.
    ///
    /// In `[[[` the last two brackets open the link, likewise in `[[a [[b]]`. At most two attempts therefore visit a
    /// byte outside code.
    ///
    /// `](` ends the attempt except in a heading, because it belongs to a Markdown link (`[[a](b), c[d]]`). Code spans
    /// take precedence over links, so `]]` in a code span closes nothing.
    ///
    /// - Parameter isEmbed: whether a `!` precedes it.
    init?(in text: [UInt8], at start: Int, isEmbed: Bool, codeSpans: inout CodeSpans) {
        guard text.holds([Byte.leftBracket, Byte.leftBracket], at: start) else { return nil }
        var bar: Int?
        var hash: Int?
        var index = start + 2
        scan: while true {
            guard index < text.count else { return nil }
            let following = index + 1 < text.count ? text[index + 1] : Byte.newline
            switch text[index] {
            case Byte.newline:
                return nil
            case Byte.leftBracket:
                if following == Byte.leftBracket || index == start + 2 { return nil }
            case Byte.rightBracket:
                if following == Byte.rightBracket { break scan }
                // A heading may contain a link.
                if following == Byte.leftParenthesis, hash == nil || bar != nil { return nil }
            case Byte.backtick:
                if let end = codeSpans.end(in: text, at: index) {
                    guard !text[index..<end].contains(Byte.newline) else { return nil }
                    index = end
                } else {
                    index = CodeSpans.runEnd(in: text, from: index)
                }
                continue scan
            case Byte.bar where bar == nil:
                bar = index
            case Byte.hash where bar == nil && hash == nil:
                hash = index
            default:
                break
            }
            index += 1
        }
        guard !text.trimmed(start + 2..<index).isEmpty else { return nil }
        self.start = start
        end = index + 2
        var targetEnd = bar ?? index
        if bar != nil, targetEnd > start + 2, text[targetEnd - 1] == Byte.backslash { targetEnd -= 1 }
        // In `[[a\|b#c]]` the hash counts only before the bar. `#\|` leaves an empty heading.
        path = text.trimmed(start + 2..<(hash ?? targetEnd))
        fragment = hash.map { text.trimmed($0 + 1..<max($0 + 1, targetEnd)) }.flatMap { $0.isEmpty ? nil : $0 }
        if hash == nil, isEmbed, let block = Self.block(in: text, path) {
            (path, fragment) = (text.trimmed(path.lowerBound..<block.lowerBound), block)
        }
        label = bar.map { $0 + 1..<index }
        // A title can start like a scheme (`Re: budget`), so only `scheme://` is an address here.
        isAddress = WikiLink.isAddress(text[path])
    }

    /// Returns the block in the target of an embed without a `#`: `![[note^id]]` means `![[note#^id]]`. Nil if the target
    /// does not end with one. Links do not have this form. Names may end with an exponent: `![[2^10]]`, `![[E=mc^2]]` and
    /// `![[x^n]]` embed notes. An id therefore has at least two characters, one of them a letter.
    static func block(in text: [UInt8], _ target: Range<Int>) -> Range<Int>? {
        guard let caret = text[target].lastIndex(of: Byte.caret), caret > target.lowerBound else { return nil }
        let id = text[caret + 1..<target.upperBound]
        guard id.count > 1, id.contains(where: \.isLetter),
            id.allSatisfy({ $0.isLetter || $0.isDigit || $0 == Byte.hyphen })
        else { return nil }
        return caret..<target.upperBound
    }

    private static func isAddress(_ path: ArraySlice<UInt8>) -> Bool {
        guard let colon = path.prefix(33).firstIndex(of: Byte.colon) else { return false }
        return path[(colon + 1)...].starts(with: [Byte.slash, Byte.slash]) && WrittenReference.isAddress(path)
    }
}
