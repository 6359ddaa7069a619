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
        let part = OpenNote(path: made.path, bytes: Array(note.bytes[range]), rules: note.rules)
        // The new note may have a heading of its own above.
        let isWhole =
            left.headings.map(\.text) == stays.map(\.0.text)
            && Array(made.headings.map(\.text).suffix(moved.count)) == moved.map(\.0.text)
            && part.headings.map(\.text) == moved.map(\.0.text)
        guard isWhole else {
            throw VaultError(note.path, "would have other headings without it", help: "choose whole lines and blocks")
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
            if block.range.overlaps(range), !isWhole, try !PartRename(note, session).links(to: part).isEmpty {
                throw VaultError(note.path, "has a block there that links name", help: "choose all of it, or none")
            }
            try follow(part, slug: nil, isMoved: isMoved)
        }
        try refuseOtherParts()
    }

    /// Refuses a selection that cuts a link, or parts brackets from the definition or footnote that they use.
    private func refuseCut() throws {
        let ranges =
            note.links.map(\.range) + note.definitions.map(\.range)
            + note.definitions.flatMap { $0.uses.map(\.range) }
        for other in ranges where other.overlaps(range) {
            if range.lowerBound <= other.lowerBound, other.upperBound <= range.upperBound { continue }
            throw VaultError(
                note.path, "has a link that the selection cuts: '\(note.bytes.text(other))'", help: "choose all of it")
        }
        for definition in note.definitions {
            let goesAlong = range.contains(definition.range.lowerBound)
            guard definition.uses.contains(where: { range.contains($0.range.lowerBound) != goesAlong }) else {
                continue
            }
            throw VaultError(
                note.path,
                "has brackets there that use a definition elsewhere: '\(note.bytes.text(definition.range))'",
                help: "write it as an inline link first, or choose a selection without it")
        }
        let footnotes = Footnotes(note.bytes, from: note.bodyStart)
        if let label = footnotes.label(partedBy: range) {
            throw VaultError(
                note.path, "has the footnote '\(label)' on both sides of what would be moved",
                help: "choose a selection with all of it, or without it")
        }
    }

    /// Refuses to move what links name that is neither a heading nor a block: an anchor of HTML.
    private func refuseOtherParts() throws {
        let known = Set(
            note.headings.map(\.range.lowerBound) + note.blocks.compactMap { $0.idRange.map { $0.lowerBound - 1 } })
        let links =
            try session.linkPlaces.links(to: note.path).map(\.link) + note.links.filter { $0.target.isEmpty }
        for link in links {
            guard let place = link.fragment.flatMap({ note.place(of: $0) }), !place.isEmpty,
                range.contains(place.lowerBound), !known.contains(place.lowerBound)
            else { continue }
            throw VaultError(
                note.path, "has a part there that links name: '\(note.bytes.text(place))'",
                help: "choose a selection without it, or change the links first")
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
        // A note comes before a folder of its name.
        let isFree =
            switch try session.linkTargets.end(of: path.stem.text, from: source.path.folder) {
            case .nothing, .folder: true
            case .note, .file: false
            }
        let name = isFree ? path.stem.text : "/" + path.withoutExtension.text
        return LinkText.written(name, .wiki) == nil ? nil : name
    }
}

/// The footnotes of a text, by their brackets alone: `[^1]`, defined by `[^1]: text`.
private struct Footnotes {
    private var places: [String: [Int]] = [:]

    init(_ bytes: [UInt8], from start: Int) {
        var index = start
        while let open = bytes[index...].firstRange(of: Array("[^".utf8))?.lowerBound {
            index = open + 2
            let line = bytes[index..<bytes.lineEnd(from: index)]
            guard let close = line.firstIndex(of: Byte.rightBracket), close > index else { continue }
            places[bytes.text(open..<close + 1), default: []].append(open)
        }
    }

    /// One that stands on both sides of a border.
    func label(partedBy range: Range<Int>) -> String? {
        places.filter { _, places in
            Set(places.map { range.contains($0) }).count > 1
        }.keys.min()
    }
}
