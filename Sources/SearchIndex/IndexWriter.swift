package import SQLite
package import SourceText

/// Writes what was found on disk into the index. All of it happens inside one transaction of the caller's.
package final class IndexWriter {
    let connection: Connection
    private let calendar: LocalCalendar
    private let extensions: FileExtensions
    let resolver: LinkResolver
    private var nextNote: Int64
    /// Folded names that came or went, so that the links waiting for them are looked at again.
    var touched: Set<String> = []
    /// Files whose own links have to be looked at.
    private var unresolved: [Int64] = []
    /// Past so many, all links are looked at in one go.
    private static let touchedLimit = 2000

    package init(
        _ connection: Connection, calendar: LocalCalendar, extensions: FileExtensions
    ) throws {
        self.connection = connection
        self.calendar = calendar
        self.extensions = extensions
        resolver = LinkResolver(connection: connection)
        nextNote = try connection.first("SELECT value FROM meta WHERE key = 'next'") { $0.int(0) } ?? 1
    }

    // MARK: Files

    /// Puts in a file that is no note, or brings up to date what is known of it.
    package func put(_ file: IndexedFile) throws {
        let id = try putRow(file)
        // What was a note and can no longer be read is one no more.
        try removeNote(id)
        let names = file.kind == .folder || file.kind == .unreadable ? [] : Self.pathNames(file.path)
        try putNames(names, of: id)
    }

    /// Remembers that a note was moved by another program, so that links to it can be mended.
    package func remember(movedFrom old: VaultPath, to new: VaultPath) throws {
        try connection.run("UPDATE moved SET new = ?2 WHERE new = ?1", [.text(old.bytes), .text(new.bytes)])
        try connection.run(
            "INSERT OR REPLACE INTO moved VALUES(?1, ?2)", [.text(old.bytes), .text(new.bytes)])
        try connection.run("DELETE FROM moved WHERE old = new")
    }

    /// Notes only that the file was looked at again and its content is the same.
    package func touch(_ file: IndexedFile) throws { _ = try putRow(file) }

    package func remove(_ path: VaultPath) throws {
        guard let id = try fileID(path) else { return }
        try removeNote(id)
        try putNames([], of: id)
        try connection.run("DELETE FROM file WHERE id = ?1", [.int(id)])
    }

    func fileID(_ path: VaultPath) throws -> Int64? {
        try connection.first("SELECT id FROM file WHERE path = ?1", [.text(path.bytes)]) { $0.int(0) }
    }

    private func putRow(_ file: IndexedFile) throws -> Int64 {
        let values: [SQLValue] = [
            .text(file.path.bytes), .int(file.kind.rawValue), .int(file.size), .int(file.device), .int(file.inode),
            .int(file.modified), .int(file.changed), .optional(file.born), .int(file.hash), .bool(file.isSettled),
        ]
        return try connection.first(
            """
            INSERT INTO file(path, kind, size, device, inode, modified, changed, born, hash, settled)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT(path) DO UPDATE SET kind = ?2, size = ?3, device = ?4, inode = ?5, modified = ?6, changed = ?7,
                born = ?8, hash = ?9, settled = ?10
            RETURNING id
            """, values
        ) { $0.int(0) } ?? 0
    }

    // MARK: Notes

    package func put(_ rows: NoteRows) throws {
        let file = try putRow(rows.file)
        try removeNote(file)
        let id = nextNote
        nextNote += 1
        let path = rows.file.path
        let created = rows.created.map { $0.moment(in: calendar).microseconds } ?? Self.fallback(rows.file)
        let modified = rows.modified.map { $0.moment(in: calendar).microseconds } ?? rows.file.modified / 1000
        let start: [SQLValue] = [
            .int(id), .int(file), .text(path.bytes), .text(path.folder.bytes), .text(rows.title),
            .text(rows.titleWords), .blob(NaturalOrder.key(rows.title)), .blob(NaturalOrder.key(path.text)),
            .text(rows.status), .text(Folding.fold(rows.status)), .bool(rows.isFavorite),
        ]
        let middle: [SQLValue] = [
            .int(created), .optional(rows.created.flatMap(Self.local)), .int(modified),
            .optional(rows.modified.flatMap(Self.local)), .optional(rows.id),
            .optional(rows.id.map { Folding.fold($0) }),
            .optional(rows.order), .int(rows.words), .int(rows.file.size), .int(rows.length),
        ]
        let end: [SQLValue] = [
            .int(rows.openTasks), .int(rows.doneTasks), .int(rows.headings), .int(rows.keys), .bool(rows.isMalformed),
            .bool(rows.hasConflict), .text(rows.propertiesJSON),
        ]
        try connection.run(
            """
            INSERT INTO note VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)
            """, start + middle + end)
        try connection.run(
            "INSERT INTO fts(rowid, title, alias, name, keyword, heading, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            [.int(id)] + rows.columns.map { .text($0) })
        try putParts(rows, file)
        try putLinks(rows, file)
        try putNames(Self.names(rows), of: file)
        unresolved.append(file)
    }

    /// When a note without a date of its own was made: the earlier of the file's birth and modification.
    private static func fallback(_ file: IndexedFile) -> Int64 { min(file.born ?? .max, file.modified) / 1000 }

    /// The civil time of a date without a zone, to be worked out anew where the local time's rules change.
    private static func local(_ date: DateText) -> Int64? {
        date.offset == nil ? date.civil.seconds * 1_000_000 + Int64(date.fraction) : nil
    }

    private func putParts(_ rows: NoteRows, _ file: Int64) throws {
        for (seq, name) in rows.keywords.enumerated() {
            try connection.run(
                "INSERT INTO keyword VALUES(?1, ?2, ?3, ?4)",
                [.int(file), .int(seq), .text(name), .text(Folding.fold(name))])
        }
        for (seq, name) in rows.aliases.enumerated() {
            try connection.run(
                "INSERT INTO alias VALUES(?1, ?2, ?3, ?4)",
                [.int(file), .int(seq), .text(name), .text(Folding.fold(name))])
        }
        for (seq, property) in rows.properties.enumerated() {
            try connection.run(
                "INSERT INTO property VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                [
                    .int(file), .int(seq), .text(property.key), .int(property.kind.rawValue), .text(property.text),
                    .text(Folding.fold(property.text)), property.number.map { .real($0) } ?? .null,
                    .optional(property.date.map { $0.moment(in: calendar).microseconds }),
                    .optional(property.date.flatMap(Self.local)),
                ])
        }
    }

    private func putLinks(_ rows: NoteRows, _ file: Int64) throws {
        let folder = rows.file.path.folder
        for (seq, link) in rows.links.enumerated() {
            let keys = LinkResolver.Keys(link.reference, in: folder)
            try connection.run(
                "INSERT INTO link VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL, 0, 1)",
                [
                    .int(file), .int(seq), .text(link.reference), .int(link.line), .int(link.form.rawValue),
                    .text(keys.root), .text(keys.relative), .optional(keys.literal),
                ])
        }
    }

    /// Takes away all that is known of the note in a file, but for its names.
    private func removeNote(_ file: Int64) throws {
        guard let id = try connection.first("SELECT id FROM note WHERE file = ?1", [.int(file)], { $0.int(0) })
        else { return }
        try connection.run("INSERT OR IGNORE INTO dead VALUES(?1)", [.int(id)])
        try connection.run("DELETE FROM note WHERE id = ?1", [.int(id)])
        for table in ["keyword", "alias", "property", "link"] {
            try connection.run("DELETE FROM \(table) WHERE file = ?1", [.int(file)])
        }
    }

    // MARK: Names

    /// The exact form is kept as bytes: strings are equal where they are canonically equivalent, which is not exactly.
    struct Name: Hashable {
        var kind: NameKind
        var exact: [UInt8]

        init(_ kind: NameKind, _ exact: [UInt8]) {
            self.kind = kind
            self.exact = exact
        }

        init(_ kind: NameKind, _ exact: String) { self.init(kind, Array(exact.utf8)) }

        var key: String { Folding.fold(String(decoding: exact, as: UTF8.self)) }
    }

    static func pathNames(_ path: VaultPath) -> [Name] {
        var names = [Name(.path, path.bytes), Name(.name, path.name.bytes)]
        if path.withoutExtension != path {
            names.append(Name(.pathStem, path.withoutExtension.bytes))
            names.append(Name(.stem, path.stem.bytes))
        }
        return names
    }

    private static func names(_ rows: NoteRows) -> [Name] {
        var names = pathNames(rows.file.path)
        if let id = rows.id { names.append(Name(.id, id)) }
        names.append(Name(.title, rows.title))
        return names + rows.aliases.map { Name(.alias, $0) }
    }

    /// Gives a file its names; those that come or go are remembered as touched.
    func putNames(_ names: [Name], of file: Int64) throws {
        let old = Set(
            try connection.all("SELECT kind, exact FROM name WHERE file = ?1", [.int(file)]) { row in
                Name(NameKind(rawValue: row.int(0)) ?? .alias, row.bytes(1))
            })
        let new = Set(names)
        for name in old.subtracting(new) {
            let key = name.key
            touched.insert(key)
            try connection.run(
                "DELETE FROM name WHERE key = ?1 AND kind = ?2 AND file = ?3 AND exact = ?4",
                [.text(key), .int(name.kind.rawValue), .int(file), .text(name.exact)])
        }
        for name in new.subtracting(old) {
            let key = name.key
            touched.insert(key)
            try connection.run(
                "INSERT OR IGNORE INTO name VALUES(?1, ?2, ?3, ?4)",
                [.text(key), .int(name.kind.rawValue), .int(file), .text(name.exact)])
        }
    }

    // MARK: The end

    /// Resolves the links that what was written concerns, and brings the counts up to date.
    package func finish() throws {
        try resolveLinks()
        try connection.run("INSERT OR REPLACE INTO meta VALUES('next', ?1)", [.int(nextNote)])
        try connection.run(
            "INSERT OR REPLACE INTO meta SELECT 'notes', count(*) FROM note UNION ALL SELECT 'tokens', ifnull(sum(length), 0) FROM note"
        )
    }

    private func resolveLinks() throws {
        let columns =
            "SELECT l.file, l.seq, l.reference, l.form, f.path FROM link l JOIN file f ON f.id = l.file"
        func pending(_ condition: String, _ values: [SQLValue]) throws -> [Pending] {
            try connection.all("\(columns) WHERE \(condition)", values) { row in
                Pending(
                    file: row.int(0), seq: row.int(1), reference: row.text(2), form: row.int(3),
                    folder: VaultPath(bytes: row.bytes(4)).folder)
            }
        }
        if touched.count > Self.touchedLimit {
            for link in try pending("1", []) { try resolve(link) }
        } else {
            var seen: Set<Pending> = []
            for file in unresolved { seen.formUnion(try pending("l.file = ?1", [.int(file)])) }
            for key in touched {
                for column in ["key", "relative", "literal"] {
                    seen.formUnion(try pending("l.\(column) = ?1", [.text(key)]))
                }
            }
            for link in seen { try resolve(link) }
        }
        touched = []
        unresolved = []
    }

    private struct Pending: Hashable {
        var file: Int64
        var seq: Int64
        var reference: String
        var form: Int64
        var folder: VaultPath
    }

    private func resolve(_ link: Pending) throws {
        let target = try resolver.resolve(link.reference, in: link.folder)
        let form = ReferenceForm(rawValue: link.form) ?? .link
        let isAttachment = target.map { !$0.isNote } ?? form.isMissingAttachment(link.reference, extensions)
        let state: LinkState = target == nil ? .broken : target?.isAmbiguous == true ? .ambiguous : .resolved
        try connection.run(
            "UPDATE link SET target = ?3, attachment = ?4, state = ?5 WHERE file = ?1 AND seq = ?2",
            [
                .int(link.file), .int(link.seq), .optional(target?.file), .bool(isAttachment), .int(state.rawValue),
            ])
    }
}
