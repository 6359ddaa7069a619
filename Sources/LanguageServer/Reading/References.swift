import JSONRPC
import Searching
import SourceText
import System
import VaultFiles

/// All occurrences of the element under the cursor (LSP 3.17, textDocument/references).
enum References {
    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let offset = try request.offset(in: document)
        let withDeclaration = request.params["context"]?["includeDeclaration"]?.truth ?? true
        let element = document.note.element(at: offset)
        if case .definition(let definition, _) = element {
            let own = withDeclaration ? [definition.labelRange] : []
            return .array(
                (own + definition.uses.map(\.range)).map {
                    Location(document.uri, document.text.range(of: $0, request.encoding)).json
                })
        }
        guard let vault = document.vault else {
            let places = Highlights.ownPlaces(of: element, in: document.note, withDeclaration: withDeclaration)
            return .array(
                places.map { Location(document.uri, document.text.range(of: $0, request.encoding)).json })
        }
        return try request.readAsSaved(vault) { snapshot in
            let places = try places(element, at: offset, document, in: snapshot, withDeclaration: withDeclaration)
            return .array(try locations(places, snapshot, for: request).map(\.json))
        }
    }

    private static func places(
        _ element: NoteElement?, at offset: Int, _ document: Document, in snapshot: VaultSnapshot, withDeclaration: Bool
    ) throws -> [NotePlace] {
        let note = document.note
        switch element {
        case .link(let link):
            switch try snapshot.linkTargets.target(of: link, in: note) {
            case .nothing: return try sameBroken(link, snapshot)
            case .file(let path, _), .folder(let path): return try snapshot.linkPlaces.links(to: path).map(\.place)
            case .note(let path, _):
                let part = link.fragment.flatMap { snapshot.document(path)?.place(of: $0) }
                return try snapshot.linkPlaces.links(to: path, part: part).map(\.place)
            }
        case .keyword(let keyword): return try snapshot.linkPlaces.places(ofKeyword: keyword.name)
        case .key(let entry):
            return try snapshot.notes(withKey: entry.key).compactMap { path in
                let identity = FrontMatterKey.identity(entry.key)
                guard
                    let found = snapshot.document(path)?.entries.first(where: {
                        FrontMatterKey.identity($0.key) == identity || ($0.known != nil && $0.known == entry.known)
                    })
                else { return nil }
                return NotePlace(path: path, range: found.keyRange)
            }
        case .block(let block):
            guard let range = block.idRange else { return [] }
            let anchor = range.lowerBound - 1..<range.upperBound
            let own = withDeclaration ? [NotePlace(path: note.path, range: anchor)] : []
            return try own + snapshot.linkPlaces.links(to: note.path, part: anchor).map(\.place)
        case .heading(let heading) where heading.raw != note.titleRange && document.text.line(at: offset) > 0:
            let own = withDeclaration ? [NotePlace(path: note.path, range: heading.raw)] : []
            return try own + snapshot.linkPlaces.links(to: note.path, part: heading.range).map(\.place)
        default:
            // On the title or the first line, the element is the note itself.
            let isTitle = note.titleRange.map { $0.lowerBound <= offset && offset <= $0.upperBound } ?? false
            guard isTitle || document.text.line(at: offset) == 0 else { return [] }
            return try snapshot.linkPlaces.links(to: note.path).map(\.place)
        }
    }

    private static func sameBroken(_ link: OpenLink, _ snapshot: VaultSnapshot) throws -> [NotePlace] {
        try snapshot.linkPlaces.brokenLinks(named: link.target)
    }

    /// Converts places in notes to the client's locations. Those in a file that was deleted meanwhile are left out.
    /// Notes that are not open are read on all cores.
    static func locations(_ places: [NotePlace], _ snapshot: VaultSnapshot, for request: Request) throws -> [Location] {
        try request.cancellation.check()
        var groups: [(path: VaultPath, open: Document?, ranges: [Range<Int>])] = []
        for place in places {
            if groups.last?.path == place.path {
                groups[groups.count - 1].ranges.append(place.range)
            } else {
                let isOpen = snapshot.openNotes[place.path] != nil
                let open = isOpen ? request.document(place.path, in: snapshot.vault) : nil
                groups.append((place.path, open, [place.range]))
            }
        }
        let (all, reader, vault, encoding) = (groups, snapshot.reader, snapshot.vault, request.encoding)
        return Parallel.map(stretchesOf: 32, in: all.count) { stretch in
            stretch.flatMap { index -> [Location] in
                let group = all[index]
                // Skip a file that was deleted in the meantime.
                guard
                    let text = group.open?.text
                        ?? (try? reader.bytes(group.path)).map({ EditorText($0, isOnDisk: true) })
                else { return [] }
                let uri = group.open?.uri ?? DocumentURI(path: vault.fullPath(group.path))
                var cursor = PositionCursor(text, encoding)
                return group.ranges.map { Location(uri, cursor.range(of: $0)) }
            }
        }.flatMap { $0 }
    }
}

/// The occurrences of the element under the cursor in the same document (LSP 3.17, textDocument/documentHighlight).
enum Highlights {
    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let note = document.note
        let element = note.element(at: try request.offset(in: document))
        var ranges: [Range<Int>] = []
        switch element {
        case .definition(let definition, _): ranges = [definition.labelRange] + definition.uses.map(\.range)
        case .keyword: ranges = ownPlaces(of: element, in: note, withDeclaration: true)
        case .link(let link):
            ranges =
                try request.read(document) { snapshot in
                    let end = try snapshot.linkTargets.target(of: link, in: note)
                    return try note.links.filter { other in
                        guard other.fragment == link.fragment else { return false }
                        if end == .nothing { return other.target == link.target }
                        return try snapshot.linkTargets.target(of: other, in: note).path == end.path
                    }.map(\.range)
                } ?? [link.range]
        case .heading, .block: ranges = ownPlaces(of: element, in: note, withDeclaration: true)
        case .key, .value, nil: break
        }
        var cursor = PositionCursor(document.text, request.encoding)
        return .array(ranges.map { ["range": cursor.range(of: $0).json, "kind": 1] })
    }

    /// Returns the byte ranges of the occurrences of an element that the text alone determines. For a heading or block,
    /// these are its declaration and links within the note. For a keyword, they are all its occurrences.
    ///
    /// - Parameter withDeclaration: whether to include the heading or block id itself.
    static func ownPlaces(of element: NoteElement?, in note: OpenNote, withDeclaration: Bool) -> [Range<Int>] {
        switch element {
        case .heading(let heading):
            return (withDeclaration ? [heading.raw] : []) + links(in: note, to: heading.range)
        case .block(let block):
            guard let range = block.idRange else { return [] }
            let anchor = range.lowerBound - 1..<range.upperBound
            return (withDeclaration ? [anchor] : []) + links(in: note, to: anchor)
        case .link(let link) where link.target.isEmpty:
            return link.fragment.flatMap { note.place(of: $0) }.map { links(in: note, to: $0) } ?? []
        case .keyword(let keyword):
            let folded = Folding.fold(keyword.name)
            return note.keywords.filter { Folding.fold($0.name) == folded }.map(\.range)
        default: return []
        }
    }

    /// Returns the links from a note to a heading or block in the same note, given by its range.
    private static func links(in note: OpenNote, to part: Range<Int>) -> [Range<Int>] {
        note.links.filter { link in
            link.target.isEmpty && link.fragment.flatMap { note.place(of: $0) } == part
        }.map(\.range)
    }
}
