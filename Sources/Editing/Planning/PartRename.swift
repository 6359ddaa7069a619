import Notes
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
        var edits = [note.path: [ByteEdit(heading.raw, Array(text.utf8))]]
        let change = HeadingChange(note, renamed)
        var changes: [VaultPath: [(link: OpenLink, fragment: String)]] = [:]
        for (place, link) in try links() {
            switch change.effect(on: link) {
            case .unchanged: continue
            case .fragment(let fragment): changes[place.path, default: []].append((link, fragment))
            case .lost: throw unchangeable(place)
            }
        }
        for (path, links) in changes {
            guard let source = document(path), let own = LinkFragments.edits(links, in: source) else {
                throw unchangeable(NotePlace(path: path, range: heading.range))
            }
            edits[path, default: []] += own
        }
        try addCanvases(to: &edits) { change.effect(on: $0) }
        return edits
    }

    /// Adds the edits of the links in canvases to parts of the note.
    private func addCanvases(
        to edits: inout [VaultPath: [ByteEdit]], _ effect: (Reference) -> HeadingChange.Effect
    ) throws {
        guard let snapshot else { return }
        for canvas in try CanvasLinks.all(to: note.path, in: snapshot) {
            var fragments: [Int: String] = [:]
            for (number, reference) in canvas.references {
                switch effect(reference) {
                case .unchanged: continue
                case .fragment(let fragment): fragments[number] = fragment
                case .lost: throw unchangeable(NotePlace(path: canvas.path, range: reference.range))
                }
            }
            if fragments.isEmpty { continue }
            guard let own = CanvasChange(canvas.bytes).edits([:], fragments: fragments) else {
                throw unchangeable(NotePlace(path: canvas.path, range: 0..<0))
            }
            edits[canvas.path, default: []] += own
        }
    }

    private func unchangeable(_ place: NotePlace) -> VaultError {
        VaultError(
            place.path, "has a link to it that cannot be updated", help: "edit the link first; nothing was changed")
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
        var edits = [note.path: [ByteEdit(range, Array(new.utf8))]]
        let part = range.lowerBound - 1..<range.upperBound
        let links = Dictionary(grouping: try links(to: part), by: \.place.path)
        for (path, links) in links {
            let changes = links.map {
                (link: $0.link, fragment: LinkFragments.replacingLast(of: $0.link.fragment ?? "", with: "^\(new)"))
            }
            guard let source = document(path), let own = LinkFragments.edits(changes, in: source) else {
                throw unchangeable(links[0].place)
            }
            edits[path, default: []] += own
        }
        try addCanvases(to: &edits) { reference in
            guard let fragment = reference.fragment, note.place(of: fragment) == part else { return .unchanged }
            return .fragment(LinkFragments.replacingLast(of: fragment, with: "^\(new)"))
        }
        return edits
    }

    private func document(_ path: VaultPath) -> OpenNote? { path == note.path ? note : snapshot?.document(path) }

    /// Returns the links to a heading or block.
    func links(to part: Range<Int>) throws -> [(place: NotePlace, link: OpenLink)] {
        try links().filter { $0.link.fragment.flatMap { note.place(of: $0) } == part }
    }

    /// Returns the links to the note, with those to its own parts.
    func links() throws -> [(place: NotePlace, link: OpenLink)] {
        var links = try snapshot?.linkPlaces.links(to: note.path) ?? []
        if !links.contains(where: { $0.place.path == note.path && $0.link.target.isEmpty }) {
            links += note.links.filter { $0.target.isEmpty }.map { (NotePlace(path: note.path, range: $0.range), $0) }
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
