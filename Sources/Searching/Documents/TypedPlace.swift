import Notes
import SourceText

/// The element that the user is typing at a position of a note, derived from the text before it on the line.
///
/// Parsing the note then decides whether the position is code. In a long note that is too slow after each key, so
/// `isInCode` decides.
package enum TypedPlace: Hashable, Sendable {
    /// The target of `[[…`: the typed text, and its range after the brackets.
    case wikiTarget(typed: String, range: Range<Int>, isEmbed: Bool)
    /// The fragment of `[[target#…` or `](target#…`. That of a block follows `^`. `range` begins at `#` or `^`.
    case part(of: String, typed: String, range: Range<Int>, isBlock: Bool, isWiki: Bool)
    /// A path in `](…`, `![](…`, `](<…` or `[label]: …`.
    case path(typed: String, range: Range<Int>, isAngle: Bool)
    /// The label in `[text][…`.
    case definition(typed: String, range: Range<Int>)
    /// `#…`, without the sign.
    case hashtag(typed: String, range: Range<Int>)
    /// The text of a heading, after its signs.
    case heading(typed: String, range: Range<Int>)
    /// A front matter key.
    case key(typed: String, range: Range<Int>)
    /// A value of a front matter key, or an entry of its list: the typed text, and range and quote of the whole value.
    case value(key: String, typed: String, range: Range<Int>, quote: UInt8?)
    /// A query after `query:`.
    /// - Parameter isInBlock: whether it is the query of a live block.
    case query(typed: String, range: Range<Int>, isInBlock: Bool)
    case nothing

    /// - Parameter offset: the end of the typed text.
    package init(_ note: OpenNote, at offset: Int) {
        let finder = PlaceFinder(note.bytes, offset) { note.rules.keys.name($0)?.key.isList ?? false }
        if finder.isInFrontMatter {
            self = finder.placeInFrontMatter()
        } else if note.isLong {
            self = finder.isInCode ? .nothing : finder.placeInBody()
        } else {
            let place = finder.placeInBody()
            self = place == .nothing || finder.isText(place) ? place : .nothing
        }
    }
}

extension OpenNote {
    /// Returns those of `offsets`, positions in the body, that are outside code, comments and HTML.
    ///
    /// Complexity: O(bytes), regardless of the number of positions.
    package func areText(_ offsets: [Int]) -> Set<Int> {
        if isLong { return Set(offsets.filter { !PlaceFinder(bytes, $0).isInCode }) }
        // A link inserted at a position is parsed as a link only if the position is text.
        let probe = Array("[[x]]".utf8)
        var probed: [UInt8] = []
        var from = 0
        var starts: [(offset: Int, start: Int)] = []
        for offset in Set(offsets).sorted() where offset <= bytes.count {
            probed += bytes[from..<offset]
            starts.append((offset, probed.count))
            probed += probe
            from = offset
        }
        probed += bytes[from...]
        let links = Self.linkStarts(in: probed)
        return Set(starts.filter { links.contains($0.start) }.map(\.offset))
    }

    /// Returns whether a position of the body is outside code, comments and HTML.
    package func isText(_ offset: Int) -> Bool { areText([offset]).contains(offset) }

    fileprivate static func linkStarts(in bytes: [UInt8]) -> Set<Int> {
        Set(Body(bytes, from: FrontMatter.bodyStart(of: bytes)).links.map { $0.range.lowerBound })
    }
}

/// A finder of the element that ends at `offset`, from the text before it on its line.
struct PlaceFinder {
    let bytes: [UInt8]
    let offset: Int
    let line: Range<Int>
    /// Whether a key takes a list, whose entries commas separate.
    private let isList: (String) -> Bool

    init(_ bytes: [UInt8], _ offset: Int, isList: @escaping (String) -> Bool = { _ in false }) {
        self.isList = isList
        self.bytes = bytes
        self.offset = min(max(0, offset), bytes.count)
        var start = self.offset
        while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
        line = start..<bytes.lineEnd(from: self.offset)
    }

