package import Notes
package import SQLite
package import SourceText

/// A writer of the files found on disk into the index. The caller must open one transaction for all of it.
package final class IndexWriter {
    let connection: Connection
    let calendar: LocalCalendar
    let extensions: FileExtensions
    let resolver: LinkResolver
    /// Whether the index is being built. Then nothing is replaced, and files have the ids that `FileNames` gave them.
    let isNew: Bool
    /// The history of notes, or nil if it was never read.
    let history: HistoryTable?
    /// The dates in earlier versions of notes, or nil if dates do not come from the history.
    let versions: (any NoteVersions)?
    private var givesDates: Bool { versions != nil }
    private let statements: Statements
    private var nextNote: Int64
    private var terms: TermTable
    let columns: ColumnWriter
    private var notes: Int64
    private var tokens: Int64
    /// The folder used last, and in a new index all folders.
    private var folder: (path: VaultPath, id: FileID) = (.root, .root)
    private var folders: [VaultPath: FileID] = [:]
    /// In a new index, all names and pending links, collected so that they can be written in key order.
    var collectedNames: [(key: NameHash, file: FileID)] = []
    private var waiting: [(key: NameHash, file: FileID, seq: Int)] = []
    /// The hashes of names that appeared or disappeared. Links that may mean them are resolved again.
    var affectedNames: Set<NameHash> = []
    /// The files whose own links must be resolved.
    var unresolved: [FileID] = []
    var relinked: Set<FileID> = []
    /// In a new index, the rows of notes by file id (0 for none), and the images.
    var rows: [Int32] = []
    var images: Set<FileID> = []
    /// Whether every link must be resolved again.
    var isEveryLinkAffected = false

    package init(
        _ connection: Connection, calendar: LocalCalendar, extensions: FileExtensions, isNew: Bool = false,
        versions: (any NoteVersions)? = nil
    ) throws {
        self.connection = connection
        history = try HistoryTable.state(connection) == nil ? nil : HistoryTable(connection)
        self.versions = versions
        self.calendar = calendar
        self.extensions = extensions
        self.isNew = isNew
        resolver = LinkResolver(connection: connection)
        statements = try Statements(connection)
        terms = try TermTable(connection, isNew: isNew)
        columns = ColumnWriter(connection, isNew: isNew)
        let totals = try connection.totals()
        nextNote = totals.next
        notes = totals.notes
        tokens = totals.tokens
    }

    // MARK: Files

    /// Adds or updates a file that is not a note.
    ///
    /// - Parameter id: its id in a new index.
    package func put(_ file: FoundFile, id: FileID? = nil) throws {
        let old = isNew ? nil : try fileID(file.path)
        let oldNames = try old.map { try self.names(of: $0) } ?? []
        try noteKind(file.kind, of: old, oldNames)
        let id = try putRow(
            file.path, file.kind, fingerprint: file.fingerprint, hash: 0, real: file.real, old: old, new: id)
        if isNew, file.kind == .folder { folders[file.path] = id }
        if isNew, file.kind == .image { images.insert(id) }
        // A note that can no longer be read loses its note data.
        try removeNote(id)
        let names = file.kind == .unreadable ? [] : Self.pathNames(file.path)
        if isNew {
            collectNames(names.isEmpty ? [] : Set(NameKey.file(file.path)), of: id)
        } else {
            try put(names, after: oldNames, of: id)
        }
        // Links were resolved as if this file were a note.
        if isNew, file.kind == .unreadable { isEveryLinkAffected = true }
    }

    /// Records the move of a note, so that links to it can be repaired and its history found.
    ///
    /// - Parameter isSure: whether it is the same file, not only one with the same content.
    package func remember(movedFrom old: VaultPath, to new: VaultPath, isSure: Bool) throws {
        let values: [SQLValue] = [.text(old.bytes), .text(new.bytes), .bool(isSure)]
        try connection.run("UPDATE moved SET new = ?2, sure = sure AND ?3 WHERE new = ?1", values)
        try connection.run("INSERT OR REPLACE INTO moved(old, new, sure) VALUES(?1, ?2, ?3)", values)
        try connection.run("DELETE FROM moved WHERE old = ?1 AND new = ?1", [.text(new.bytes)])
    }

    /// Returns the recorded moves to some paths.
    package func moves(to paths: [VaultPath]) throws -> [ExternalMove] {
        try paths.flatMap { path in
            try connection.all("SELECT old, sure FROM moved WHERE new = ?1", [.text(path.bytes)]) { row in
                ExternalMove(from: VaultPath(bytes: row.bytes(0)), to: path, isSure: row.bool(1))
            }
        }
    }

    package func forget(_ moves: [ExternalMove]) throws {
        for move in moves { try connection.run("DELETE FROM moved WHERE old = ?1", [.text(move.from.bytes)]) }
    }

    /// Updates the fingerprint of a folder or other file whose content has not changed.
    package func touch(_ path: VaultPath, fingerprint: Fingerprint) throws {
        guard let id = try fileID(path) else { return }
        try connection.run("UPDATE file SET fingerprint = ?2 WHERE id = ?1", [.number(id), .number(fingerprint)])
    }

    package func remove(_ path: VaultPath) throws {
        guard let id = try fileID(path) else { return }
        let names = try names(of: id)
        try removeNote(id)
        try put([], after: names, of: id)
        try connection.run("DELETE FROM file WHERE id = ?1", [.number(id)])
        folder = (.root, .root)
    }

    /// Returns those of some content hashes that more than one note has. Complexity: O(files).
    package func repeated(_ hashes: Set<Int64>) throws -> Set<Int64> {
        var seen: Set<Int64> = []
        var repeated: Set<Int64> = []
        if hashes.isEmpty { return repeated }
        try connection.rows(sql: "SELECT hash FROM file WHERE kind = \(FileKind.note)") { row in
            let hash = row.int(0)
            if hashes.contains(hash), !seen.insert(hash).inserted { repeated.insert(hash) }
            return true
        }
        return repeated
    }

    /// Handles a file that the scan found but that was gone when it was read.
    package func markMissing(_ path: VaultPath) throws {
        if isNew { isEveryLinkAffected = true } else { try remove(path) }
    }

    func fileID(_ path: VaultPath) throws -> FileID? {
        try connection.file("id", at: path) { $0.number(0) }
    }

    /// Updates the row `old` if given. Otherwise inserts a row, with the id `new` if given.
    ///
    /// Uses only plain single-row statements. A statement that can fail halfway (an upsert) opens a savepoint, and FTS5
    /// then writes its buffer to disk: one segment per note.
    func putRow(
        _ path: VaultPath, _ kind: FileKind, fingerprint: Fingerprint, hash: Int64, born: Int64? = nil,
        real: VaultPath? = nil,
        old: FileID?, new: FileID?
    ) throws -> FileID {
        let values: [SQLValue] = [
            .text(path.bytes), .number(NameKey.path(path)), .kind(kind), .number(fingerprint), .int(hash),
            .optional(born),
            real.map { .text($0.bytes) } ?? .null,
        ]
        if let old {
            try connection.run(
                "UPDATE file SET path = ?1, path_hash = ?2, kind = ?3, fingerprint = ?4, hash = ?5, born = ?6, real = ?7 WHERE id = ?8",
                values + [.number(old)])
            return old
        }
        try statements.file.run([.optional(new)] + values)
        return FileID(connection.lastInsertedRow)
    }

    /// Returns the id of the folder at `path`, or 0 for the root.
    private func folderID(_ path: VaultPath) throws -> FileID {
        if path.isRoot { return .root }
        if folder.path != path { folder = (path, try isNew ? folders[path] ?? .root : fileID(path) ?? .root) }
        return folder.id
    }

    // MARK: Notes

    /// - Parameter id: the id of its file in a new index.
    package func put(_ rows: NoteRows, id: FileID? = nil) throws {
        let path = rows.file.path
        let old = isNew ? nil : try fileID(path)
        let oldNames = try old.map { try names(of: $0) } ?? []
        try noteKind(.note, of: old, oldNames)
        let file = try putRow(
            path, .note, fingerprint: rows.file.fingerprint, hash: rows.file.hash, born: rows.file.born, old: old,
            new: id)
        if old != nil { try removeNote(file) }
        let note = RowID(nextNote)
        nextNote += 1
        notes += 1
        tokens += Int64(rows.length)
        let past = try history?.history(of: path)
        let dates = dates(
            rows.file, rows.features, created: rows.created?.moment(in: calendar).microseconds ?? 0,
            modified: rows.modified?.moment(in: calendar).microseconds ?? 0, own: rows.modified)
        let (created, modified) = try settled(dates, of: path, past)
        let status = try terms.number(of: rows.status, .status)
        terms.count(status, 1)
        let folder = try folderID(path.folder)
        try statements.note.run(
            [
                .number(note), .number(file), .number(folder), .text(rows.title), .number(status),
                .int(created),
                .optional(rows.created.flatMap(Self.local)), .int(modified),
                .optional(rows.modified.flatMap(Self.local)),
                .optional(rows.id), .optional(rows.order), .int(rows.words), .int(rows.file.size), .int(rows.openTasks),
                .int(rows.doneTasks), .int(rows.headings), .int(rows.keys), .int(rows.features.rawValue),
                .optional(rows.propertiesJSON), .int(rows.titleLocation.line), .int(rows.titleLocation.column),
                .optional(rows.idLocation.map { Int64($0.line) }), .optional(rows.idLocation.map { Int64($0.column) }),
            ] + (givesDates ? values(dates) + ownValues(dates) : [.null, .null, .null, .null, .null]))
        try statements.text.run([.number(note)] + rows.columns.map { .text($0) })
        if !isNew { try Vocabulary.add(note, rows.columns, to: connection) }
        try putParts(rows, file, note: note)
        try putColumns(rows, note, file: file, folder: folder, status: status, created: created, modified: modified)
        if let past { try columns.set(past, of: note) }
        try putLinks(rows, file)
        try putFindings(rows, file)
        if isNew {
            remember(note, of: file)
            collectNames(rows.nameKeys, of: file)
        } else {
            try put(Self.names(rows), after: oldNames, of: file)
            unresolved.append(file)
            relinked.insert(file)
        }
    }

    private func remember(_ note: RowID, of file: FileID) {
        let number = Int(file.value)
        if number >= rows.count { rows += [Int32](repeating: 0, count: max(number + 1, rows.count * 2) - rows.count) }
        rows[number] = Int32(truncatingIfNeeded: note.value)
    }

    /// Returns the civil time of a date without a zone, which is recomputed when the time zone rules change.
    private static func local(_ date: DateText) -> Int64? {
        date.offset == nil ? date.civil.seconds * 1_000_000 + Int64(date.fraction) : nil
    }

    /// Writes all columns of a note except its link columns.
    private func putColumns(
        _ rows: NoteRows, _ note: RowID, file: FileID, folder: FileID, status: TermID, created: Int64, modified: Int64
    ) throws {
        columns.advance(to: note)
        let numbers: [(NoteColumn, Int64)] = [
            (.length, Int64(rows.length)), (.file, file.value), (.folder, folder.value), (.status, status.value),
            (.features, rows.features.rawValue), (.keys, rows.keys), (.created, created), (.modified, modified),
            (.words, Int64(rows.words)), (.size, rows.file.size), (.openTasks, Int64(rows.openTasks)),
            (.headings, Int64(rows.headings)), (.titlePrefix, rows.titlePrefix), (.namePrefix, rows.namePrefix),
            (.nameLengths, rows.nameLengths),
        ]
        for (column, number) in numbers { try columns.set(column, note, value: number) }
        // The least number means none.
        if let order = rows.order { try columns.set(.order, note, value: max(order, .min + 1)) }
    }

    private func putParts(_ rows: NoteRows, _ file: FileID, note: RowID) throws {
        if !rows.keywords.isEmpty {
            let keywords = try rows.keywords.map { try terms.number(of: $0, .keyword) }
            for term in keywords { terms.count(term, 1) }
            try columns.set(.keywords, note, value: keywords.map(\.value))
        }
        for (seq, name) in rows.aliases.enumerated() {
            try statements.alias.run([.number(file), .int(seq), .text(name), .text(Folding.fold(name))])
        }
        var counted: Set<TermID> = []
        for (seq, property) in rows.properties.enumerated() {
            let term = try terms.number(of: property.key, .property)
            if counted.insert(term).inserted { terms.count(term, 1) }
            try statements.property.run([
                .number(file), .int(seq), .number(term), .kind(property.kind), .text(property.text),
                .text(Folding.fold(property.text)), property.number.map { .real($0) } ?? .null,
                .optional(property.date.map { $0.moment(in: calendar).microseconds }),
                .optional(property.date.flatMap(Self.local)),
            ])
        }
    }

    private func putFindings(_ rows: NoteRows, _ file: FileID) throws {
        for (seq, finding) in rows.findings.enumerated() {
            try statements.finding.run([
                .number(file), .int(seq), .text(finding.kind.rawValue), .int(finding.location.line),
                .int(finding.location.column), .text(finding.message), .optional(finding.help),
            ])
        }
    }

    private func putLinks(_ rows: NoteRows, _ file: FileID) throws {
        for (seq, link) in rows.links.enumerated() {
            let state: LinkState =
                link.target == nil ? .broken : link.target?.isAmbiguous == true ? .ambiguous : .resolved
            try statements.link.run([
                .number(file), .int(seq), .text(link.reference), .int(link.line),
                .int(link.targetLocation.line - link.line), .int(link.targetLocation.column),
                .optional(link.fragment), .kind(link.form),
                .optional(link.target?.file), .int(0), .kind(state),
            ])
            for key in link.keys {
                if isNew {
                    waiting.append((key, file, seq))
                } else {
                    try statements.waiting.run([.number(key), .number(file), .int(seq)])
                }
            }
            if isNew, link.target == nil, unresolved.last != file { unresolved.append(file) }
        }
    }

    /// Removes all data of the note in a file except its names.
    private func removeNote(_ file: FileID) throws {
        if isNew { return }
        let row = try connection.first(
            "SELECT id, status FROM note WHERE file = ?1", [.number(file)],
            read: { ($0.number(0, as: RowID.self), $0.number(1, as: TermID.self)) })
        guard let (note, status) = row else { return }
        notes -= 1
        tokens -= min(tokens, max(0, try columns.value(.length, note)))
        terms.count(status, -1)
        for term in try columns.value(.keywords, note) { terms.count(TermID(term), -1) }
        let properties = try connection.all(
            "SELECT DISTINCT term FROM property WHERE file = ?1", [.number(file)],
            read: { $0.number(0, as: TermID.self) })
        for term in properties { terms.count(term, -1) }
        // The other columns of a deleted row are never read.
        try columns.set(.length, note, value: 0)
        try columns.set(.file, note, value: 0)
        try columns.set(.keywords, note, value: [])
        try columns.set(.targets, note, value: [])
        if history != nil { try columns.set(.authors, note, value: []) }
        let waiting = try connection.all(
            "SELECT seq, reference FROM link WHERE file = ?1", [.number(file)], read: { ($0.int(0), $0.text(1)) })
        if !waiting.isEmpty, let path = try path(of: file) {
            for (seq, reference) in waiting {
                for key in NameKey.reference(reference, in: path.folder) {
                    try connection.run(
                        "DELETE FROM waiting WHERE name_hash = ?1 AND file = ?2 AND seq = ?3",
                        [.number(key), .number(file), .int(seq)])
                }
            }
        }
        try connection.run("DELETE FROM note WHERE id = ?1", [.number(note)])
        try connection.run("DELETE FROM anchor WHERE row = ?1", [.number(note)])
        for table in ["alias", "property", "link", "finding"] {
            try connection.run("DELETE FROM \(table) WHERE file = ?1", [.number(file)])
        }
    }

    func path(of file: FileID) throws -> VaultPath? {
        try connection.first("SELECT path FROM file WHERE id = ?1", [.number(file)]) { VaultPath(bytes: $0.bytes(0)) }
    }

    // MARK: Finishing

    /// Resolves the affected links and updates the counts.
    package func finish() throws {
        if isNew {
            collectedNames.sort { ($0.key, $0.file) < ($1.key, $1.file) }
            let insert = try connection.prepare("INSERT OR IGNORE INTO name(name_hash, file) VALUES(?1, ?2)")
            for (key, file) in collectedNames { try insert.run([.number(key), .number(file)]) }
            collectedNames = []
            waiting.sort { ($0.key, $0.file, $0.seq) < ($1.key, $1.file, $1.seq) }
            for (key, file, seq) in waiting { try statements.waiting.run([.number(key), .number(file), .int(seq)]) }
            waiting = []
        }
        try terms.flush()
        if isNew { try connection.execute(Schema.indexes) }
        try resolveLinks()
        try putLinkColumns()
        try columns.flush()
        if isNew {
            // A savepoint makes FTS5 write its buffer.
            try connection.execute("SAVEPOINT written; RELEASE written")
            try SegmentTerms.read(connection).write(to: connection)
        } else {
            try Vocabulary.condense(connection)
        }
        try connection.setMeta(.next, .int(nextNote))
        try connection.setMeta(.notes, .int(notes))
        try connection.setMeta(.tokens, .int(tokens))
    }
}
