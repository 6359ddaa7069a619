import JSONRPC
import QueryLanguage
import Searching
import SourceText

/// Clickable links, and inlay hints for them (LSP 3.17, textDocument/documentLink and inlayHint).
enum DocumentLinks {
    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        let note = document.note
        let found = try request.read(document) { snapshot in
            var cursor = PositionCursor(document.text, request.encoding)
            var titles: [VaultPath: String] = [:]
            return try note.links.compactMap { link -> JSONValue? in
                guard !link.target.isEmpty else { return nil }
                let end = try snapshot.linkTargets.target(of: link, in: note)
                guard let path = end.path else { return nil }
                if case .folder = end { titles[path] = path.text + "/" }
                let title = try titles[path] ?? snapshot.openNotes[path]?.currentTitle ?? snapshot.note(path)?.title
                titles[path] = title ?? path.text
                return .object([
                    "range": cursor.range(of: link.range).json,
                    "target": request.uri(path, in: snapshot.vault).json, "tooltip": .string(title ?? path.text),
                ])
            }
        }
        return .array(found ?? [])
    }

    /// Returns inlay hints for the links by id in a range: the title of the target. Empty if the user has disabled
    /// hints.
    @Sendable static func hints(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        guard request.settings.extras.hints else { return [] }
        let note = document.note
        let wanted = document.text.range(of: try PositionRange(request.params["range"]), request.encoding)
        let found = try request.read(document) { snapshot in
            var cursor = PositionCursor(document.text, request.encoding)
            return try note.links.compactMap { link -> JSONValue? in
                guard wanted.overlaps(link.range), link.label == nil, let destination = link.destination,
                    case .note(let path, _) = try snapshot.linkTargets.target(of: link, in: note),
                    Folding.fold(link.target) != Folding.fold(path.stem.text),
                    let hit = try snapshot.note(path), hit.id == link.target, hit.title != link.target
                else { return nil }
                return [
                    "position": cursor.position(of: destination.upperBound).json, "label": .string(hit.title),
                    "paddingLeft": true,
                ]
            }
        }
        return .array(found ?? [])
    }
}