    /// The typed part of the line.
    private var before: Range<Int> { line.lowerBound..<offset }

    func placeInFrontMatter() -> TypedPlace { wikiLink() ?? frontMatter() }

    func placeInBody() -> TypedPlace {
        blockQuery() ?? wikiLink() ?? query() ?? markdownLink() ?? hashtag() ?? heading() ?? .nothing
    }

    /// Whether the typed element is outside code, comments and HTML: a link in its place would be parsed as one.
    func isText(_ place: TypedPlace) -> Bool {
        guard let open = opening(of: place) else { return true }
        let probed = Array(bytes[..<open] + Array("[[x]]".utf8) + bytes[offset...])
        return OpenNote.linkStarts(in: probed).contains(open)
    }

    /// Returns where the typed element begins, or nil if it is not Markdown.
    private func opening(of place: TypedPlace) -> Int? {
        switch place {
        case .wikiTarget(_, let range, let isEmbed): return range.lowerBound - (isEmbed ? 3 : 2)
        case .part(_, _, let range, _, let isWiki):
            let before = bytes[line.lowerBound..<range.lowerBound]
            guard isWiki else { return before.lastIndex(of: Byte.rightBracket) }
            guard let open = before.lastIndex(of: Byte.leftBracket).map({ $0 - 1 }) else { return nil }
            // An embed begins at its '!'.
            return open > line.lowerBound && bytes[open - 1] == Byte.bang ? open - 1 : open
        case .path(_, let range, _):
            return bytes[line.lowerBound..<range.lowerBound].lastIndex(of: Byte.rightBracket)
        case .definition(_, let range): return range.lowerBound - 2
        case .hashtag(_, let range): return range.lowerBound - 1
        case .query, .heading: return line.lowerBound
        case .key, .value, .nothing: return nil
        }
    }

    // MARK: Position

