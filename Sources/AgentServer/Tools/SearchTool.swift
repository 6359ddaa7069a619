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
        defaultVault: .all,
        run: { call in
            try call.readAll(at: call.arguments["at"]?.text) { collection in try search(collection, for: call) }
        })

    private static func search(
        _ collection: VaultCollection, for call: ToolCall
    ) throws -> JSONValue {
        let arguments = call.arguments
        let first = collection.members[0].snapshot
        let isAlone = collection.members.count == 1
        let scope = arguments["scope"]?.text.flatMap { Scope(rawValue: $0) } ?? .all
        if !isAlone, scope != .all {
            throw ToolError(
                "'scope' requires 'vault', the name of one vault", help: "or omit 'scope', or use in:FOLDER")
        }
        let folder = isAlone ? first.vault.path(ofFull: first.environment.directory) ?? .root : .root
        var options = SearchOptions(query: arguments["query"]?.text ?? "", scope: scope, folder: folder)
        options.sort = arguments["sort"]?.text
        options.group = arguments["group"]?.text
        options.limit = arguments["limit"]?.int
        options.offset = arguments["offset"]?.int
        options.defaults.limit = defaultLimit
        options.includesNearMatches = arguments["near"]?.truth ?? first.vault.configuration.search.near ?? false
        let columns = try arguments["fields"].map {
            try Column.list($0.list.map(\.plainText).joined(separator: ","), in: collection.queryNames(0))
        }
        var bytes: [UInt8] = []
        var sink = ResultForm.format(.json, columns: columns).sink(
            RenderingContext(collection, style: .none)
        ) {
            // The line ends are between values: in strings, they are escaped.
            bytes += $0.filter { $0 != Byte.newline }
        }
        options.request(for: sink)
        func prepare() throws -> CollectionSearch {
            try collection.prepare(options) { call.leaveOut($0, because: $1) }
        }
        var search = try prepare()
        var remarks: [String] = []
        if search.presentation.limit ?? 0 > maximumLimit {
            options.limit = maximumLimit
            search = try prepare()
            remarks.append("the limit is \(maximumLimit) notes; for more, use offset")
        }
        remarks += search.searches[0].query.notices.map { $0.message + ($0.help.map { "; \($0)" } ?? "") }
        let tally = try search.run(into: &sink)
        let total = try tally.notes ?? search.count()
        remarks += try self.remarks(search, tally, total: total)
        return [
            "notes": .raw(String(decoding: bytes, as: UTF8.self)), "total": .int(total),
            "remarks": AgentHelp.lines(remarks + call.warnings),
        ]
    }

    /// Returns remarks about a search that found nothing, and about notes that are left out.
    private static func remarks(_ search: CollectionSearch, _ tally: SearchTally, total: Int) throws -> [String] {
        let members = search.collection.members
        if total == 0, tally.near > 0, members.count > 1 { return [Hints.nearHeadline] }
        if total == 0, members.count > 1 { return ["No notes found in \(members.count) vaults"] }
        if total == 0 {
            let hints = try members[0].snapshot.zeroResultHints.hints(search.searches[0])
            return [tally.near > 0 ? Hints.nearHeadline : hints.headline] + hints.lines
        }
        let offset = search.presentation.offset ?? 0
        if tally.found == 0 { return ["offset \(offset) is past the last of \(total) notes"] }
        let rest = total - offset - tally.found
        return rest > 0 ? ["\(rest) more: offset \(offset + tally.found)"] : []
    }
}
