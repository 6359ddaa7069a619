import SourceText

/// What a link may name inside a note: headings, blocks and anchors, each by a number of 64 bits, so that they can be
/// kept; that two have one number is less likely than that the disk errs.
package struct NoteAnchors: Sendable {
    private enum Kind: String {
        /// A heading by its words, so that `#my-heading` is `My heading!`.
        case heading
        /// A heading by the anchor that GitHub makes of it, or what HTML or an attribute list gives, in small letters.
        case anchor
        /// `^name`, in small letters.
        case block
    }

    /// Where each is, the first of several; an empty range where only the number was kept.
    private var places: [Int64: Range<Int>] = [:]

    package var hashes: some Collection<Int64> { places.keys }

    package init(hashes: [Int64]) { for hash in hashes { places[hash] = 0..<0 } }

    /// Complexity: O(bytes).
    package init(_ note: Note, _ bytes: [UInt8]) {
        for (heading, slug) in zip(note.body.headings, Self.slugs(note.body.headings.map(\.text))) {
            // Some programs take a heading as it is written into their links, marks and all.
            for text in [heading.text, bytes.text(heading.raw)] {
                insert(.heading, Words.list(text).joined(separator: " "), heading.range)
            }
            insert(.anchor, slug, heading.range)
        }
        readTags(bytes, from: note.frontMatter.bodyStart)
        readAttributeLists(bytes, from: note.frontMatter.bodyStart)
        readBlocks(bytes)
    }

    private static func hash(_ kind: Kind, _ name: String) -> Int64 {
        ContentHash.hash(Array("\(kind.rawValue)\n\(name)".utf8))
    }

    private mutating func insert(_ kind: Kind, _ name: String, _ range: Range<Int>) {
        let hash = Self.hash(kind, name)
        if places[hash] == nil { places[hash] = range }
    }

    private func place(_ kind: Kind, _ name: String) -> Range<Int>? { places[Self.hash(kind, name)] }

    /// Whether there is the heading, the last of a heading path, the anchor, or the block.
    package func holds(_ fragment: String) -> Bool { place(of: fragment) != nil }

    /// Where that is: the line of the heading or block, the tag; the note's beginning for what names nothing.
    package func place(of fragment: String) -> Range<Int>? {
        if let anchor = place(.anchor, fragment.lowercased()) { return anchor }
        let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
        if last.hasPrefix("^") { return place(.block, last.lowercased()) }
        let words = Words.list(last).joined(separator: " ")
        return words.isEmpty ? 0..<0 : place(.heading, words) ?? place(.anchor, last.lowercased())
    }

    /// The anchors of headings in their order, as https://github.com/Flet/github-slugger gives them: a second `## Same` is
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

    /// The anchor that GitHub gives a heading: in small letters, without punctuation, spaces as hyphens.
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

    // MARK: HTML

    /// The values of `id` in any tag, and of `name` in `<a>`.
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

    /// Gives where the tag ends, or where it turns out to be none.
    private mutating func readAttributes(_ bytes: [UInt8], from start: Int, ofLink isLink: Bool) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != Byte.greater, bytes[index] != Byte.less {
            guard bytes[index].isWhiteSpace else {
                // A value in quotes that is of no interest, or anything else.
                if bytes[index] == Byte.quote || bytes[index] == Byte.apostrophe {
                    let line = bytes.lineEnd(from: index)
                    index = bytes[(index + 1)..<line].firstIndex(of: bytes[index]) ?? index
                }
                index += 1
                continue
            }
            index += 1
            let name: String
            if bytes.holds(Array("id=".utf8), at: index) {
                name = "id="
            } else if isLink, bytes.holds(Array("name=".utf8), at: index) {
                name = "name="
            } else {
                continue
            }
            index += name.utf8.count
            guard index < bytes.count else { break }
            let quote = bytes[index] == Byte.quote || bytes[index] == Byte.apostrophe ? bytes[index] : nil
            if quote != nil { index += 1 }
            var end = index
            while end < bytes.count, bytes[end] != quote, bytes[end] != Byte.greater, !bytes[end].isLineEnd,
                quote != nil || !bytes[end].isWhiteSpace
            {
                end += 1
            }
            insert(.anchor, bytes.text(index..<end).lowercased(), index..<end)
            index = end
            if quote != nil, index < bytes.count, bytes[index] == quote { index += 1 }
        }
        return index
    }

    /// The ids of `{#id}` and `{: #id}`.
    private mutating func readAttributeLists(_ bytes: [UInt8], from start: Int) {
        var index = start
        while let open = bytes[index...].firstIndex(of: Byte.leftBrace) {
            let list = AttributeList(in: bytes, at: open)
            if let id = list?.id { insert(.anchor, bytes.text(id).lowercased(), id) }
            index = list?.range.upperBound ?? open + 1
        }
    }

    // MARK: Blocks

    /// `^name` at the end of a line, alone there or after a blank.
    private mutating func readBlocks(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte == Byte.caret {
            guard index == 0 || bytes[index - 1].isWhiteSpace else { continue }
            var end = index + 1
            while end < bytes.count, bytes[end].isLetter || bytes[end].isDigit || bytes[end] == Byte.hyphen { end += 1 }
            if end > index + 1, bytes[end..<bytes.lineEnd(from: end)].allSatisfy(\.isWhiteSpace) {
                insert(.block, bytes.text(index..<end).lowercased(), index..<end)
            }
        }
    }
}
