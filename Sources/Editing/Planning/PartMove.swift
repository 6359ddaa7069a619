import Notes
import Searching
import SourceText
import VaultFiles

/// What links have to say once a part of a note stands in a new one beside it: those that name what is moved, those that
/// go with it, and those to headings whose anchors are others then.
struct PartMove {
    /// Edits of notes as they are, what is moved left aside.
    private(set) var edits: [VaultPath: [ByteEdit]] = [:]
    /// Edits of what is moved, which begins at 0.
    private(set) var inside: [ByteEdit] = []

    private let session: VaultSession
    private let note: OpenNote
    private let range: Range<Int>
    private let target: VaultPath

    /// - Parameters:
    ///   - left: the note without the part.
    ///   - made: the new note.
    /// - Throws: `VaultError` where a link cannot say it.
    init(_ range: Range<Int>, of note: OpenNote, to made: OpenNote, left: OpenNote, _ session: VaultSession) throws {
        self.session = session
        self.note = note
        self.range = range
        target = made.path
        let old = zip(note.headings, note.slugs)
        let moved = old.filter { range.contains($0.0.range.lowerBound) }
        let stays = old.filter { !range.contains($0.0.range.lowerBound) }
        guard left.headings.count == stays.count, made.headings.count >= moved.count else {
            throw VaultError(note.path, "would have other headings without it", help: "choose whole lines")
        }
        for ((heading, slug), new) in zip(moved, made.slugs.suffix(moved.count)) {
            try follow(heading.range, slug: (slug, new), isMoved: true)
        }
        for ((heading, slug), new) in zip(stays, left.slugs) {
            try follow(heading.range, slug: (slug, new), isMoved: false)
        }
        for block in note.blocks {
            guard let id = block.idRange else { continue }
            let part = id.lowerBound - 1..<id.upperBound
            try follow(part, slug: nil, isMoved: range.contains(part.lowerBound))
        }
    }

    /// Has the links to a part name it where it is then.
    private mutating func follow(_ part: Range<Int>, slug: (old: String, new: String)?, isMoved: Bool) throws {
        for (place, link) in try PartRename(note, session).links(to: part) {
            let goesAlong = place.path == note.path && range.contains(link.range.lowerBound)
            let isOwn = link.target.isEmpty
            guard let source = place.path == note.path ? note : session.document(place.path) else {
                throw VaultError(place.path, "cannot be read")
            }
            // What stays beside its part names it as before.
            let isApart = isMoved ? !(goesAlong && isOwn) : goesAlong && isOwn
            if isApart { add(try retarget(link, in: source, to: isMoved ? target : note.path), source, goesAlong) }
            if let slug, slug.old != slug.new, let range = link.fragmentRange,
                link.fragment?.lowercased() == slug.old
            {
                add(ByteEdit(range, Array(slug.new.utf8)), source, goesAlong)
            }
        }
    }

    private mutating func add(_ edit: ByteEdit, _ source: OpenNote, _ goesAlong: Bool) {
        if goesAlong {
            let from = range.lowerBound
            inside.append(
                ByteEdit(edit.range.lowerBound - from..<edit.range.upperBound - from, edit.replacement))
        } else {
            edits[source.path, default: []].append(edit)
        }
    }

    private func retarget(_ link: OpenLink, in source: OpenNote, to path: VaultPath) throws -> ByteEdit {
        let new = NewLink(session, from: source.path.folder)
        if let destination = link.destination, link.form != .frontMatter {
            let isAngle = destination.lowerBound > 0 && source.bytes[destination.lowerBound - 1] == Byte.less
            let text = link.form == .wiki ? try name(path, new, source) : new.destination(to: path, isAngle: isAngle)
            if let text { return ByteEdit(destination, Array(text.utf8)) }
        }
        throw VaultError(
            source.path, "has a link to what would be moved, which cannot name it there",
            help: "change it first, or choose a selection without it; nothing was changed")
    }

    /// How double brackets name the old note, or the new one, which nobody knows yet.
    private func name(_ path: VaultPath, _ new: NewLink, _ source: OpenNote) throws -> String? {
        if path == note.path { return try new.reference(to: path, title: nil) }
        let isFree = try session.end(of: path.stem.text, from: source.path.folder) == .nothing
        let name = isFree ? path.stem.text : "/" + path.withoutExtension.text
        return LinkText.written(name, .wiki) == nil ? nil : name
    }
}
