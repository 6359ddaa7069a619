import JSONRPC
import Searching
import SourceText

/// The text shown for the element under the cursor (LSP 3.17, textDocument/hover). For a link, it is a preview of the
/// target. Keywords and keys have a preview too. For a heading or block, it is the number of links to it.
enum Hover {
    @Sendable static func card(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        guard let element = document.note.element(at: try request.offset(in: document)) else { return .null }
        let found =
            try document.vault.flatMap { vault in
                switch element {
                case .key, .value:
                    try request.readKinds(of: document, in: vault) { try text(element, document.note, in: $0) }
                default: try request.read(vault) { try text(element, document.note, in: $0) }
                }
            } ?? (try withoutVault(element, document.note))
        guard let found else { return .null }
        return [
            "contents": ["kind": "markdown", "value": .string(found.text)],
            "range": document.text.range(of: found.range, request.encoding).json,
        ]
    }

    private static func text(
        _ element: NoteElement, _ note: OpenNote, in snapshot: VaultSnapshot
    ) throws -> (text: String, range: Range<Int>)? {
        switch element {
        case .link(let link):
            switch try snapshot.linkTargets.target(of: link, in: note) {
            case .note(let path, _), .file(let path, _):
                return try Card.file(path, part: link.fragment, snapshot).map { ($0, link.range) }
            case .folder(let path): return (try Card.folder(path, snapshot), link.range)
            case .nothing: return link.isPath ? nil : (try broken(link, note, in: snapshot), link.range)
            }
        case .keyword(let keyword): return (try Card.keyword(keyword.name, snapshot), keyword.range)
        case .key(let entry): return (try Card.key(entry, of: note, snapshot), entry.keyRange)
        case .value(let entry): return (try Card.key(entry, of: note, snapshot), entry.valueRange)
        case .heading(let heading):
            let count = try snapshot.linkPlaces.links(to: note.path, part: heading.range).count
            let links = count == 0 ? nil : count == 1 ? "1 link leads here" : "\(count) links lead here"
            // The first heading is usually the title.
            let isTitle = heading.range == note.headings.first?.range
            let related = isTitle ? try Card.related(to: note.path, snapshot) : nil
            let parts = [links, related].compactMap(\.self)
            return parts.isEmpty ? nil : (parts.joined(separator: "\n\n"), heading.range)
        case .block(let block):
            return try block.idRange.map { range in
                let count = try snapshot.linkPlaces.links(to: note.path, part: range.lowerBound - 1..<range.upperBound)
                    .count
                return (count == 1 ? "1 link leads here" : "\(count) links lead here", range)
            }
        case .definition: return try withoutVault(element, note)
        }
    }

    private static func broken(_ link: OpenLink, _ note: OpenNote, in snapshot: VaultSnapshot) throws -> String {
        let finding = try snapshot.findings(of: note).first { $0.range == link.marked }
        guard let finding else { return "there is no note '\(link.target)'" }
        return finding.help.map { "\(finding.message)  \n\($0)" } ?? finding.message
    }

    private static func withoutVault(
        _ element: NoteElement, _ note: OpenNote
    ) throws -> (text: String, range: Range<Int>)? {
        if case .link(let link) = element, link.target.isEmpty,
            let place = link.fragment.flatMap({ note.place(of: $0) })
        {
            return (try Card.part(place, of: note, nil), link.range)
        }
        guard case .definition(let definition, let label) = element else { return nil }
        return ("`\(note.bytes.text(definition.range))`", label)
    }
}

/// The definition of the element under the cursor (LSP 3.17, textDocument/definition).
enum Definition {
    @Sendable static func find(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let offset = try request.offset(in: document)
        switch document.note.element(at: offset) {
        case .definition(let definition, _):
            return Location(document.uri, document.text.range(of: definition.range, request.encoding)).json
        case .link(let link):
            if link.target.isEmpty, let place = link.fragment.flatMap({ document.note.place(of: $0) }) {
                return Location(document.uri, document.text.range(of: place, request.encoding)).json
            }
            return try request.read(document) { snapshot in
                try location(of: link, in: document.note, snapshot, request)?.json ?? .null
            } ?? .null
        default: return .null
        }
    }

    /// Returns the location that a link leads to: a file, or the heading or block in a note. Returns nil if it is
    /// broken or leads to a folder.
    static func location(
        of link: OpenLink, in note: OpenNote, _ snapshot: VaultSnapshot, _ request: Request
    ) throws -> Location? {
        let end = try snapshot.linkTargets.target(of: link, in: note)
        switch end {
        // Editors cannot open folders.
        case .nothing, .folder: return nil
        case .file(let path, _): return Location(request.uri(path, in: snapshot.vault), .documentStart)
        case .note(let path, _):
            // If the heading does not exist, the location is the note.
            let place = link.fragment.flatMap { snapshot.document(path)?.place(of: $0) }
            return request.location(path, place ?? 0..<0, in: snapshot)
        }
    }
}
