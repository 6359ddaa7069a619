package import SQLite
package import SourceText

/// The git history of a vault as stored in the index. The caller must open a transaction for writing.
package final class HistoryTable {
    private let connection: Connection
    private var authors: [String: Int64]?
    private var commits: [Int64: (author: Int64, time: Int64)] = [:]
    private var paths: [[UInt8]: Int64] = [:]
    private let history: Statement
    private let known: Statement
    private let insertion: Statement

    package init(_ connection: Connection) throws {
        self.connection = connection
        history = try connection.prepare(
            "SELECT blob, created, modified, committed, authors, length(changes) / 16 FROM git_note WHERE path = ?1")
        known = try connection.prepare("SELECT id FROM git_commit WHERE name = ?1")
        insertion = try connection.prepare(
            """
            INSERT OR REPLACE INTO git_note(path, blob, created, modified, committed, authors, changes)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
    }

    // MARK: Reading

    /// Returns the state of the history that was read, or nil if none was.
    package static func state(_ connection: Connection) throws -> HistoryState? {
        try connection.metaText(.history).flatMap { HistoryState($0) }
    }

    /// Returns the stamp with which the history was last known to be up to date.
    package static func headStamp(_ connection: Connection) throws -> String? { try connection.metaText(.headStamp) }

    /// Returns the history of a note. For a note that was moved and not committed since, that of its old path.
    func history(of path: VaultPath) throws -> NoteHistory? { try ownHistory(of: historyPath(of: path)) }

    /// Returns the path under which the history knows a note: its own path if the last commit has it, else the one
    /// before it was moved, else its own path.
    private func historyPath(of path: VaultPath) throws -> VaultPath {
        if try commitTime(of: path) != nil { return path }
        return try origin(of: path) ?? oldPath(of: path) ?? path
    }

    /// Returns the path of a note in the last commit, if slip moved it since.
    package func origin(of path: VaultPath) throws -> VaultPath? {
        try connection.first("SELECT old FROM origin WHERE path = ?1", [.text(path.bytes)]) { $0.path(0) }
    }

    /// Returns the time of the last commit of a note, or nil if HEAD has no note with this path.
    package func commitTime(of path: VaultPath) throws -> Moment? {
        try connection.first(
            "SELECT committed FROM git_note WHERE path = ?1 AND blob IS NOT NULL", [.text(path.bytes)]
        ) { $0.moment(0) }
    }

    /// Returns the paths in the last commit of all notes that slip moved since, by their current paths.
    package func origins() throws -> [VaultPath: VaultPath] {
        let rows = try connection.all("SELECT path, old FROM origin") { row in (row.path(0), row.path(1)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Stores the path in the last commit of the note that is now at `path`. Nil deletes it.
    package func setOrigin(of path: VaultPath, _ old: VaultPath?) throws {
        if let old {
            try connection.run(
                "INSERT OR REPLACE INTO origin(path, old) VALUES(?1, ?2)", [.text(path.bytes), .text(old.bytes)])
        } else {
            try connection.run("DELETE FROM origin WHERE path = ?1", [.text(path.bytes)])
        }
    }

    /// Returns the path with a history from which a note was certainly moved, in one or more steps.
    private func oldPath(of path: VaultPath) throws -> VaultPath? {
        try connection.first(
            """
            SELECT m.old FROM moved m CROSS JOIN git_note g ON g.path = m.old
            WHERE m.new = ?1 AND m.sure ORDER BY g.blob IS NULL, m.old LIMIT 1
            """, [.text(path.bytes)]
        ) { $0.path(0) }
    }

    /// Returns the history stored under exactly this path, without following moves.
    private func ownHistory(of path: VaultPath) throws -> NoteHistory? {
        try history.first([.text(path.bytes)]) { row in
            var authors: [Int32] = []
            row.appendNumbers(4, to: &authors)
            return NoteHistory(
                blob: row.isNull(0) ? nil : row.bytes(0), created: row.int(1), modified: row.int(2),
                committed: row.int(3), authors: authors.map { Int64($0) }, commits: Int(row.int(5)))
        }
    }

    /// Returns the commits stored under exactly this path, latest first, or nil if there are none.
    package func changes(of path: VaultPath) throws -> [HistoryChange]? {
        try connection.first("SELECT changes FROM git_note WHERE path = ?1", [.text(path.bytes)]) { row in
            var numbers: [Int64] = []
            row.appendNumbers(0, to: &numbers)
            return HistoryChange.list(numbers)
        }
    }

    /// Returns the commits of a note or of its old path, with the path that the history knows.
    func historyChanges(of path: VaultPath) throws -> (path: VaultPath, changes: [HistoryChange]) {
        let known = try historyPath(of: path)
        return (known, try changes(of: known) ?? [])
    }

    /// Returns the hash that git has for a note's content in the last commit, or nil if that has no such note. For a
    /// note that was moved and not committed since, that of its old path.
    package func blob(of path: VaultPath) throws -> [UInt8]? { try history(of: path)?.blob }

    /// Returns the commit with an id in `git_commit`.
    package func commit(_ id: Int64) throws -> HistoryCommit? {
        try connection.first(
            """
            SELECT c.name, a.name, a.address, c.time FROM git_commit c LEFT JOIN git_author a ON a.id = c.author
            WHERE c.id = ?1
            """, [.int(id)]
        ) { row in HistoryCommit(name: row.bytes(0), author: row.text(1), address: row.text(2), time: row.moment(3)) }
    }

    /// Returns the path with an id in `git_path`, from the work tree's root.
    package func path(_ id: Int64) throws -> [UInt8]? {
        try connection.first("SELECT path FROM git_path WHERE id = ?1", [.int(id)]) { $0.bytes(0) }
    }

    // MARK: Writing

    /// Stores the state of the history that was read. Nil deletes the state or the stamp.
    package static func setState(_ connection: Connection, _ state: HistoryState?, stamp: String?) throws {
        try connection.setMeta(.history, state.map { .text($0.text) })
        try connection.setMeta(.headStamp, stamp.map { .text($0) })
    }

    /// Deletes the history but not its state, nor the origins of moved notes.
    package func clear() throws {
        for table in ["git_author", "git_commit", "git_path", "git_note"] { try connection.run("DELETE FROM \(table)") }
        (authors, commits, paths) = (nil, [:], [:])
    }

    /// Returns the id of a commit, adding the commit if needed.
    package func id(of commit: HistoryCommit) throws -> Int64 {
        if let found = try known.first([.blob(commit.name)], { $0.int(0) }) { return found }
        let author = try id(ofAuthor: commit.author, commit.address)
        try connection.run(
            "INSERT INTO git_commit(name, author, time) VALUES(?1, ?2, ?3)",
            [.blob(commit.name), .int(author), .int(commit.time.microseconds)])
        commits[connection.lastInsertedRow] = (author, commit.time.microseconds)
        return connection.lastInsertedRow
    }

    private func id(ofAuthor name: String, _ address: String) throws -> Int64 {
        var known =
            try authors
            ?? Dictionary(
                connection.all("SELECT name, address, id FROM git_author") {
                    ("\($0.text(0))\0\($0.text(1))", $0.int(2))
                },
                uniquingKeysWith: { first, _ in first })
        defer { authors = known }
        let key = "\(name)\0\(address)"
        if let id = known[key] { return id }
        try connection.run("INSERT INTO git_author(name, address) VALUES(?1, ?2)", [.text(name), .text(address)])
        known[key] = connection.lastInsertedRow
        return connection.lastInsertedRow
    }

    /// Returns the id of a path from the work tree's root, adding the path if needed.
    package func id(ofPath path: [UInt8]) throws -> Int64 {
        if let known = paths[path] { return known }
        var id = try connection.first("SELECT id FROM git_path WHERE path = ?1", [.text(path)]) { $0.int(0) }
        if id == nil {
            try connection.run("INSERT INTO git_path(path) VALUES(?1)", [.text(path)])
            id = connection.lastInsertedRow
        }
        paths[path] = id
        return id ?? 0
    }

    private func commit(of change: HistoryChange) throws -> (author: Int64, time: Int64) {
        if let known = commits[change.commit] { return known }
        let found = try connection.first(
            "SELECT author, time FROM git_commit WHERE id = ?1", [.int(change.commit)]
        ) { (author: $0.int(0), time: $0.int(1)) }
        guard let found else { throw SQLiteError.damage("there is no commit \(change.commit)", in: "git_note") }
        commits[change.commit] = found
        return found
    }

    /// Stores the history of a note, or deletes it if `changes` is empty.
    ///
    /// - Parameters:
    ///   - blob: the hash of its content in the last commit, or nil if that has no such note.
    ///   - changes: the commits, latest first.
    package func put(_ path: VaultPath, blob: [UInt8]?, _ changes: [HistoryChange]) throws {
        guard let latest = changes.first, let oldest = changes.last else {
            return try connection.run("DELETE FROM git_note WHERE path = ?1", [.text(path.bytes)])
        }
        var seen: Set<Int64> = []
        var authors: [Int32] = []
        for change in changes.reversed() {
            let author = try commit(of: change).author
            if seen.insert(author).inserted { authors.append(Int32(truncatingIfNeeded: author)) }
        }
        let content = changes.first { $0.isOfContent } ?? oldest
        try insertion.run(
            [
                .text(path.bytes), blob.map { .blob($0) } ?? .null, .int(try commit(of: oldest).time),
                .int(try commit(of: content).time), .int(try commit(of: latest).time), .numbers(authors),
                .numbers(HistoryChange.numbers(changes)),
            ])
    }

    // MARK: Notes

    /// Updates the notes of the index from the history.
    ///
    /// - Parameters:
    ///   - touched: the notes whose history may have changed, or nil for all.
    ///   - versions: the dates in earlier versions of notes, or nil if dates do not come from the history.
    package func apply(to touched: Set<VaultPath>?, versions: (any NoteVersions)?) throws {
        let columns = ColumnWriter(connection, isNew: false)
        let statement: SQLFragment = """
            SELECT n.id, f.path, n.flags, n.created, n.modified, n.file_created, n.file_modified, n.blob, n.own_modified,
                n.own_precision, n.modified_local
            FROM file f CROSS JOIN note n ON n.file = f.id
            """
        var rows: [(id: RowID, path: VaultPath, modified: Int64, dates: NoteDates)] = []
        func read(_ row: borrowing Row) -> Bool {
            let dates = NoteDates(
                features: NoteFeatures(rawValue: row.int(2)), created: row.int(3),
                modified: row.optionalInt(8) ?? row.int(4), fileCreated: row.optionalInt(5),
                fileModified: row.optionalInt(6), blob: row.isNull(7) ? nil : row.bytes(7),
                own: DateText(own: row, from: 8))
            rows.append((row.number(0), row.path(1), row.int(4), dates))
            return true
        }
        if let touched {
            for path in touched {
                try connection.rows(sql: "\(statement) WHERE \(.isFile(path))", read)
            }
        } else {
            try connection.rows(sql: statement, read)
        }
        for (id, path, oldModified, dates) in rows {
            let history = try history(of: path)
            try columns.set(history, of: id)
            let resolved = try resolved(dates, of: path, by: history, versions: versions)
            try columns.update(resolved, of: id, from: (dates.created, oldModified))
        }
        try columns.flush()
    }

    /// Stores the git hashes of contents whose line endings git converts.
    package func setBlobs(_ blobs: [VaultPath: [UInt8]]) throws {
        for (path, blob) in blobs {
            try connection.run(
                sql:
                    "UPDATE note SET blob = \(.blob(blob)) WHERE file = (SELECT f.id FROM file f WHERE \(.isFile(path)))"
            )
        }
    }

    /// Returns the notes whose content differs from the last commit, judged by its hash.
    ///
    /// - Parameter paths: the notes to compare, or nil for all.
    package func differing(_ paths: [VaultPath]?) throws -> [VaultPath] {
        let all: SQLFragment = """
            SELECT f.path FROM file f CROSS JOIN note n ON n.file = f.id CROSS JOIN git_note g ON g.path = f.path
            WHERE n.blob <> g.blob
            """
        guard let paths else { return try connection.all(sql: all) { $0.path(0) } }
        return try paths.filter { path in try connection.hasRow("\(all) AND \(.isFile(path))") }
    }
}

extension ColumnWriter {
    func set(_ history: NoteHistory?, of row: RowID) throws {
        try set(.committed, row, value: history?.committed ?? NoteColumn.committed.absent)
        try set(.commits, row, value: Int64(history?.commits ?? 0))
        try set(.authors, row, value: history?.authors ?? [])
    }
}
