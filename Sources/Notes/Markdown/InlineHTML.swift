import SourceText

/// Finds the ends of HTML tags, comments and the like (CommonMark 6.6) and of autolinks (6.5) in one text.
struct InlineHTML {
    /// The closing marks that do not occur again.
    private var missing: Set<[UInt8]> = []
    /// The remaining budget for tags that turn out to be invalid. It bounds the time for nested quotes that make each
    /// `<` scan to the end of the text.
    private var effort: Int

    init(_ count: Int) { effort = 1000 + 16 * count }

    /// Returns the end of the construct that starts with the `<` at `start`, or nil if the `<` is text.
    mutating func end(in text: [UInt8], at start: Int) -> Int? {
        guard start + 1 < text.count else { return nil }
        switch text[start + 1] {
        case Byte.bang: return declarationEnd(in: text, at: start)
        case Byte.question: return find("?>", in: text, from: start + 2)
        case Byte.slash:
            guard let nameEnd = Self.nameEnd(in: text, at: start + 2) else { return nil }
            return Self.bracketEnd(in: text, at: LinkSyntax.skipWhiteSpace(in: text, from: nameEnd))
        case let byte where byte.isLetter:
            return Self.autolinkEnd(in: text, at: start) ?? tagEnd(in: text, at: start)
        default: return Self.autolinkEnd(in: text, at: start)
        }
    }

    /// Whether the bytes are one opening or closing tag.
    static func isTag(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
        guard range.count > 2, bytes[range.upperBound - 1] == Byte.greater else { return false }
        let text = Array(bytes[range])
        guard text[1].isLetter || text[1] == Byte.slash, !isAutolink(text, at: 0) else { return false }
        var html = InlineHTML(text.count)
        return html.end(in: text, at: 0) == text.count
    }

    /// Returns the references in the opening tag in `range`: the values of `src`, `href` and `poster`.
    static func references(in text: [UInt8], _ range: Range<Int>) -> [Link] {
        guard text[range].contains(Byte.equals), var index = nameEnd(in: text, at: range.lowerBound + 1) else {
            return []
        }
        var links: [Link] = []
        while let attribute = HTMLAttribute(in: text, after: index) {
            index = attribute.range.upperBound
            guard let value = attribute.value else { continue }
            let name = attribute.name(in: text)
            guard ["src", "href", "poster"].contains(name),
                let reference = WrittenReference(in: text, text.trimmed(value), isHTML: true),
                !reference.target.isEmpty
            else { continue }
            links.append(
                Link(
                    kind: .html, isEmbed: name != "href", target: reference.target, fragment: reference.fragment,
                    fragmentRange: reference.fragmentRange, destination: reference.path, style: .attribute,
                    range: attribute.range))
        }
        return links
    }

    /// Returns the references of all tags in an HTML block. Comments contain none, nor do scripts and styles.
    static func references(inBlock text: [UInt8]) -> [Link] {
        var html = InlineHTML(text.count)
        var links: [Link] = []
        var index = 0
        while let start = text[index...].firstIndex(of: Byte.less) {
            guard let end = html.end(in: text, at: start) else {
                // An open comment or the like ends with the block.
                if text.holds([Byte.bang], at: start + 1) { return links }
                index = start + 1
                continue
            }
            index = end
            guard text[start + 1].isLetter, !isAutolink(text, at: start) else { continue }
            links += references(in: text, start..<end)
            index = HTMLBlock.endOfText(of: start, in: text) ?? end
        }
        return links
    }

    static func isAutolink(_ text: [UInt8], at start: Int) -> Bool { autolinkEnd(in: text, at: start) != nil }

    private mutating func declarationEnd(in text: [UInt8], at start: Int) -> Int? {
        let index = start + 2
        if text.holds(Array("--".utf8), at: index) {
            if text.holds([Byte.greater], at: index + 2) { return index + 3 }
            if text.holds(Array("->".utf8), at: index + 2) { return index + 4 }
            return find("-->", in: text, from: index + 2)
        }
        if text.holds(Array("[CDATA[".utf8), at: index) { return find("]]>", in: text, from: index + 7) }
        guard index < text.count, text[index].isLetter else { return nil }
        return find(">", in: text, from: index)
    }

    private mutating func find(_ mark: String, in text: [UInt8], from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        if missing.contains(mark) { return nil }
        var index = start
        while index < text.count {
            if text[index] == mark[0], text.holds(mark, at: index) { return index + mark.count }
            index += 1
        }
        missing.insert(mark)
        return nil
    }

    /// Returns the end of `<scheme:…>` without white space, control characters and `<`, or of `<name@host>`.
    private static func autolinkEnd(in text: [UInt8], at start: Int) -> Int? {
        let isAddress = WrittenReference.isAddress(text[(start + 1)...]) && text[start + 1].isLetter
        var index = start + 1
        var at: Int?
        while index < text.count {
            switch text[index] {
            case Byte.greater:
                if isAddress { return index + 1 }
                return at.map { isMail(text[(start + 1)..<$0], text[($0 + 1)..<index]) } == true ? index + 1 : nil
            case Byte.less, 0...0x20: return nil
            case Byte.at where at == nil: at = index
            default: if !isAddress, index - start > 320 { return nil }
            }
            index += 1
        }
        return nil
    }

    /// Whether a mail address consists of a name and a host as the HTML standard defines them (CommonMark 6.5).
    private static func isMail(_ name: ArraySlice<UInt8>, _ host: ArraySlice<UInt8>) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }
        return !name.isEmpty && name.allSatisfy { isAlphanumeric($0) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
            && host.split(separator: Byte.dot, omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.count < 64 && label.allSatisfy { isAlphanumeric($0) || $0 == Byte.hyphen }
                    && label.first != Byte.hyphen && label.last != Byte.hyphen
            }
    }

    private mutating func tagEnd(in text: [UInt8], at start: Int) -> Int? {
        guard effort > 0, var index = Self.nameEnd(in: text, at: start + 1) else { return nil }
        while let attribute = HTMLAttribute(in: text, after: index) { index = attribute.range.upperBound }
        index = LinkSyntax.skipWhiteSpace(in: text, from: index)
        if index < text.count, text[index] == Byte.slash { index += 1 }
        if let end = Self.bracketEnd(in: text, at: index) { return end }
        effort -= index - start
        return nil
    }

    /// Returns the end of the name of a tag, or nil if there is none.
    static func nameEnd(in text: [UInt8], at start: Int) -> Int? {
        guard start < text.count, text[start].isLetter else { return nil }
        var index = start
        while index < text.count, text[index].isLetter || text[index].isDigit || text[index] == Byte.hyphen {
            index += 1
        }
        return index
    }

    private static func bracketEnd(in text: [UInt8], at index: Int) -> Int? {
        index < text.count && text[index] == Byte.greater ? index + 1 : nil
    }
}
