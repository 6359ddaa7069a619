import Notes
import Searching
import SourceText

/// The writing of fragments of links: `#part`.
enum LinkFragments {
    /// Returns the edits that replace the fragments of links, each in the form of its link. Of a path of headings, only
    /// the parts that differ are replaced. Returns nil if quoting hides a fragment, or cannot represent the new one.
    static func edits(_ changes: [(link: OpenLink, fragment: String)], in note: OpenNote) -> [ByteEdit]? {
        var edits: [ByteEdit] = []
        var texts: [PropertyText: [(part: Range<Int>, text: String)]] = [:]
        for (link, fragment) in changes {
            guard let range = link.fragmentRange, let old = link.fragment else { return nil }
            for (part, text) in changedParts(range, of: note.bytes, from: old, to: fragment) {
                switch link.form {
                case .wiki: edits.append(ByteEdit(part, Array(text.utf8)))
                case .markdown, .definition, .html:
                    let style = link.form == .html ? Link.Style.attribute : .bare
                    guard let written = style.writtenPart(text) else { return nil }
                    edits.append(ByteEdit(part, written))
                case .frontMatter:
                    if let property = link.number.flatMap({ note.note.references[$0].text }) {
                        texts[property, default: []].append((part, text))
                    } else {
                        edits.append(ByteEdit(part, Array(text.utf8)))
                    }
                }
            }
        }
        for (text, parts) in texts {
            guard let written = text.edits(parts, in: note.bytes) else { return nil }
            edits += written
        }
        return edits
    }

    /// Returns the parts of a path of headings that differ from those of another: the range of each, and its new text.
    /// Returns the whole range if the bytes between `#` are not the parts, because some are escaped.
    static func changedParts(
        _ range: Range<Int>, of bytes: [UInt8], from old: String, to new: String
    ) -> [(range: Range<Int>, text: String)] {
        let written = bytes[range].split(separator: Byte.hash, omittingEmptySubsequences: false)
        let (before, after) = (NoteHeadings.parts(of: old), NoteHeadings.parts(of: new))
        if before.count != after.count || written.count != before.count { return [(range, new)] }
        return before.indices.compactMap { part in
            if before[part].utf8.elementsEqual(after[part].utf8) { return nil }
            return (written[part].startIndex..<written[part].endIndex, after[part])
        }
    }

    /// Returns a fragment with another last part.
    static func replacingLast(of fragment: String, with text: String) -> String {
        var parts = NoteHeadings.parts(of: fragment)
        if let last = NoteHeadings.last(of: parts) { parts[last] = text }
        return parts.joined(separator: "#")
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
