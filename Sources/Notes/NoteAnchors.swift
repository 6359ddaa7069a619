import SourceText

/// The headings, blocks and anchors of a note that a fragment can name.
///
/// Each is stored as a 64-bit hash to save space. A collision is less likely than a disk error.
package struct NoteAnchors: Sendable {
    private enum Kind: String {
        /// A heading by its words, so that `#my-heading` matches `My heading!`.
        case heading
        /// The anchor that GitHub derives from a heading, or an id from HTML or an attribute list, in lower case.
        case anchor
        /// `^name`, in lower case.
        case block
    }

    /// The position of each anchor, the first one of several. Empty if only the hash was stored.
    private var places: [Int64: Range<Int>] = [:]

    package var hashes: some Collection<Int64> { places.keys }

    package init(hashes: [Int64]) { for hash in hashes { places[hash] = 0..<0 } }

    /// Complexity: O(bytes).
    package init(_ note: Note, _ bytes: [UInt8]) {
        for (heading, slug) in zip(note.body.headings, Self.slugs(note.body.headings.map(\.text))) {
            // Some programs copy a heading into their links with its markup.
            for text in [heading.text, bytes.text(heading.raw)] {
                insert(.heading, Words.list(text).joined(separator: " "), at: heading.range)
                // In a fragment, `#` separates headings, unless one has this text.
                if text.contains("#") { insert(.heading, Folding.fold(text), at: heading.range) }
            }
            insert(.anchor, slug, at: heading.range)
            if let slug = Self.slugWithoutBreaks(bytes.text(heading.raw)) { insert(.anchor, slug, at: heading.range) }
        }
        readTags(bytes, from: note.frontMatter.bodyStart)
        readAttributeLists(bytes, from: note.frontMatter.bodyStart)
        readBlocks(bytes)
    }

    private static func hash(_ kind: Kind, _ name: String) -> Int64 {
        ContentHash.hash(Array("\(kind.rawValue)\n\(name)".utf8))
    }

    private mutating func insert(_ kind: Kind, _ name: String, at range: Range<Int>) {
        let hash = Self.hash(kind, name)
        if places[hash] == nil { places[hash] = range }
    }

    private func place(_ kind: Kind, _ name: String) -> Range<Int>? { places[Self.hash(kind, name)] }

    /// Whether the note has the heading, block or anchor that `fragment` names. Of a heading path only the last part
    /// counts, but a heading with the whole text comes first. True for a fragment without words.
    package func holds(_ fragment: String) -> Bool { place(of: fragment) != nil }

    /// Returns the position of the heading, block or tag that `fragment` names, or nil if there is none. Returns an
    /// empty range at 0 if the fragment has no words, or if only hashes are known.
    package func place(of fragment: String) -> Range<Int>? {
        if let anchor = place(.anchor, fragment.lowercased()) { return anchor }
        if fragment.contains("#"), let whole = place(.heading, Folding.fold(fragment)) { return whole }
        let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
        if last.hasPrefix("^") { return place(.block, last.lowercased()) }
        let words = Words.list(last).joined(separator: " ")
        return words.isEmpty ? 0..<0 : place(.heading, words) ?? place(.anchor, last.lowercased())
    }

    /// Returns the anchors of headings as https://github.com/Flet/github-slugger derives them: a second `## Same` is
    /// `same-1`.
    package static func slugs(_ headings: [String]) -> [String] {
        var used: [String: Int] = [:]
        return headings.map { heading in
            let plain = Self.slug(heading)
            var slug = plain
            while used[slug] != nil {
                used[plain, default: 0] += 1
                slug = "\(plain)-\(used[plain] ?? 0)"
            }
            used[slug] = 0
            return slug
        }
    }

    /// Returns the anchor that GitHub derives from a heading: lower case, no punctuation, hyphens for spaces.
    package static func slug(_ heading: String) -> String {
        var slug = String.UnicodeScalarView()
        for scalar in heading.lowercased().unicodeScalars {
            switch scalar {
            case " ": slug.append("-")
            case "-", "_": slug.append(scalar)
            default:
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                    .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
                    .connectorPunctuation:
                    slug.append(scalar)
                default: continue
                }
            }
        }
        return String(slug)
    }

    /// Returns the anchor that GitHub derives from a heading with `<br>`, which joins the words. Nil for other headings.
    private static func slugWithoutBreaks(_ raw: String) -> String? {
        var rest = raw.lowercased()[...]
        var text = ""
        while let start = rest.firstRange(of: "<br"), let end = rest[start.upperBound...].firstIndex(of: ">") {
            text += rest[..<start.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return text.isEmpty ? nil : slug(text + rest)
    }

    // MARK: HTML

    /// Reads the values of `id` in any tag, and of `name` in `<a>`.
    private mutating func readTags(_ bytes: [UInt8], from start: Int) {
        var index = start
        while let open = bytes[index...].firstIndex(of: Byte.less) {
            index = open + 1
            guard index < bytes.count, bytes[index].isLetter else { continue }
            let nameEnd = bytes[index...].firstIndex { !$0.isLetter && !$0.isDigit } ?? bytes.count
            let isLink = nameEnd == index + 1 && bytes[index].lowercased == UInt8(ascii: "a")
            index = readAttributes(bytes, from: nameEnd, ofLink: isLink)
        }
    }

    /// Returns the end of the tag, or the offset at which it proves not to be a tag.
    private mutating func readAttributes(_ bytes: [UInt8], from start: Int, ofLink isLink: Bool) -> Int {
        let names = (isLink ? ["id=", "name="] : ["id="]).map { Array($0.utf8) }
        var index = start
        while index < bytes.count, bytes[index] != Byte.greater, bytes[index] != Byte.less {
            guard bytes[index].isWhiteSpace else {
                // Skip the quoted value of another attribute.
                if bytes[index] == Byte.quote || bytes[index] == Byte.apostrophe {
                    let line = bytes.lineEnd(from: index)
                    index = bytes[(index + 1)..<line].firstIndex(of: bytes[index]) ?? index
                }
                index += 1
                continue
            }
            index += 1
            guard let name = names.first(where: { bytes.holds($0, at: index) }) else { continue }
            index += name.count
            guard index < bytes.count else { break }
            let quote = bytes[index] == Byte.quote || bytes[index] == Byte.apostrophe ? bytes[index] : nil
            if quote != nil { index += 1 }
            var end = index
            while end < bytes.count, bytes[end] != quote, bytes[end] != Byte.greater, !bytes[end].isLineEnd,
                quote != nil || !bytes[end].isWhiteSpace
            {
                end += 1
            }
            insert(.anchor, bytes.text(index..<end).lowercased(), at: index..<end)
            index = end
            if quote != nil, index < bytes.count, bytes[index] == quote { index += 1 }
        }
        return index
    }

    /// Reads the ids of `{#id}` and `{: #id}`.
    private mutating func readAttributeLists(_ bytes: [UInt8], from start: Int) {
        var index = start
        while let open = bytes[index...].firstIndex(of: Byte.leftBrace) {
            let list = AttributeList(in: bytes, at: open)
            if let id = list?.id { insert(.anchor, bytes.text(id).lowercased(), at: id) }
            index = list?.range.upperBound ?? open + 1
        }
    }

    // MARK: Blocks

    /// Reads `^name` at the end of a line, either alone on it or after white space.
    private mutating func readBlocks(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte == Byte.caret {
            guard index == 0 || bytes[index - 1].isWhiteSpace else { continue }
            var end = index + 1
            while end < bytes.count, bytes[end].isLetter || bytes[end].isDigit || bytes[end] == Byte.hyphen { end += 1 }
            if end > index + 1, bytes[end..<bytes.lineEnd(from: end)].allSatisfy(\.isWhiteSpace) {
                insert(.block, bytes.text(index..<end).lowercased(), at: index..<end)
            }
        }
    }
}
