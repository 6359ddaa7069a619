import Notes
import SourceText

/// What a link may name inside a note: headings, blocks and anchors.
struct NoteAnchors {
    /// Headings by their words, so that `#my-heading` is `My heading!`.
    private var headings: Set<[String]> = []
    /// Headings by the anchors that GitHub makes of them, and those that HTML gives, in small letters.
    private var anchors: Set<String> = []
    /// `^name`, in small letters.
    private var blocks: Set<String> = []

    /// Complexity: O(bytes).
    init(_ note: Note, _ bytes: [UInt8]) {
        // Some programs take a heading as it is written into their links, marks and all.
        headings = Set(note.body.headings.flatMap { [Words.list($0.text), Words.list(bytes.text($0.raw))] })
        var used: [String: Int] = [:]
        for heading in note.body.headings {
            // As https://github.com/Flet/github-slugger does: a second `## Same` is `same-1`.
            let plain = Self.slug(heading.text)
            var slug = plain
            while used[slug] != nil {
                used[plain, default: 0] += 1
                slug = "\(plain)-\(used[plain] ?? 0)"
            }
            used[slug] = 0
            anchors.insert(slug)
        }
        readTags(bytes, from: note.frontMatter.bodyStart)
        readBlocks(bytes)
    }

    /// Whether there is the heading, the last of a heading path, the anchor, or the block.
    func holds(_ fragment: String) -> Bool {
        if anchors.contains(fragment.lowercased()) { return true }
        let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
        if last.hasPrefix("^") { return blocks.contains(last.lowercased()) }
        let words = Words.list(last)
        return words.isEmpty || headings.contains(words) || anchors.contains(last.lowercased())
    }

    /// The anchor that GitHub gives a heading: in small letters, without punctuation, spaces as hyphens.
    static func slug(_ heading: String) -> String {
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
            anchors.insert(bytes.text(index..<end).lowercased())
            index = end
            if quote != nil, index < bytes.count, bytes[index] == quote { index += 1 }
        }
        return index
    }

    // MARK: Blocks

    /// `^name` at the end of a line, alone there or after a blank.
    private mutating func readBlocks(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte == Byte.caret {
            guard index == 0 || bytes[index - 1].isWhiteSpace else { continue }
            var end = index + 1
            while end < bytes.count, bytes[end].isLetter || bytes[end].isDigit || bytes[end] == Byte.hyphen { end += 1 }
            if end > index + 1, bytes[end..<bytes.lineEnd(from: end)].allSatisfy(\.isWhiteSpace) {
                blocks.insert(bytes.text(index..<end).lowercased())
            }
        }
    }
}
