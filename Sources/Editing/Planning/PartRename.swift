package import Searching
package import SourceText
import VaultFiles

/// The edits that rename a heading, a block or a reference definition of a note, and the links to it. For a note of a
/// vault, links in other notes are changed too.
package struct PartRename {
    private let note: OpenNote
    private let snapshot: VaultSnapshot?

    /// - Parameter snapshot: nil for a text outside any vault.
    package init(_ note: OpenNote, _ snapshot: VaultSnapshot?) {
        self.note = note
        self.snapshot = snapshot
    }

    /// Returns the edits, by note, that change the text of a heading.
    ///
    /// - Parameter range: the heading's `OpenHeading.range`.
    /// - Throws: `VaultError` if another heading of the note has that text, or if a link cannot name it.
    package func heading(at range: Range<Int>, to text: String) throws -> [VaultPath: [ByteEdit]] {
        guard let number = note.headings.firstIndex(where: { $0.range == range }) else {
            throw VaultError(note.path, "has no heading at this position")
        }
        guard !Words.list(text).isEmpty, !text.contains(where: \.isNewline) else {
            throw VaultError("a heading must be a single line with at least one word")
        }
        let heading = note.headings[number]
        let isLinked = Self.linkSigns(text) < Self.linkSigns(note.bytes.text(heading.raw))
        let shown = text
        let text = isLinked ? HeadingLinks(in: heading.raw, of: note).kept(in: text) ?? text : text
        let words = Words.list(shown)
        if words != Words.list(heading.text), note.headings.contains(where: { Words.list($0.text) == words }) {
            throw VaultError(note.path, "already has a heading '\(text)'", help: "choose another text")
        }
        // The new slug depends on the other headings of the note.
        var after = note.bytes
        after.replaceSubrange(heading.raw, with: Array(text.utf8))
        let renamed = OpenNote(path: note.path, bytes: after, rules: note.rules)
        guard renamed.headings.count == note.headings.count, number < renamed.slugs.count else {
            throw VaultError("'\(text)' would not be a heading")
        }
        if Self.linkSigns(text) < Self.linkSigns(note.bytes.text(heading.raw)) {
            throw VaultError(
                "the heading contains a link, which '\(text)' would remove",
                help: "include the link in the new text; nothing was changed")
        }
        let (oldSlug, newSlug) = (note.slugs[number], renamed.slugs[number])
        let name = OpenNote.fragment(of: renamed.headings[number].text)
        // Other slugs can change too: the second of two equal headings has a number.
        var others: [VaultPath: [ByteEdit]] = [:]
        for other in note.headings.indices where other != number && note.slugs[other] != renamed.slugs[other] {
            for (place, link) in try links(to: note.headings[other].range) {
                guard let range = link.fragmentRange, link.fragment?.lowercased() == note.slugs[other] else { continue }
                others[place.path, default: []].append(ByteEdit(range, Array(renamed.slugs[other].utf8)))
            }
        }
        return try edits(
            ofPart: heading.range, own: ByteEdit(heading.raw, Array(text.utf8)), others: others
        ) { link, old in
            if old.lowercased() == oldSlug, link.form != .wiki { return newSlug }
            return link.form == .wiki || link.form == .frontMatter
                ? name : name.replacing(" ", with: "%20")
        }
    }

    /// Returns the minimum number of links and images in a text, to check that a new text keeps them.
    package static func linkSigns(_ text: String) -> Int {
        ["](", "][", "[["].map { text.ranges(of: $0).count }.reduce(0, +)
    }

    package func block(_ old: String, to new: String) throws -> [VaultPath: [ByteEdit]] {
        let new = new.hasPrefix("^") ? String(new.dropFirst()) : new
        guard let range = note.blocks.first(where: { $0.id == old })?.idRange else {
            throw VaultError(note.path, "has no block '^\(old)'")
        }
        let isID = !new.isEmpty && new.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == Byte.hyphen }
        if !isID { throw VaultError("'\(new)' is not a valid block id", help: "use letters, digits and '-'") }
        if new.lowercased() != old.lowercased(), note.place(of: "^\(new)") != nil {
            throw VaultError(note.path, "already has a block '^\(new)'", help: "choose another id")
        }
        return try edits(ofPart: range.lowerBound - 1..<range.upperBound, own: ByteEdit(range, Array(new.utf8))) {
            _, _ in
            "^\(new)"
        }
    }

    /// Returns the edits, by note, of a heading or block and of the links to it.
    ///
    /// - Parameters:
    ///   - own: the edit of the heading or block itself.
    ///   - others: edits to add these to.
    ///   - name: returns a link's new fragment, given the old one.
    private func edits(
        ofPart part: Range<Int>, own: ByteEdit, others: [VaultPath: [ByteEdit]] = [:],
        _ name: (OpenLink, String) -> String
    ) throws -> [VaultPath: [ByteEdit]] {
        var edits = others
        edits[note.path, default: []].append(own)
        for (place, link) in try links(to: part) {
            guard let range = link.fragmentRange, let bytes = document(place.path)?.bytes else {
                throw VaultError(
                    place.path, "has a link to it that cannot be updated",
                    help: "edit the link first; nothing was changed")
            }
            // The last heading of a path of headings is this one.
            let start = bytes[range].lastIndex(of: Byte.hash).map { $0 + 1 } ?? range.lowerBound
            let old = start..<range.upperBound
            edits[place.path, default: []].append(ByteEdit(old, Array(name(link, bytes.text(old)).utf8)))
        }
        return edits
    }

    private func document(_ path: VaultPath) -> OpenNote? { path == note.path ? note : snapshot?.document(path) }

    func links(to part: Range<Int>) throws -> [(place: NotePlace, link: OpenLink)] {
        var links = try snapshot?.linkPlaces.links(to: note.path, part: part) ?? []
        if links.allSatisfy({ $0.place.path != note.path }) {
            links += note.links.filter { $0.target.isEmpty && $0.fragment.flatMap { note.place(of: $0) } == part }
                .map { (NotePlace(path: note.path, range: $0.range), $0) }
        }
        return links
    }

    /// Returns the edits that change the label of a reference definition, and its uses. The visible text stays. Throws
    /// if the label is invalid or taken.
    package func definition(_ definition: OpenDefinition, to new: String) throws -> [VaultPath: [ByteEdit]] {
        guard new.contains(where: { !$0.isWhitespace }), !new.contains(where: { "[]\\\n\r".contains($0) }) else {
            throw VaultError("a label must be a single line that is not empty and has no brackets")
        }
        let isTaken = note.definitions.contains {
            $0.range != definition.range && Folding.fold(note.bytes.text($0.labelRange)) == Folding.fold(new)
        }
        if isTaken { throw VaultError("there is already a definition '\(new)'", help: "choose another label") }
        let label = Array(new.utf8)
        var edits = [ByteEdit(definition.labelRange, label)]
        for use in definition.uses {
            let end = use.range.upperBound
            let form = ReferenceUse(use, in: note.bytes)
            if form.isFull {
                edits.append(ByteEdit(use.label, label))
            } else if form.isCollapsed {
                edits.append(ByteEdit(end - 1..<end - 1, label))
            } else {
                edits.append(ByteEdit(end..<end, Array("[\(new)]".utf8)))
            }
        }
        return [note.path: edits]
    }
}