    var isInFrontMatter: Bool {
        let bodyStart = FrontMatter.bodyStart(of: bytes)
        let start = bytes.holds([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        guard bytes.holds(Array("---".utf8), at: start), offset > bytes.lineEnd(from: start) else { return false }
        if bodyStart > start { return offset < bodyStart && !isMark(line) }
        // Front matter that is not closed yet ends at the first line that is neither a key nor a list item.
        var index = bytes.lineEnd(from: start) + 1
        while index < line.lowerBound {
            let end = bytes.lineEnd(from: index)
            let text = bytes.trimmed(index..<end)
            if text.isEmpty || (bytes[text.lowerBound] != Byte.hyphen && !bytes[text].contains(Byte.colon)) {
                return false
            }
            index = end + 1
        }
        return true
    }

    private func isMark(_ line: Range<Int>) -> Bool {
        ["---", "..."].contains(bytes.text(bytes.trimmed(line)))
    }

    // MARK: Links

    private func wikiLink() -> TypedPlace? {
        var index = offset - 2
        while index >= line.lowerBound {
            if bytes[index] == Byte.rightBracket, bytes[index + 1] == Byte.rightBracket { return nil }
            if bytes[index] == Byte.leftBracket, bytes[index + 1] == Byte.leftBracket { break }
            index -= 1
        }
        guard index >= line.lowerBound else { return nil }
        let inside = index + 2..<offset
        if bytes[inside].contains(Byte.bar) { return .nothing }
        let isEmbed = index > line.lowerBound && bytes[index - 1] == Byte.bang
        if let sign = bytes[inside].firstIndex(where: { $0 == Byte.hash || $0 == Byte.caret }) {
            var start = sign + 1
            var isBlock = bytes[sign] == Byte.caret
            if !isBlock, start < offset, bytes[start] == Byte.caret {
                isBlock = true
                start += 1
            }
            // In a path of headings, the last one is being typed.
            if let last = bytes[start..<offset].lastIndex(of: Byte.hash) { start = last + 1 }
            return .part(
                of: bytes.text(bytes.trimmed(inside.lowerBound..<sign)), typed: bytes.text(start..<offset),
                range: sign..<offset, isBlock: isBlock, isWiki: true)
        }
        return .wikiTarget(typed: bytes.text(inside), range: inside, isEmbed: isEmbed)
    }

    private func markdownLink() -> TypedPlace? {
        var index = offset - 1
        while index > line.lowerBound {
            if bytes[index] == Byte.leftParenthesis, bytes[index - 1] == Byte.rightBracket { break }
            if bytes[index] == Byte.rightParenthesis { return labels() }
            index -= 1
        }
        guard index > line.lowerBound else { return labels() }
        var start = index + 1
        let isAngle = start < offset && bytes[start] == Byte.less
        if isAngle { start += 1 }
        return destination(from: start, isAngle: isAngle)
    }

    private func destination(from start: Int, isAngle: Bool) -> TypedPlace? {
        guard start <= offset else { return nil }
        let typed = start..<offset
        if bytes[typed].contains(Byte.greater) || (!isAngle && bytes[typed].contains(Byte.space)) { return nil }
        if let hash = bytes[typed].firstIndex(of: Byte.hash) {
            let isBlock = hash + 1 < offset && bytes[hash + 1] == Byte.caret
            return .part(
                of: Self.decoded(bytes[start..<hash]), typed: bytes.text(hash + (isBlock ? 2 : 1)..<offset),
                range: hash..<offset, isBlock: isBlock, isWiki: false)
        }
        if bytes.text(typed).contains("://") { return nil }
        return .path(typed: Self.decoded(bytes[typed]), range: typed, isAngle: isAngle)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.percentDecoded, as: UTF8.self)
    }

    /// Returns the place in `[text][…`, or in `[label]: …` at the beginning of the line.
    private func labels() -> TypedPlace? {
        if let open = bytes[before].lastIndex(of: Byte.leftBracket), open > line.lowerBound,
            bytes[open - 1] == Byte.rightBracket, !bytes[open..<offset].contains(Byte.rightBracket)
        {
            return .definition(typed: bytes.text(open + 1..<offset), range: open + 1..<offset)
        }
        let text = bytes.trimmed(before)
        guard !text.isEmpty, bytes[text.lowerBound] == Byte.leftBracket,
            let close = bytes[text].firstIndex(of: Byte.rightBracket), close + 1 < offset,
            bytes[close + 1] == Byte.colon
        else { return nil }
        var start = close + 2
        while start < offset, bytes[start].isBlank { start += 1 }
        guard start > close + 2 else { return nil }
        let isAngle = start < offset && bytes[start] == Byte.less
        return destination(from: isAngle ? start + 1 : start, isAngle: isAngle)
    }

    private func hashtag() -> TypedPlace? {
        guard let hash = bytes[before].lastIndex(of: Byte.hash) else { return nil }
        guard hash == line.lowerBound || bytes[hash - 1].isWhiteSpace else { return nil }
        let isTag = bytes[hash + 1..<offset].allSatisfy {
            $0.isLetter || $0.isDigit || $0 >= 0x80 || "_-/".utf8.contains($0)
        }
        guard isTag else { return nil }
        var end = offset
        while end < bytes.count,
            bytes[end].isLetter || bytes[end].isDigit || bytes[end] >= 0x80
                || "_-/".utf8.contains(bytes[end])
        { end += 1 }
        return .hashtag(typed: bytes.text(hash + 1..<offset), range: hash + 1..<end)
    }

    private func heading() -> TypedPlace? {
        let level = bytes[before].prefix { $0 == Byte.hash }.count
        guard (1...6).contains(level) else { return nil }
        let end = line.lowerBound + level
        var start = end
        while start < offset, bytes[start].isBlank { start += 1 }
        if start == end, start < offset { return nil }
        return .heading(typed: bytes.text(start..<offset), range: start..<offset)
    }

    /// Returns the query of a live block, whose comment may not be closed yet.
    private func blockQuery() -> TypedPlace? {
        let text = bytes[line.lowerBound..<offset]
        guard let open = text.firstRange(of: Array("<!--".utf8))?.upperBound,
            text[open...].firstRange(of: Array("-->".utf8)) == nil
        else { return nil }
        var start = open
        while start < offset, bytes[start].isBlank { start += 1 }
        guard bytes.holds(Array("slip:".utf8), at: start), start + 5 <= offset else { return nil }
        start += 5
        while start < offset, bytes[start].isBlank { start += 1 }
        return .query(typed: bytes.text(start..<offset), range: start..<offset, isInBlock: true)
    }

    private func query() -> TypedPlace? {
        var start = line.lowerBound
        while start < offset, bytes[start].isBlank { start += 1 }
        let word = Array("query:".utf8)
        guard bytes.holds(word, at: start), start + word.count <= offset else { return nil }
        start += word.count
        while start < offset, bytes[start].isBlank || bytes[start] == Byte.quote || bytes[start] == Byte.apostrophe {
            start += 1
        }
        return .query(typed: bytes.text(start..<offset), range: start..<offset, isInBlock: false)
    }

    // MARK: Front matter

    private func frontMatter() -> TypedPlace {
        if let query = query() { return query }
        let text = line.lowerBound..<offset
        var start = text.lowerBound
        while start < offset, bytes[start].isBlank { start += 1 }
        if start < offset, bytes[start] == Byte.hyphen {
            start += 1
            guard let key = keyAbove else { return .nothing }
            return value(of: key, from: start)
        }
        if let colon = bytes[start..<offset].firstIndex(of: Byte.colon) {
            let key = bytes.text(bytes.trimmed(start..<colon))
            var valueStart = colon + 1
            let value = bytes.trimmed(valueStart..<offset)
            if !value.isEmpty, bytes[value.lowerBound] == Byte.leftBracket {
                let mark = bytes[value.lowerBound..<offset].lastIndex {
                    $0 == Byte.leftBracket || $0 == Byte.comma
                }
                valueStart = (mark ?? value.lowerBound) + 1
                return self.value(of: key, from: valueStart, isFlow: true)
            }
            if isList(key), let comma = bytes[valueStart..<offset].lastIndex(of: Byte.comma) { valueStart = comma + 1 }
            return self.value(of: key, from: valueStart, isFlow: isList(key))
        }
        return start == text.lowerBound ? .key(typed: bytes.text(start..<offset), range: start..<offset) : .nothing
    }

    private func value(of key: String, from start: Int, isFlow: Bool = false) -> TypedPlace {
        var start = start
        while start < offset, bytes[start].isBlank { start += 1 }
        let first = start < offset ? bytes[start] : Byte.space
        let quote = first == Byte.quote || first == Byte.apostrophe ? first : nil
        if quote != nil { start += 1 }
        // The rest of an existing value after the typed text.
        let rest = bytes[offset..<bytes.lineEnd(from: offset)]
        var end = offset
        if let quote {
            end = rest.firstIndex(of: quote) ?? offset
        } else {
            let stop = rest.firstIndex { isFlow && ",]".utf8.contains($0) || $0.isLineEnd } ?? rest.endIndex
            end = max(offset, bytes.trimmed(offset..<stop).upperBound)
            if rest.first.map(\.isBlank) ?? true { end = offset }
        }
        return .value(key: key, typed: bytes.text(start..<offset), range: start..<end, quote: quote)
    }

    /// The key whose list contains the line.
    private var keyAbove: String? {
        var end = line.lowerBound - 1
        while end > 0 {
            var start = end
            while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
            let text = bytes.trimmed(start..<end)
            if !text.isEmpty, bytes[text.lowerBound] != Byte.hyphen {
                guard let colon = bytes[text].firstIndex(of: Byte.colon) else { return nil }
                return bytes.text(bytes.trimmed(text.lowerBound..<colon))
            }
            end = start - 1
        }
        return nil
    }
}
