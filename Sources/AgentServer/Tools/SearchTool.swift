import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// Finds notes, as `slip search --format json` does.
enum SearchTool {
    private static let defaultLimit = 20
    private static let maximumLimit = 200

    static let tool = Tool(
        name: "search",
        summary: """
            Find notes. Query: words (all must match), "phrase", word*, -word, OR, (…), #keyword, status:draft, \
            in:Folder, title:x, created:7d, modified:7d, created:2024-03, has:attachment, links-to:Note, \
            linked-from:Note, is:orphan, is:broken, KEY:VALUE for any front matter key, /regex/. An empty query lists all \
            notes. To save space, give fields. snippet marks matches with <mark>.
            """,
        input: [
            Property("query", .text, isRequired: true),
            Property(
                "scope", .choice(Scope.allCases.map(\.rawValue)),
                "whole vault (default), current folder with subfolders, or only it"),
            Property("limit", .number(1...maximumLimit), "default: \(defaultLimit)"),
            Property("offset", .count, "notes to skip"),
            Property("sort", .text, "such as modified-, title, relevance"),
            Property("group", .text, "such as status, folder, keyword"),
            Property("fields", .list(.text), "such as path, title, snippet; default: all"),
            Property("at", .text, "a git commit or date"),
            Property("near", .flag, "also list near matches if few notes match"),
        ],
        output: [
            Property("notes", .list(.anyObject), isRequired: true),
            Property("total", .count, "notes that match", isRequired: true),
            Property("remarks", .list(.text), isRequired: true),
        ],
        run: { call in
            try call.read(at: call.arguments["at"]?.text) { snapshot in try search(snapshot, for: call) }
        })

    private static func search(
        _ snapshot: VaultSnapshot, for call: ToolCall
    ) throws -> JSONValue {
        let arguments = call.arguments
        let folder = snapshot.vault.path(ofFull: snapshot.environment.directory) ?? .root
        var options = SearchOptions(
            query: arguments["query"]?.text ?? "",
            scope: arguments["scope"]?.text.flatMap { Scope(rawValue: $0) } ?? .all, folder: folder)
        options.sort = arguments["sort"]?.text
        options.group = arguments["group"]?.text
        options.limit = arguments["limit"]?.int
        options.offset = arguments["offset"]?.int
        options.defaultLimit = defaultLimit
        options.includesNearMatches = arguments["near"]?.truth ?? snapshot.vault.configuration.near ?? false
        let columns = try arguments["fields"].map {
            try Column.list($0.list.map(\.plainText).joined(separator: ","), in: snapshot.queryNames)
        }
        var bytes: [UInt8] = []
        var sink = ResultForm.format(.json, columns: columns).sink(
            RenderingContext(snapshot, style: .none)
        ) {
            // The line ends are between values: in strings, they are escaped.
            bytes += $0.filter { $0 != Byte.newline }
        }
        options.request(for: sink)
        var search = try snapshot.prepare(options)
        var remarks: [String] = []
        if search.presentation.limit ?? 0 > maximumLimit {
            options.limit = maximumLimit
            search = try snapshot.prepare(options)
            remarks.append("the limit is \(maximumLimit) notes; for more, use offset")
        }
        remarks += search.query.notices.map { $0.message + ($0.help.map { "; \($0)" } ?? "") }
        let tally = try snapshot.run(search, into: &sink)
        let total = try tally.notes ?? snapshot.count(search)
        let offset = search.presentation.offset ?? 0
        if total == 0 {
            let hints = try snapshot.zeroResultHints.hints(search)
            remarks += [tally.near > 0 ? "No exact matches, but near ones" : hints.headline] + hints.lines
        } else if tally.found == 0 {
            remarks.append("offset \(offset) is past the last of \(total) notes")
        } else if total > offset + tally.found {
            remarks.append("\(total - offset - tally.found) more: offset \(offset + tally.found)")
        }
        return [
            "notes": .raw(String(decoding: bytes, as: UTF8.self)), "total": .int(total),
            "remarks": AgentHelp.lines(remarks + call.warnings),
        ]
    }
}
