import JSONRPC
import Searching
import SourceText

/// The number of backlinks, shown above a note and its headings (LSP 3.17, textDocument/codeLens).
enum CodeLenses {
    @Sendable static func list(_ request: Request) throws -> JSONValue {
        let document = try request.document()
        guard request.settings.extras.lenses, let vault = document.vault, !document.isConfiguration else { return [] }
        let note = document.note
        return try request.readAsSaved(vault) { snapshot in
            var lenses: [JSONValue] = []
            let links = try snapshot.linkPlaces.links(to: note.path)
            let notes = Set(links.map(\.place.path)).count
            let title = note.titleRange.map { document.text.line(at: $0.lowerBound) } ?? 0
            let count = links.count == 1 ? "1 backlink" : "\(links.count) backlinks"
            let from = notes == links.count ? "" : notes == 1 ? " from 1 note" : " from \(notes) notes"
            if !links.isEmpty {
                lenses.append(
                    lens(
                        line: title, count + from, document,
                        places: try References.locations(links.map(\.place), snapshot, for: request)))
            }
            var byPart: [Range<Int>: [NotePlace]] = [:]
            for (place, link) in links {
                if let part = link.fragment.flatMap({ note.place(of: $0) }) { byPart[part, default: []].append(place) }
            }
            for link in note.links where link.target.isEmpty {
                if let part = link.fragment.flatMap({ note.place(of: $0) }) {
                    byPart[part, default: []].append(NotePlace(path: note.path, range: link.range))
                }
            }
            for heading in note.headings {
                guard let places = byPart[heading.range] else { continue }
                lenses.append(
                    lens(
                        line: document.text.line(at: heading.range.lowerBound),
                        places.count == 1 ? "1 reference" : "\(places.count) references", document,
                        places: try References.locations(places, snapshot, for: request)))
            }
            return .array(lenses + (try blocks(of: document, snapshot)))
        }
    }

    /// Returns a lens for each live block: the number of its results, and a command that refreshes it.
    private static func blocks(of document: Document, _ snapshot: VaultSnapshot) throws -> [JSONValue] {
        try LiveBlockReader(snapshot).states(of: document.note).map { state in
            let results = state.results == 1 ? "1 result" : "\(state.results) results"
            let title =
                switch state.kind {
                case .fresh: results
                case .stale: "\(results) · refresh"
                case .edited: "\(results) · edited by hand"
                case .failed: "error in the query"
                }
            let line = document.text.line(at: state.offset)
            let position = Position(line: line, character: 0)
            return [
                "range": PositionRange(start: position, end: position).json,
                "command": [
                    "title": .string(title), "command": "slip.refresh",
                    "arguments": [["uri": document.uri.json, "line": .int(line)]],
                ],
            ]
        }
    }

    private static func lens(line: Int, _ title: String, _ document: Document, places: [Location]) -> JSONValue {
        let position = Position(line: line, character: 0)
        return [
            "range": PositionRange(start: position, end: position).json,
            "command": [
                "title": .string(title), "command": "slip.showReferences",
                "arguments": [document.uri.json, position.json, .array(places.map(\.json))],
            ],
        ]
    }
}
