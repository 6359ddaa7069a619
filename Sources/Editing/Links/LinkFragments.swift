import Notes
import Searching
import SourceText

/// The writing of fragments of links: `#part`.
enum LinkFragments {
    /// Returns the edits that replace the fragments of links, or the last heading of a path of headings, each in the
    /// form of its link. Returns nil if quoting hides a fragment, or cannot represent the new one.
    static func edits(_ changes: [(link: OpenLink, fragment: String)], in note: OpenNote) -> [ByteEdit]? {
        var edits: [ByteEdit] = []
        var texts: [PropertyText: [(part: Range<Int>, text: String)]] = [:]
        for (link, fragment) in changes {
            guard let range = link.fragmentRange else { return nil }
            let start = note.bytes[range].lastIndex(of: Byte.hash).map { $0 + 1 } ?? range.lowerBound
            let part = start..<range.upperBound
            switch link.form {
            case .wiki: edits.append(ByteEdit(part, Array(fragment.utf8)))
            case .markdown, .definition, .html:
                let style = link.form == .html ? Link.Style.attribute : .bare
                guard let written = style.written(fragment) else { return nil }
                edits.append(ByteEdit(part, written))
            case .frontMatter:
                if let text = link.number.flatMap({ note.note.references[$0].text }) {
                    texts[text, default: []].append((part, fragment))
                } else {
                    edits.append(ByteEdit(part, Array(fragment.utf8)))
                }
            }
        }
        for (text, parts) in texts {
            guard let written = text.edits(parts, in: note.bytes) else { return nil }
            edits += written
        }
        return edits
    }
}

/// The place of a link in a note, which stays the same when the texts of links change.
enum LinkNumber: Hashable {
    /// By its place among the references.
    case reference(Int)
    /// By its place among the links to parts of the note itself.
    case part(Int)
}

extension OpenNote {
    /// Returns the links with their numbers.
    func numberedLinks() -> [LinkNumber: OpenLink] {
        var numbered: [LinkNumber: OpenLink] = [:]
        var parts = 0
        for link in links {
            if let number = link.number {
                numbered[.reference(number)] = link
            } else {
                numbered[.part(parts)] = link
                parts += 1
            }
        }
        return numbered
    }

    /// Returns the numbers of the links by their ranges.
    func linkNumbers() -> [Range<Int>: LinkNumber] {
        Dictionary(numberedLinks().map { ($0.value.range, $0.key) }) { first, _ in first }
    }
}
