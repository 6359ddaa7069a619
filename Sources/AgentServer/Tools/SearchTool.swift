import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// Finds notes, as `slip search --format json` does, with fewer fields and in a limited number of bytes.
enum SearchTool {
    private static let defaultLimit = 20
    private static let maximumLimit = 200
    private static let defaultSize = 20_000
    /// The maximum bytes of all details in a text: about four snippets. The other notes have only their path and title, so
    /// that 20 notes take about 1.5 kB.
    private static let detailBytes = 700
    /// The fields besides the path, without those that take most of the space: links, attachments, matches and properties.
    private static let defaultFields = [
        "title", "snippet", "keywords", "modified", "status", "hash", "nearly",
    ]

    static let tool = Tool(
        name: "search",
        summary: """
            Find notes. Query: words (all must match), "phrase", word*, -word, OR, (…), #keyword, status:draft, \
            in:Folder, created:7d, modified:2024-03, has:attachment, links-to:Note, \
            linked-from:Note, is:broken, KEY:VALUE for any front matter key, /regex/. An empty query lists all \
            notes. A note with nearly lacks some words.
            """,
        input: [
            Property("query", .text, isRequired: true),
            Property("scope", .choice(Scope.allCases.map(\.rawValue)), "of the current folder; default: all"),
            Property("limit", .number(1...maximumLimit), "default: \(defaultLimit)"),
            Property("offset", .count),
            Property("sort", .text, "modified-, title, relevance"),
            Property("group", .text, "status, folder, keyword"),
            Property("fields", .list(.text), "also links, matches, any key"),
            Property("at", .text, "a git commit or date"),
            Property("near", .flag, "default: true"),
            Property(
                "tasks", .flag, "find tasks: is:overdue due:<+7d"),
            Property("max_bytes", .number(1000...1_000_000), "default: \(defaultSize)"),
        ],
        output: [
            Property("notes", .list(.anyObject)),
            Property("tasks", .list(.anyObject)),
            Property("total", .count),
            Property("next", .optional(.count)),
        ],
        defaultVault: .all,
        detailBytes: { call in isBrief(call) ? detailBytes : .max },
        run: { call in
            try call.readAll(at: call.arguments["at"]?.text) { collection in
                if call.arguments["tasks"]?.truth == true { return try tasks(collection, for: call) }
                return try search(collection, for: call)
            }
        })

