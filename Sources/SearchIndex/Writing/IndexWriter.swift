package import Notes
package import SQLite
package import SourceText

/// A writer of the files found on disk into the index. The caller must open one transaction for all of it, and call
/// `finish` at the end.
package final class IndexWriter {
    private let connection: Connection
    /// Whether the index is being built. Then nothing is replaced, and files have the ids that `FileNames` gave them.
    private let isNew: Bool
    let resolver: LinkResolver
    private let columns: ColumnWriter
    private let dates: DateWriter
    private let statements: Statements
    /// The builder of the full-text table of a new index.
    private let fullText: FullTextBuilder?
    private var terms: TermTable
    var names: NameWriter
    private var links: LinkWriter
    private var totals: Connection.Totals
    /// The folder used last, and in a new index all folders.
    private var folder: (path: VaultPath, id: FileID) = (.root, .root)
    private var folders: [VaultPath: FileID] = [:]
    /// Whether all changes so far gave notes new versions. `names.affected` is not empty if a name has changed.
    private var hasOnlyVersions = true

    /// - Parameter versions: the dates in earlier versions of notes, or nil if dates do not come from the history.
    package init(
        _ connection: Connection, calendar: LocalCalendar, extensions: FileExtensions, isNew: Bool = false,
        versions: (any NoteVersions)? = nil
    ) throws {
        self.connection = connection
        self.isNew = isNew
        resolver = LinkResolver(connection: connection)
        columns = ColumnWriter(connection, isNew: isNew)
        dates = DateWriter(
            connection: connection, columns: columns, calendar: calendar,
            history: try HistoryTable.state(connection) == nil ? nil : HistoryTable(connection), versions: versions)
        statements = try Statements(connection)
        fullText = isNew ? try FullTextBuilder(connection) : nil
        terms = try TermTable(connection, isNew: isNew)
        names = NameWriter(connection)
        links = try LinkWriter(connection, columns: columns, resolver: resolver, extensions: extensions, isNew: isNew)
        totals = try connection.totals()
    }

    // MARK: Files

    /// Adds or updates a file that is not a note.
    ///
    /// - Parameter id: its id in a new index.
    package func put(_ file: FoundFile, id: FileID? = nil) throws {
        hasOnlyVersions = false
        let (id, oldNames) = try put(FileRow(file), new: id)
        let isReadable = file.kind != .unreadable
        if isNew {
            if file.kind == .folder { folders[file.path] = id }
            links.add(id, file.kind)
            if isReadable { names.collect(Set(NameKey.file(file.path)), of: id) }
        } else {
            try links.remove(of: id)
            try names.put(isReadable ? NameWriter.names(ofFile: file.path) : [], replacing: oldNames, of: id)
        }
    }

    /// Adds a canvas, or replaces the file at its path.
    ///
    /// - Parameter id: its id in a new index.
    package func put(_ rows: CanvasRows, id: FileID? = nil) throws {
        hasOnlyVersions = false
        let (id, oldNames) = try put(FileRow(rows.file), new: id)
        if isNew {
            names.collect(Set(NameKey.file(rows.file.path)), of: id)
        } else {
            try names.put(NameWriter.names(ofFile: rows.file.path), replacing: oldNames, of: id)
        }
        try put(rows.findings, of: id)
        try links.replace(by: rows.links, of: id, note: RowID(0))
    }

    /// Updates the fingerprint of a folder or other file whose content has not changed.
    package func touch(_ path: VaultPath, fingerprint: Fingerprint) throws {
        guard let id = try fileID(path) else { return }
        try connection.run("UPDATE file SET fingerprint = ?2 WHERE id = ?1", [.number(id), .number(fingerprint)])
    }

    /// Records that a note was read again and has the same content. Its file times may have changed.
    package func touch(_ file: IndexedFile) throws {
        let haveChanged = try dates.update(file, id: write(FileRow(file), old: try fileID(file.path), new: nil))
        if haveChanged { hasOnlyVersions = false }
    }

    /// Removes a file with all its data. Has no effect if the index lacks it.
    package func remove(_ path: VaultPath) throws {
        hasOnlyVersions = false
        guard let id = try fileID(path) else { return }
        let oldNames = try names.names(of: id)
        try removeNote(id)
        try links.remove(of: id)
        try AttachmentTable(connection).remove(id)
        try names.put([], replacing: oldNames, of: id)
        try connection.run("DELETE FROM file WHERE id = ?1", [.number(id)])
        folder = (.root, .root)
    }

    /// Removes a file that the scan found but that was gone when it was read. In a new index, resolves all links again
    /// instead.
    package func markMissing(_ path: VaultPath) throws {
        if isNew { links.markAllAffected() } else { try remove(path) }
    }

    /// Changes the path of a file and, if it is a note, its names, for `MovePreview`. Returns nil if it is not indexed.
    func move(_ move: FileMove) throws -> FileID? {
        guard let id = try fileID(move.from) else { return nil }
        let oldNames = try names.names(of: id)
        try connection.run(
            "UPDATE file SET path = ?1, path_hash = ?2 WHERE id = ?3",
            [.text(move.to.bytes), .number(NameKey.path(move.to)), .number(id)])
        if let names = move.names { try rename(id, to: names) }
        let newNames = try names.names(of: id)
        // Even an unchanged name may now mean another file, because the path decides between equal names.
        names.markAffected(newNames)
        try names.put(newNames, replacing: oldNames, of: id)
        return id
    }

    private func rename(_ file: FileID, to names: LinkNames) throws {
        try connection.run(
            "UPDATE note SET title = ?2, ident = ?3 WHERE file = ?1",
            [.number(file), .text(names.title), .optional(names.id)])
        if try connection.aliases(of: file).map(ExactText.init) == names.aliases.map(ExactText.init) { return }
        try connection.run(
            "UPDATE note SET known_keys = known_keys | ?2 WHERE file = ?1",
            [.number(file), .int(FrontMatterKey.aliases.bit)])
        try connection.run("DELETE FROM alias WHERE file = ?1", [.number(file)])
        try put(aliases: names.aliases, of: file)
    }

    private func put(aliases: [String], of file: FileID) throws {
        for (seq, name) in aliases.enumerated() {
            try statements.alias.run([.number(file), .int(seq), .text(name), .text(Folding.fold(name))])
        }
    }

    private func fileID(_ path: VaultPath) throws -> FileID? {
        try connection.file("id", at: path) { $0.number(0) }
    }

    /// A row of `file`.
    private struct FileRow {
        let path: VaultPath
        let kind: FileKind
        /// The values of its columns except the id.
        let values: [SQLValue]

        init(_ file: FoundFile) {
            (path, kind) = (file.path, file.kind)
            values = [
                .text(path.bytes), .number(NameKey.path(path)), .kind(kind), .number(file.fingerprint), .int(0), .null,
                file.real.map { .text($0.bytes) } ?? .null,
            ]
        }

        init(_ note: IndexedFile) {
            (path, kind) = (note.path, .note)
            values = [
                .text(path.bytes), .number(NameKey.path(path)), .kind(kind), .number(note.fingerprint), .int(note.hash),
                .optional(note.born), .null,
            ]
        }
    }

    /// Writes a file and removes its previous note, but not its links. Returns its id and its previous names.
    private func put(_ file: FileRow, new: FileID?) throws -> (id: FileID, oldNames: [NameWriter.Name]) {
        guard !isNew, let old = try fileID(file.path) else { return (try write(file, old: nil, new: new), []) }
        let oldNames = try names.names(of: old)
        let kind = try connection.first("SELECT kind FROM file WHERE id = ?1", [.number(old)]) { $0.int(0) }
        if kind != file.kind.rawValue {
            names.markAffected(oldNames)
            try AttachmentTable(connection).remove(old)
        }
        let id = try write(file, old: old, new: nil)
        try removeNote(id)
        return (id, oldNames)
    }

    /// Updates the row `old` if given. Otherwise inserts a row, with the id `new` if given.
    ///
    /// Uses only plain single-row statements. A statement that can fail halfway (an upsert) opens a savepoint, and FTS5
    /// then writes its buffer to disk: one segment per note.
    private func write(_ file: FileRow, old: FileID?, new: FileID?) throws -> FileID {
        if let old {
            try connection.run(
                """
                UPDATE file SET path = ?1, path_hash = ?2, kind = ?3, fingerprint = ?4, hash = ?5, born = ?6, real = ?7
                WHERE id = ?8
                """, file.values + [.number(old)])
            return old
        }
        try statements.file.run([.optional(new)] + file.values)
        return FileID(connection.lastInsertedRow)
    }

    /// Returns the id of the folder at `path`, or 0 for the root.
    private func folderID(_ path: VaultPath) throws -> FileID {
        if path.isRoot { return .root }
        if folder.path != path { folder = (path, try isNew ? folders[path] ?? .root : fileID(path) ?? .root) }
        return folder.id
    }

    // MARK: Notes

    /// The values of a note that come from elsewhere in the index.
    private struct Note {
        let id: RowID
        let file: FileID
        let folder: FileID
        let status: TermID
        let created: Int64
        let modified: Int64
    }

    /// Adds a note, or replaces the one at its path.
    ///
    /// - Parameter id: the id of its file in a new index.
    package func put(_ rows: NoteRows, id: FileID? = nil) throws {
        let path = rows.file.path
        let (file, oldNames) = try put(FileRow(rows.file), new: id)
        if oldNames.isEmpty { hasOnlyVersions = false }
        let row = RowID(totals.next)
        totals.next += 1
        totals.notes += 1
        totals.tokens += Int64(rows.text.length)
        let past = try dates.history?.history(of: path)
        let inputs = dates.inputs(
            rows.file, rows.features, created: dates.moment(rows.created) ?? 0,
            modified: dates.moment(rows.modified) ?? 0, own: rows.modified)
        let (created, modified) = try dates.resolved(inputs, of: path, past)
        let status = try terms.number(of: rows.status, .status)
        terms.count(status, 1)
        let note = Note(
            id: row, file: file, folder: try folderID(path.folder), status: status, created: created,
            modified: modified)
        try putRow(note, rows, dates: dates.values(inputs))
        if let fullText {
            try fullText.add(row, rows.text.columns)
        } else {
            try statements.text.run([.number(row)] + rows.text.columns.map { .text($0) })
        }
        if !isNew { try Vocabulary.add(row, rows.text.columns, to: connection) }
        try putProperties(rows, file, note: row)
        try putColumns(note, rows)
        if let past { try columns.set(past, of: row) }
        try links.replace(by: rows.links, of: file, note: row)
        try put(rows.findings, of: file)
        try putTasks(rows, file, note: row)
        if isNew {
            names.collect(rows.nameKeys, of: file)
        } else {
            let newNames = NameWriter.names(path, title: rows.title, id: rows.id, aliases: rows.aliases)
            try names.put(newNames, replacing: oldNames, of: file)
        }
    }

    private func putRow(_ note: Note, _ rows: NoteRows, dates: [SQLValue]) throws {
        try statements.note.run(
            [
                .number(note.id), .number(note.file), .number(note.folder), .text(rows.title), .number(note.status),
                .int(note.created), .optional(rows.created.flatMap(Self.local)), .int(note.modified),
                .optional(rows.modified.flatMap(Self.local)), .optional(rows.id), .optional(rows.order),
                .int(rows.text.words), .int(rows.file.size), .int(rows.openTasks), .int(rows.doneTasks),
                .int(rows.headings), .int(rows.keys), .int(rows.features.rawValue), .optional(rows.propertiesJSON),
                .int(rows.titleLocation.line), .int(rows.titleLocation.column),
                .optional(rows.idLocation.map { Int64($0.line) }), .optional(rows.idLocation.map { Int64($0.column) }),
            ] + dates)
    }

    /// Returns the civil time of a date without a zone, which is recomputed when the time zone rules change.
    private static func local(_ date: DateText) -> Int64? {
        date.offset == nil ? date.civil.seconds * 1_000_000 + Int64(date.fraction) : nil
    }

    /// Writes all columns of a note except its link columns.
    private func putColumns(_ note: Note, _ rows: NoteRows) throws {
        columns.advance(to: note.id)
        let numbers: [(NoteColumn, Int64)] = [
            (.length, Int64(rows.text.length)), (.file, note.file.value), (.folder, note.folder.value),
            (.status, note.status.value), (.features, rows.features.rawValue), (.keys, rows.keys),
            (.created, note.created), (.modified, note.modified), (.words, Int64(rows.text.words)),
            (.size, rows.file.size), (.openTasks, Int64(rows.openTasks)), (.headings, Int64(rows.headings)),
            (.titlePrefix, rows.titlePrefix), (.namePrefix, rows.namePrefix), (.nameLengths, rows.text.nameLengths),
        ]
        for (column, number) in numbers { try columns.set(column, note.id, value: number) }
        // The least number means none.
        if let order = rows.order { try columns.set(.order, note.id, value: max(order, .min + 1)) }
    }

    /// Writes the keywords, aliases and properties of a note.
    private func putProperties(_ rows: NoteRows, _ file: FileID, note: RowID) throws {
        if !rows.keywords.isEmpty {
            let keywords = try rows.keywords.map { try terms.number(of: $0, .keyword) }
            for term in keywords { terms.count(term, 1) }
            try columns.set(.keywords, note, value: keywords.map(\.value))
        }
        try put(aliases: rows.aliases, of: file)
        var counted: Set<TermID> = []
        for (seq, property) in rows.properties.enumerated() {
            let term = try terms.number(of: property.key, .property)
            if counted.insert(term).inserted { terms.count(term, 1) }
            try statements.property.run([
                .number(file), .int(seq), .number(term), .kind(property.kind), .text(property.text),
                .text(Folding.fold(property.text)), property.number.map { .real($0) } ?? .null,
                .optional(dates.moment(property.date)),
                .optional(property.date.flatMap(Self.local)),
            ])
        }
    }

    private func putTasks(_ rows: NoteRows, _ file: FileID, note: RowID) throws {
        if rows.tasks.isEmpty { return }
        for (seq, task) in rows.tasks.enumerated() {
            try statements.task.run([
                .number(file), .int(seq), .int(task.location.line), .int(task.location.column), .text(task.mark),
                .text(task.source), .text(task.headings), .optional(task.parent.map { Int64($0) }),
            ])
        }
        try columns.set(NoteListColumn.ofTasks.map { column in (column, rows.tasks.map { $0.value(column) }) }, note)
    }

    private func put(_ findings: [NoteRows.Finding], of file: FileID) throws {
        for (seq, finding) in findings.enumerated() {
            try statements.finding.run([
                .number(file), .int(seq), .text(finding.kind.rawValue), .text(finding.severity.rawValue),
                .int(finding.location.line), .int(finding.location.column), .text(finding.message),
                .optional(finding.help),
            ])
        }
    }

    /// Removes all data of the note in a file except its names and links.
    private func removeNote(_ file: FileID) throws {
        let row = try connection.first(
            "SELECT id, status FROM note WHERE file = ?1", [.number(file)],
            read: { ($0.number(0, as: RowID.self), $0.number(1, as: TermID.self)) })
        guard let (note, status) = row else {
            // A canvas has findings, too.
            try connection.run("DELETE FROM finding WHERE file = ?1", [.number(file)])
            return
        }
        totals.notes -= 1
        totals.tokens -= min(totals.tokens, max(0, try columns.value(.length, note)))
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
        if dates.history != nil { try columns.set(.authors, note, value: []) }
        if try columns.value(.tasks, note) > 0 {
            try columns.set(NoteListColumn.ofTasks.map { ($0, []) }, note)
        }
        try connection.run("DELETE FROM note WHERE id = ?1", [.number(note)])
        for table in ["anchor", "recent"] { try connection.run("DELETE FROM \(table) WHERE row = ?1", [.number(note)]) }
        for table in ["alias", "property", "finding", "task"] {
            try connection.run("DELETE FROM \(table) WHERE file = ?1", [.number(file)])
        }
    }

    // MARK: Finishing

    /// Resolves the affected links and updates the counts.
    package func finish() throws {
        if isNew {
            try names.flush()
            try links.flush()
        }
        try terms.flush()
        if isNew { try connection.execute(Schema.indexes) }
        if hasOnlyVersions, names.affected.isEmpty { try connection.recordNewVersions() }
        try links.resolve(names.affected)
        names.clearAffected()
        try columns.flush()
        if let fullText {
            try fullText.finish().write(to: connection)
        } else if isNew {
            // A savepoint makes FTS5 write its buffer.
            try connection.execute("SAVEPOINT written; RELEASE written")
            try SegmentTerms.read(connection).write(to: connection)
        } else {
            try Vocabulary.condense(connection)
        }
        try connection.setTotals(totals)
    }
}
