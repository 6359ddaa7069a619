import Notes
import Searching
import SourceText
import VaultFiles

/// The changes of links when a part of a note moves to a new note. They concern links to the part, links in the part,
/// and links to headings whose slugs change.
struct PartMove {
    /// Edits of existing notes, without those inside the part.
    private(set) var edits: [VaultPath: [ByteEdit]] = [:]
    /// Edits inside the part, relative to its start.
    private(set) var inside: [ByteEdit] = []

    private let snapshot: VaultSnapshot
    private let note: OpenNote
    private let range: Range<Int>
    private let target: VaultPath

    /// - Parameters:
    ///   - made: the new note.
    ///   - left: the note without the part.
    /// - Throws: `VaultError` if a link cannot be rewritten.
    init(_ range: Range<Int>, of note: OpenNote, to made: OpenNote, left: OpenNote, _ snapshot: VaultSnapshot) throws {
        self.snapshot = snapshot
        self.note = note
        self.range = range
        target = made.path
        let old = zip(note.headings, note.slugs)
        let moved = old.filter { range.contains($0.0.range.lowerBound) }
        let stays = old.filter { !range.contains($0.0.range.lowerBound) }
        let part = OpenNote(path: made.path, bytes: Array(note.bytes[range]), rules: note.rules)
        // The new note may have its own heading above the part.
        let isWhole =
            left.headings.map(\.text) == stays.map(\.0.text)
            && Array(made.headings.map(\.text).suffix(moved.count)) == moved.map(\.0.text)
            && part.headings.map(\.text) == moved.map(\.0.text)
        guard isWhole else {
            throw VaultError(
                note.path, "would get other headings without the selection", help: "select whole lines and blocks")
        }
        try refuseCut()
        for ((heading, slug), new) in zip(moved, made.slugs.suffix(moved.count)) {
            try follow(heading.range, slug: (slug, new), isMoved: true)
        }
        for ((heading, slug), new) in zip(stays, left.slugs) {
            try follow(heading.range, slug: (slug, new), isMoved: false)
        }
        for block in note.blocks {
            guard let id = block.idRange else { continue }
            let part = id.lowerBound - 1..<id.upperBound
            let isMoved = range.contains(part.lowerBound)
            let isWhole = range.lowerBound <= block.range.lowerBound && block.range.upperBound <= range.upperBound
            if block.range.overlaps(range), !isWhole, try !PartRename(note, snapshot).links(to: part).isEmpty {
                throw VaultError(
                    note.path, "has links to a block of which only a part is selected",
                    help: "select the whole block, or none of it")
            }
            try follow(part, slug: nil, isMoved: isMoved)
        }
        try refuseOtherParts()
        try CanvasLinks.refuse(
            to: note, in: [range], snapshot, help: "exclude it from the selection, or edit the canvas first")
    }

    /// Throws for a selection that cuts a link, or separates brackets from their definition or footnote.
    private func refuseCut() throws {
        let ranges =
            note.links.map(\.range) + note.definitions.map(\.range)
            + note.definitions.flatMap { $0.uses.map(\.range) }
        for other in ranges where other.overlaps(range) {
            if range.lowerBound <= other.lowerBound, other.upperBound <= range.upperBound { continue }
            throw VaultError(
                note.path, "has a link of which only a part is selected: '\(note.bytes.text(other))'",
                help: "select the whole link")
        }
        for definition in note.definitions {
            let isInside = range.contains(definition.range.lowerBound)
            guard definition.uses.contains(where: { range.contains($0.range.lowerBound) != isInside }) else { continue }
            throw VaultError(
                note.path,
                "has a reference in the selection to a definition outside it: '\(note.bytes.text(definition.range))'",
                help: "convert it to an inline link first, or exclude it from the selection")
        }
        if let label = NoteFootnotes(note).label(splitBy: range) {
            throw VaultError(
                note.path, "uses the footnote '[^\(label)]' both inside and outside the selection",
                help: "select all uses of the footnote, or none")
        }
    }

    /// Throws if links lead to a place in the selection that is neither a heading nor a block, such as an HTML anchor.
    private func refuseOtherParts() throws {
        let known = Set(
            note.headings.map(\.range.lowerBound) + note.blocks.compactMap { $0.idRange.map { $0.lowerBound - 1 } })
        let links =
            try snapshot.linkPlaces.links(to: note.path).map(\.link) + note.links.filter { $0.target.isEmpty }
        for link in links {
            guard let place = link.fragment.flatMap({ note.place(of: $0) }), !place.isEmpty,
                range.contains(place.lowerBound), !known.contains(place.lowerBound)
            else { continue }
            throw VaultError(
                note.path, "has links to a part of the selection: '\(note.bytes.text(place))'",
                help: "exclude it from the selection, or edit the links first")
        }
    }

    /// Adds the edits of the links to a heading or block.
    ///
    /// - Parameters:
    ///   - slug: the slug of a heading before and after the move; nil for a block.
    ///   - isMoved: whether the heading or block is in the moved part.
    private mutating func follow(_ part: Range<Int>, slug: (old: String, new: String)?, isMoved: Bool) throws {
        for (place, link) in try PartRename(note, snapshot).links(to: part) {
            let isInside = place.path == note.path && range.contains(link.range.lowerBound)
            let isOwn = link.target.isEmpty
            guard let source = place.path == note.path ? note : snapshot.document(place.path) else {
                throw VaultError(place.path, "cannot be read")
            }
            // A link within the note stays valid if it is on the same side as its target.
            let isSplit = isMoved ? !(isInside && isOwn) : isInside && isOwn
            if isSplit {
                add(try retarget(link, in: source, to: isMoved ? target : note.path), to: source, isInside: isInside)
            }
            if let slug, slug.old != slug.new, let range = link.fragmentRange,
                link.fragment?.lowercased() == slug.old
            {
                add(ByteEdit(range, Array(slug.new.utf8)), to: source, isInside: isInside)
            }
        }
    }

    private mutating func add(_ edit: ByteEdit, to source: OpenNote, isInside: Bool) {
        if isInside {
            let from = range.lowerBound
            inside.append(ByteEdit(edit.range.lowerBound - from..<edit.range.upperBound - from, edit.replacement))
        } else {
            edits[source.path, default: []].append(edit)
        }
    }

    private func retarget(_ link: OpenLink, in source: OpenNote, to path: VaultPath) throws -> ByteEdit {
        let new = NewLink(snapshot, from: source.path.folder)
        if let destination = link.destination, link.form != .frontMatter {
            let isAngle = destination.lowerBound > 0 && source.bytes[destination.lowerBound - 1] == Byte.less
            let text =
                link.form == .wiki ? try name(of: path, new, in: source) : new.destination(to: path, isAngle: isAngle)
            if let text { return ByteEdit(destination, Array(text.utf8)) }
        }
        throw VaultError(
            source.path, "has a link to the selection that cannot be updated",
            help: "edit the link first, or exclude its target from the selection; nothing was changed")
    }

    /// Returns the text for double brackets that leads to the old note, or to the new one, which the index does not
    /// contain yet. Returns nil if there is none.
    private func name(of path: VaultPath, _ new: NewLink, in source: OpenNote) throws -> String? {
        if path == note.path { return try new.reference(to: path, title: nil) }
        // A note takes precedence over a folder with its name.
        let isFree =
            switch try snapshot.linkTargets.target(of: path.stem.text, from: source.path.folder) {
            case .nothing, .folder: true
            case .note, .file: false
            }
        let name = isFree ? path.stem.text : "/" + path.withoutExtension.text
        return Link.Style.wiki.written(name) == nil ? nil : name
    }
}