    /// Whether the text gives details only for the first notes. A call with `fields` gets all details.
    private static func isBrief(_ call: ToolCall) -> Bool {
        call.arguments["fields"] == nil && call.arguments["tasks"]?.truth != true
    }

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
        options.includesNearMatches = arguments["near"]?.truth ?? first.vault.configuration.search.near ?? true
        let hasStatus = try collection.members.contains { try $0.snapshot.lists.declaresStatus() }
        let usual = hasStatus ? defaultFields : defaultFields.filter { $0 != "status" }
        let fields = fields(
            arguments["fields"]?.list.map(\.plainText) ?? usual, inVault: collection.members[0].name != nil)
        let columns = try Column.list(fields.joined(separator: ","), in: collection.queryNames(0))
        options.request(for: sink(columns, collection) { _ in })
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
        let size = arguments["max_bytes"]?.int ?? defaultSize
        var found = try Found(search, columns, atMost: size)
        while found.bytes.count > size {
            let limit = found.count(in: size)
            guard limit > 0, limit < options.limit ?? .max else {
                throw ToolError("a note with these fields is longer than max_bytes, \(size)", help: "give fewer fields")
            }
            options.limit = limit
            search = try prepare()
            found = try Found(search, columns, atMost: size)
        }
        let total = try found.tally.notes ?? search.count()
        // In sections, a note can be several results, and the offset counts each.
        let results = found.tally.all ?? total
        let next = next(after: found.tally.found, from: search.presentation.offset, of: results)
        remarks += try self.remarks(search, found.tally, total: results, next: next)
        remarks += try found.staleNotes(in: collection)
        if found.isCut { remarks.append("texts that do not fit in max_bytes are cut") }
        return [
            "notes": .raw(String(decoding: found.bytes, as: UTF8.self)), "total": .int(total),
            "next": next.map { .int($0) } ?? .null, "remarks": AgentHelp.lines(remarks + call.warnings),
        ]
    }

    /// Returns fields after those without which a note cannot be read: its path, and its vault if there are several.
    private static func fields(_ wanted: [String], inVault: Bool) -> [String] {
        let wanted = wanted.flatMap { $0.split(separator: ",") }.map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return ((inVault ? ["vault"] : []) + ["path"]).filter { !wanted.contains($0) } + wanted
    }

    /// Finds tasks, as `slip task list --format json` does, with the hashes of their notes.
    private static func tasks(_ collection: VaultCollection, for call: ToolCall) throws -> JSONValue {
        let arguments = call.arguments
        var options = TaskListOptions(query: arguments["query"]?.text ?? "", place: .wholeVault)
        if let scope = arguments["scope"]?.text.flatMap({ Scope(rawValue: $0) }), collection.members.count == 1 {
            let first = collection.members[0].snapshot
            options.place = SearchPlace(scope, first.vault.path(ofFull: first.environment.directory) ?? .root)
        }
        options.sort = arguments["sort"]?.text
        options.limit = min(arguments["limit"]?.int ?? defaultLimit, maximumLimit)
        options.offset = arguments["offset"]?.int
        var list = try collection.tasks(options) { call.leaveOut($0, because: $1) }
        let size = arguments["max_bytes"]?.int ?? defaultSize
        let hashes = try hashes(of: list, in: collection)
        func bytes() -> [UInt8] {
            let written = TaskListWriter(
                list, isTerminal: false, hash: { hashes[$0.address] }, paths: { $0.task.path.bytes })
            return bounded(written.bytes(.json).filter { $0 != Byte.newline }, atMost: size)
        }
        var written = bytes()
        while written.count > size, let last = list.sections.indices.last {
            // Half as many each time, so that few are written in vain.
            let count = list.sections[last].entries.count
            list.sections[last].entries.removeLast((count + 1) / 2)
            if count == 1 { list.sections.removeLast() }
            written = bytes()
        }
        let shown = list.entries.count
        if shown == 0, list.count > (options.offset ?? 0) {
            throw ToolError("a task is longer than max_bytes, \(size)", help: "give a larger max_bytes")
        }
        let next = next(after: shown, from: options.offset, of: list.count)
        var remarks = list.notices.map { $0.message + ($0.help.map { "; \($0)" } ?? "") }
        if let next { remarks.append("\(list.count - next) more: offset \(next)") }
        return [
            "notes": [], "tasks": .raw(String(decoding: written, as: UTF8.self)), "total": .int(list.count),
            "next": next.map { .int($0) } ?? .null, "remarks": AgentHelp.lines(remarks + call.warnings),
        ]
    }

    /// Returns the hash of each note that has a task of the list, as `edit` needs it.
    private static func hashes(of list: TaskList, in collection: VaultCollection) throws -> [NoteAddress: String] {
        var hashes: [NoteAddress: String] = [:]
        for address in Set(list.entries.map(\.address)) {
            guard let note = try collection.hit(address) else { continue }
            hashes[address] = ContentHash.text(note.contentHash)
        }
        return hashes
    }

    private static func sink(
        _ columns: [Column], _ collection: VaultCollection, write: @escaping ([UInt8]) throws -> Void
    ) -> any ResultSink {
        ResultForm.format(.json, columns: columns).sink(RenderingContext(collection, style: .none), write)
    }

    /// Returns a list as JSON, in which long texts are cut if it has more than a number of bytes.
    private static func bounded(_ list: [UInt8], atMost limit: Int) -> [UInt8] {
        guard list.count > limit, let items = JSONValue(bytes: list)?.list else { return list }
        let cut = items.map { BoundedText.item($0, atMost: limit / 10) }
        return cut == items ? list : JSONValue.array(cut).written
    }

    /// The notes that a search finds, as JSON.
    private struct Found {
        var bytes: [UInt8] = []
        var tally: SearchTally
        /// Whether texts are cut.
        var isCut = false

        /// - Parameter limit: the bytes that the result may have. If it has more, its long texts are cut.
        init(_ search: CollectionSearch, _ columns: [Column], atMost limit: Int) throws {
            var bytes: [UInt8] = []
            // The line ends are between values: in strings, they are escaped.
            var sink = sink(columns, search.collection) { bytes += $0.filter { $0 != Byte.newline } }
            tally = try search.run(into: &sink)
            self.bytes = bounded(bytes, atMost: limit)
            isCut = self.bytes != bytes
        }

        /// Returns a remark that names the notes that are stale.
        func staleNotes(in collection: VaultCollection) throws -> [String] {
            guard try collection.members.contains(where: { try $0.snapshot.staleNotes.arePossible }) else { return [] }
            let items = JSONValue(bytes: bytes)?.list ?? []
            let notes = items.flatMap { $0["notes"]?.list ?? [$0] }
            let names = try collection.members.flatMap { member in
                let own = notes.filter { $0["vault"]?.text == member.name }.compactMap { $0["path"]?.text }
                let prefix = member.name.map { "\($0): " } ?? ""
                return try member.snapshot.staleNotes.among(Set(own).map { VaultPath($0) }.sorted()).map {
                    prefix + $0.text
                }
            }
            if names.isEmpty { return [] }
            let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
            return ["these notes are stale (is:stale): \(names.prefix(5).joined(separator: ", "))\(rest)"]
        }

        /// Returns the number of notes that fit in some bytes, in any sections.
        func count(in size: Int) -> Int {
            var left = size
            let items = JSONValue(bytes: bytes)?.list ?? []
            let notes = items.flatMap { item in
                guard let notes = item["notes"]?.list else { return [item.written.count] }
                return notes.enumerated().map { number, note in
                    note.written.count + (number == 0 ? (item["group"]?.written.count ?? 0) + 30 : 0)
                }
            }
            return notes.prefix {
                left -= $0 + 2
                return left >= 0
            }.count
        }
    }

    /// Returns the offset of the first result that is left out, or nil if there is none.
    private static func next(after shown: Int, from offset: Int?, of total: Int) -> Int? {
        let next = (offset ?? 0) + shown
        return shown > 0 && next < total ? next : nil
    }

    /// Returns remarks about a search that found nothing, and about notes that are left out.
    private static func remarks(
        _ search: CollectionSearch, _ tally: SearchTally, total: Int, next: Int?
    ) throws -> [String] {
        let members = search.collection.members
        if total == 0, tally.near > 0, members.count > 1 { return [Hints.nearHeadline] }
        if total == 0, members.count > 1 { return ["No notes found in \(members.count) vaults"] }
        if total == 0 {
            let hints = try members[0].snapshot.zeroResultHints.hints(search.searches[0])
            return [tally.near > 0 ? Hints.nearHeadline : hints.headline] + hints.lines
        }
        let offset = search.presentation.offset ?? 0
        if tally.found == 0 { return ["offset \(offset) is past the last of \(total) results"] }
        return next.map { ["\(total - $0) more: offset \($0)"] } ?? []
    }
}

extension TaskList.Entry {
    /// The note that contains the task.
    fileprivate var address: NoteAddress { NoteAddress(task.path, in: vault) }
}
