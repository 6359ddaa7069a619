import Git
import QueryLanguage
import SQLite
import SearchIndex
import SourceText
import VaultFiles

/// Fills the tables of a database with notes.
struct PublicTableFiller {
    private let snapshot: VaultSnapshot
    private let connection: Connection
    /// The tables to fill.
    private let tables: Set<PublicTable>
    private var statements: [PublicTable: Statement] = [:]

    init(_ snapshot: VaultSnapshot, _ connection: Connection, _ tables: Set<PublicTable>) throws {
        self.snapshot = snapshot
        self.connection = connection
        self.tables = tables
        for table in tables {
            let places = (1...table.columns.count).map { "?\($0)" }.joined(separator: ", ")
            statements[table] = try connection.prepare("INSERT INTO \(table.rawValue) VALUES(\(places))")
        }
    }

    /// Adds the notes that a search finds. Calls `check` before each.
    func fill(with search: VaultSearch, check: () throws -> Void) throws {
        if tables.isEmpty { return }
        if tables.contains(.commits), snapshot.git.isVersioned { try snapshot.requireHistory() }
        var paths: Set<VaultPath> = []
        try snapshot.run(search) { hit in
            try check()
            if hit.isFile { return true }
            try add(hit)
            if tables.contains(.headings) { try addHeadings(of: hit.path) }
            if tables.contains(.tasks) { paths.insert(hit.path) }
            return true
        }
        if tables.contains(.tasks) { try addTasks(of: paths) }
    }

    private func insert(_ table: PublicTable, _ values: () -> [SQLValue]) throws {
        if let statement = statements[table] { try statement.run(values()) }
    }

    // MARK: From the index

    private func add(_ hit: NoteHit) throws {
        let path = SQLValue.text(hit.path.bytes)
        try insert(.notes) { note(hit) }
        for keyword in hit.keywords { try insert(.keywords) { [path, .text(keyword)] } }
        for link in hit.links {
            try insert(.links) {
                [
                    path, .int(link.line), .text(link.target), link.path.map { .text($0.bytes) } ?? .null,
                    .bool(link.isAmbiguous),
                ]
            }
        }
        for file in hit.attachments {
            try insert(.attachments) {
                [path, .int(file.line), .text(file.target), .text(file.path.bytes), .bool(!file.exists)]
            }
        }
        if tables.contains(.properties) {
            for value in PropertyCell.cells(of: JSONValue(parsing: hit.propertiesJSON) ?? .null) {
                try insert(.properties) {
                    [path, .text(value.key), .int(value.item), value.value, .text(value.type)]
                }
            }
        }
        if tables.contains(.commits) {
            for change in try snapshot.index.history.commits(of: hit.path) {
                let commit = change.commit
                try insert(.commits) {
                    [
                        path, .text(BlobName.text(commit.name)), .text(commit.time.rfc3339), .text(commit.author),
                        .text(commit.address),
                    ]
                }
            }
        }
    }

    private func note(_ hit: NoteHit) -> [SQLValue] {
        var aliases = JSONWriter()
        aliases.array { json in for alias in hit.aliases { json.string(alias) } }
        return [
            .text(hit.path.bytes), .text(hit.title), .text(hit.path.folder.bytes), .text(hit.path.stem.bytes),
            .text(hit.status), .bool(hit.isFavorite), .text(hit.created.rfc3339), .text(hit.modified.rfc3339),
            .optional(hit.id), .optional(hit.order), .int(hit.counts.words), .int(hit.counts.size),
            .text(ContentHash.text(hit.contentHash)), .int(hit.counts.openTasks), .int(hit.counts.doneTasks),
            .text(aliases.text), .text(hit.propertiesJSON),
        ]
    }

    private func addTasks(of notes: Set<VaultPath>) throws {
        let today = snapshot.calendar.civil(snapshot.now).startOfDay
        let request = TaskRequest(condition: .all, sort: [], limit: nil, today: today)
        for task in try snapshot.index.tasks.find(request).hits where notes.contains(task.path) {
            let days: [TaskProperty] = [.due, .scheduled, .start, .created, .done, .cancelled]
            try insert(.tasks) {
                [
                    .text(task.path.bytes), .int(task.line), .text(task.status.rawValue), .text(task.text),
                ] + days.map { .optional(task.days[$0]?.dayText) } + [
                    .optional(task.priority == .none ? nil : task.priority.name), .optional(task.rule),
                    .optional(task.names.id),
                ]
            }
        }
    }

    // MARK: From the file

    private func addHeadings(of note: VaultPath) throws {
        for heading in try snapshot.details(of: note).headings {
            try insert(.headings) {
                [.text(note.bytes), .int(heading.line), .int(heading.level), .text(heading.text)]
            }
        }
    }
}

/// A scalar value of a property, as a row of the table `properties`.
private struct PropertyCell {
    let key: String
    let item: Int
    let value: SQLValue
    let type: String

    /// Returns the values in an object. The keys of nested objects are joined by dots.
    static func cells(of object: JSONValue) -> [PropertyCell] {
        guard case .object(let members) = object else { return [] }
        return members.flatMap { cells($0.value, key: $0.name, item: 0) }
    }

    private static func cells(_ value: JSONValue, key: String, item: Int) -> [PropertyCell] {
        switch value {
        case .object(let members) where !members.isEmpty:
            members.flatMap { cells($0.value, key: "\(key).\($0.name)", item: item) }
        case .array(let values) where !values.isEmpty:
            values.enumerated().flatMap { cells($1, key: key, item: $0) }
        case .number(let text): [PropertyCell(key: key, item: item, value: number(text), type: "number")]
        case .bool(let value): [PropertyCell(key: key, item: item, value: .bool(value), type: "bool")]
        case .string(let text) where !text.isEmpty:
            [PropertyCell(key: key, item: item, value: .text(text), type: "text")]
        default: [PropertyCell(key: key, item: item, value: .null, type: "null")]
        }
    }

    private static func number(_ text: String) -> SQLValue {
        if let number = Int64(text) { return .int(number) }
        return Double(text).map { .real($0) } ?? .text(text)
    }
}
