import JSONRPC
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// Backlinks and links of a note as a tree (LSP 3.17, Call Hierarchy).
enum LinkHierarchy {
    private static func item(_ path: VaultPath, title: String, _ snapshot: VaultSnapshot, for request: Request)
        -> JSONValue
    {
        let note = snapshot.document(path)
        let range = request.location(path, note?.titleRange ?? 0..<0, in: snapshot)
        return [
            "name": .string(title), "kind": 1, "detail": .string(path.text), "uri": range.uri.json,
            "range": range.range.json, "selectionRange": range.range.json,
        ]
    }

    @Sendable static func prepare(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        guard let vault = document.vault else { return .null }
        let offset = try request.offset(in: document)
        return try request.readAsSaved(vault) { snapshot in
            var path = document.note.path
            if case .link(let link)? = document.note.element(at: offset),
                case .note(let end, _) = try snapshot.linkTargets.target(of: link, in: document.note)
            {
                path = end
            }
            guard let hit = try snapshot.note(path) else { return .null }
            return [item(path, title: hit.title, snapshot, for: request)]
        }
    }

    private static func note(of request: Request) throws -> (vault: Vault, path: VaultPath)? {
        let uri = try DocumentURI(request.params["item"]?["uri"])
        if let document = request.workspace.documents[uri], let vault = document.vault {
            return (vault, document.note.path)
        }
        guard let full = uri.path.map({ VaultTable.realPath(of: $0) }),
            let vault = request.vaults.vault(holding: full), let path = vault.path(ofFull: full)
        else { return nil }
        return (vault, path)
    }

    @Sendable static func incoming(_ request: Request) throws -> JSONValue {
        guard let (vault, path) = try note(of: request) else { return [] }
        return try request.readAsSaved(vault) { snapshot in
            let links = try snapshot.linkPlaces.links(to: path)
            return .array(
                try Dictionary(grouping: links, by: \.place.path).sorted { $0.key < $1.key }.map { source, links in
                    let places = try References.locations(links.map(\.place), snapshot, for: request)
                    let title = try snapshot.note(source)?.title ?? source.text
                    return [
                        "from": item(source, title: title, snapshot, for: request),
                        "fromRanges": .array(places.map(\.range.json)),
                    ]
                })
        }
    }

    @Sendable static func outgoing(_ request: Request) throws -> JSONValue {
        guard let (vault, path) = try note(of: request) else { return [] }
        return try request.readAsSaved(vault) { snapshot in
            guard let note = snapshot.document(path) else { return [] }
            var order: [VaultPath] = []
            var ranges: [VaultPath: [NotePlace]] = [:]
            for link in note.links {
                guard case .note(let end, _) = try snapshot.linkTargets.target(of: link, in: note), end != path else {
                    continue
                }
                if ranges[end] == nil { order.append(end) }
                ranges[end, default: []].append(NotePlace(path: path, range: link.range))
            }
            return .array(
                try order.map { end in
                    let places = try References.locations(ranges[end] ?? [], snapshot, for: request)
                    let title = try snapshot.note(end)?.title ?? end.text
                    return [
                        "to": item(end, title: title, snapshot, for: request),
                        "fromRanges": .array(places.map(\.range.json)),
                    ]
                })
        }
    }
}
