import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// Lists what a vault consists of: folders, keywords, recent notes, saved searches or kinds of notes.
enum ListTool {
    private enum Listed: String, CaseIterable {
        case folders, keywords, recent, searches, kinds
    }

    private static let defaultLimit = 100

    static let tool = Tool(
        name: "list", summary: "List the folders or keywords with counts, the newest notes, saved searches or kinds.",
        input: [
            Property("what", .choice(Listed.allCases.map(\.rawValue)), isRequired: true),
            Property("limit", .number(1...1000), "default: \(defaultLimit)"), Property("offset", .count),
        ],
        output: [
            Property("items", .list(.anyObject)), Property("total", .count),
        ],
        isExtra: true,
        run: { call in
            try call.read { snapshot in
                let what = call.arguments["what"]?.text.flatMap { Listed(rawValue: $0) } ?? .folders
                let limit = call.arguments["limit"]?.int ?? defaultLimit
                let offset = call.arguments["offset"]?.int ?? 0
                let (items, total) = try items(what, offset..<offset + limit, in: snapshot)
                let rest = total - offset - items.count
                return [
                    "items": .array(items.map { BoundedText.item($0) }), "total": .int(total),
                    "remarks": AgentHelp.lines(
                        (rest > 0 && !items.isEmpty ? ["\(rest) more: offset \(offset + items.count)"] : [])
                            + call.warnings),
                ]
            }
        })

    /// Returns the items at some places of a list, and the length of the list.
    private static func items(
        _ what: Listed, _ places: Range<Int>, in snapshot: VaultSnapshot
    ) throws -> (items: [JSONValue], total: Int) {
        func part(_ all: [JSONValue]) -> (items: [JSONValue], total: Int) {
            (Array(all.dropFirst(places.lowerBound).prefix(places.count)), all.count)
        }
        let configuration = snapshot.vault.configuration
        switch what {
        case .folders:
            return part(
                try snapshot.lists.folderCounts().map {
                    ["path": .string($0.path.text), "notes": .int($0.own), "with_subfolders": .int($0.all)]
                })
        case .keywords:
            return part(
                try snapshot.lists.keywords(containing: nil).map {
                    ["name": .string($0.name), "notes": .int($0.notes)]
                })
        case .recent: return try recent(places, snapshot)
        case .searches:
            return part(
                configuration.searches.sorted { $0.key < $1.key }.map {
                    ["name": .string("@\($0.key)"), "query": .string($0.value)]
                })
        case .kinds:
            return part(
                configuration.kinds.map { kind in
                    var json = JSONWriter()
                    kind.write(to: &json)
                    return .raw(json.text)
                })
        }
    }

    /// Returns the notes that were changed last.
    private static func recent(
        _ places: Range<Int>, _ snapshot: VaultSnapshot
    ) throws -> (items: [JSONValue], total: Int) {
        var options = SearchOptions(query: "", scope: .all, folder: .root)
        options.sort = "modified"
        options.limit = places.count
        options.offset = places.lowerBound
        var items: [JSONValue] = []
        try snapshot.run(snapshot.prepare(options)) { hit in
            items.append([
                "path": .string(hit.path.text), "title": .string(hit.title), "modified": .string(hit.modified.rfc3339),
            ])
            return true
        }
        return (items, try snapshot.lists.noteCount())
    }
}
