package import SQLite
package import SourceText

/// The database file of an index: functions to create, open and validate it.
package enum IndexDatabase {
    /// The identification that an index must match. It differs for another version, machine, vault or configuration.
    package struct Stamp: Hashable, Sendable {
        /// The accepted spellings of the user, machine and vault. A new index gets the first.
        package var vaults: [String]
        /// The part of the configuration that affects how notes are parsed.
        package var rules: String

        package init(vaults: [String], rules: String) {
            self.vaults = vaults
            self.rules = rules
        }

        /// The accepted texts of the stamp, including the schema version.
        package var texts: [String] { vaults.map { "\(Schema.version)\n\($0)\n\(rules)" } }
    }

    package static let pageSize = Int64(Connection.pageSize)
    /// The size of the page cache in KiB.
    private static let pageCache = 32_768

    /// Creates the tables of an index in an empty file. `IndexWriter` fills them and creates SQL indexes. `seal`
    /// completes the file.
    package static func create(_ path: [UInt8], _ stamp: Stamp) throws -> Connection {
        let connection = try Connection(path, .create)
        // No other process sees the file until it is complete. After a crash it is deleted.
        try connection.execute(
            """
            PRAGMA application_id = \(Schema.application);
            PRAGMA page_size = \(pageSize); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
            """)
        try connection.setPageCache(kibibytes: pageCache)
        try connection.execute(Schema.tables)
        // Each segment has the size of FTS5's memory buffer. 200 MB of text give less than a dozen segments, so no
        // merge is needed: https://sqlite.org/fts5.html#fts5_configuration_options_config_table_
        try connection.execute(
            """
            INSERT INTO fts(fts, rank) VALUES('automerge', 0), ('hashsize', 25165824), ('pgsz', 4000)
            """)
        try connection.setMeta(.stamp, .text(stamp.texts[0]))
        return connection
    }

    /// Prepares a newly built index for use. Afterwards, it is complete in one file.
    package static func seal(_ connection: Connection) throws {
        // Small changes are merged with each other, eight at a time, but never with the segments of the initial build.
        try connection.execute(
            """
            INSERT INTO fts(fts, rank) VALUES('crisismerge', 8);
            INSERT INTO fts(fts, rank) VALUES('hashsize', 1048576)
            """)
        let structure = try connection.first(
            "SELECT block FROM fts_data WHERE id = ?1", [.int(SegmentLevels.record)]
        ) { $0.bytes(0) }
        if let raised = structure.flatMap({ SegmentLevels.raised($0) }) {
            try connection.run(
                "UPDATE fts_data SET block = ?1 WHERE id = ?2", [.blob(raised), .int(SegmentLevels.record)])
        }
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    /// Opens an index. Returns nil if the file is not usable.
    ///
    /// - Parameter timeout: the timeout for locks of other processes, in milliseconds (default: as for `Connection`).
    /// - Throws: `SQLiteError` if the index may be usable but cannot be read now.
    package static func open(_ path: [UInt8], _ stamp: Stamp, timeout: Int64? = nil) throws -> Connection? {
        do {
            do {
                return try open(path, stamp, timeout: timeout, sharesMemory: true)
            } catch let error as SQLiteError where error.isFull || error.isDevice || error.isReadOnly {
                // On a full disk or with a file size limit, SQLite cannot create its shared memory file. Reading needs
                // no other space.
                return try open(path, stamp, timeout: timeout, sharesMemory: false)
            }
        } catch let error as SQLiteError where !error.isBusy && !error.isFull {
            return nil
        }
    }

    private static func open(
        _ path: [UInt8], _ stamp: Stamp, timeout: Int64?, sharesMemory: Bool
    ) throws -> Connection? {
        let connection = try Connection(path, .readWrite)
        if let timeout { connection.waitForOthers(atMost: timeout) }
        if !sharesMemory { try connection.shareNothing() }
        // Must come before any read: a journal that belongs to another file must also survive closing.
        connection.keepJournal()
        guard try connection.first("PRAGMA application_id", [], read: { $0.int(0) }) == Schema.application else {
            return nil
        }
        guard let text = try connection.metaText(.stamp), stamp.texts.contains(text) else { return nil }
        try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")
        try connection.setPageCache(kibibytes: pageCache)
        return connection
    }

    /// Returns whether the tables are those that `create` makes and the full-text table can be opened. If not, a
    /// failure to prepare a statement is due to corruption, not to a bug.
    package static func hasOwnTables(_ connection: Connection) -> Bool {
        func tables(_ connection: Connection) throws -> [String] {
            try connection.all("SELECT name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1") { $0.text(0) }
        }
        do {
            let model = try Connection(Array(":memory:".utf8), .create)
            try model.execute(Schema.tables + Schema.indexes)
            // FTS5 stores its format version in a row. If that row is missing, it only reports "error".
            try connection.run("SELECT rowid FROM fts LIMIT 0")
            return try tables(connection) == tables(model)
        } catch {
            return false
        }
    }

    /// Returns a number that grows with each change, by which processes detect each other's changes.
    package static func generation(_ connection: Connection) throws -> Int64 {
        try connection.meta(.generation) ?? 0
    }

    package static func raiseGeneration(_ connection: Connection) throws {
        try connection.setMeta(.generation, .int(try generation(connection) &+ 1))
    }

    /// Returns whether a rebuild pays off because many rows are deleted. Deleted rows slow every query and are never
    /// merged away. True above 1000 deleted rows that are more than a sixth of the notes.
    ///
    /// - Parameter changes: the number of further rows that would be deleted.
    package static func hasTooManyDeletedRows(_ connection: Connection, adding changes: Int = 0) throws -> Bool {
        let totals = try connection.totals()
        let deleted = totals.deleted + Int64(changes)
        return deleted > 1000 && deleted * 6 > totals.notes
    }

    /// Returns the paths of all notes, or of those among `paths`.
    package static func notes(_ connection: Connection, among paths: Set<VaultPath>? = nil) throws -> Set<VaultPath> {
        if let paths { return try paths.filter { try file(connection, $0)?.kind == .note } }
        return Set(try connection.all("SELECT path FROM file WHERE kind = \(FileKind.note.rawValue)") { $0.path(0) })
    }

    /// Stores the anchors of notes until the notes change. The caller must have opened a transaction.
    package static func keepAnchors(_ anchors: [RowID: [Int64]], in connection: Connection) throws {
        // If a note has changed in the meantime, its row no longer exists.
        let insert = try connection.prepare(
            "INSERT OR REPLACE INTO anchor(row, hashes) SELECT ?1, ?2 FROM note WHERE id = ?1")
        for (row, hashes) in anchors { try insert.run([.number(row), .numbers(hashes)]) }
    }

    /// Returns the signature of the time zone by which dates without a zone were interpreted, or nil if none is stored.
    package static func zone(_ connection: Connection) throws -> String? {
        try connection.metaText(.zone)
    }

    /// Recomputes dates without a zone if the time zone rules differ from those by which they were read.
    ///
    /// - Parameters:
    ///   - pairing: the current fingerprint of the database file.
    ///   - settlesDates: recomputes the dates that also depend on the history. It is called in the transaction, after
    ///     the notes' own dates are converted.
    /// - Returns: whether the rules differ.
    @discardableResult
    package static func applyTimeZone(
        _ connection: Connection, _ calendar: LocalCalendar, pairing: @autoclosure () throws -> Int64,
        settlesDates: () throws -> Void
    ) throws -> Bool {
        if let zone = try zone(connection), calendar.hasSignature(zone) { return false }
        let signature = calendar.signature
        try connection.transaction {
            let columns = ColumnWriter(connection, isNew: false)
            func moment(_ local: Int64) -> Int64 {
                let fraction = ((local % 1_000_000) + 1_000_000) % 1_000_000
                let civil = CivilTime(seconds: (local - fraction) / 1_000_000)
                return calendar.moment(civil).microseconds + fraction
            }
            for (name, column) in [("created", NoteColumn.created), ("modified", .modified)] {
                let rows = try connection.all(
                    "SELECT id, \(name)_local FROM note WHERE \(name)_local IS NOT NULL"
                ) { ($0.int(0), $0.int(1)) }
                for (id, local) in rows {
                    try connection.run("UPDATE note SET \(name) = ?1 WHERE id = ?2", [.int(moment(local)), .int(id)])
                    try columns.set(column, RowID(id), value: moment(local))
                }
            }
            try columns.flush()
            try connection.run(
                "UPDATE note SET own_modified = modified WHERE own_modified IS NOT NULL AND modified_local IS NOT NULL")
            try settlesDates()
            let rows = try connection.all(
                "SELECT file, seq, time_local FROM property WHERE time_local IS NOT NULL"
            ) { ($0.int(0), $0.int(1), $0.int(2)) }
            for (file, seq, local) in rows {
                try connection.run(
                    "UPDATE property SET time = ?1 WHERE file = ?2 AND seq = ?3",
                    [.int(moment(local)), .int(file), .int(seq)])
            }
            try connection.setMeta(.zone, .text(signature))
            try raiseGeneration(connection)
            try setPairing(connection, try pairing())
        }
        return true
    }

    /// Returns the stored data of the file at `path`, or nil if there are none.
    package static func file(_ connection: Connection, _ path: VaultPath) throws -> (
        kind: FileKind, hash: Int64, born: Int64?
    )? {
        try connection.file("kind, hash, born", at: path) { row in
            (FileKind(rawValue: row.int(0)) ?? .other, row.int(1), row.optionalInt(2))
        }
    }

    /// Returns the fingerprint of the database file when its journal was started (`IndexAccess`), or nil.
    package static func pairing(_ connection: Connection) throws -> Int64? { try connection.meta(.pairing) }

    package static func setPairing(_ connection: Connection, _ pairing: Int64) throws {
        try connection.setMeta(.pairing, .int(pairing))
    }

    /// Stores the fingerprint of the vault's root, as `touch` does for folders.
    package static func setRootFingerprint(_ connection: Connection, _ fingerprint: Fingerprint) throws {
        try connection.setMeta(.root, .number(fingerprint))
    }

    /// Clears the fingerprints of notes and folders, so that the next update reads every note again.
    package static func clearFingerprints(_ connection: Connection) throws {
        try connection.run(sql: "UPDATE file SET fingerprint = 0 WHERE kind IN (\([FileKind.note, .folder, .canvas]))")
        try connection.setMeta(.root, .int(0))
    }

    /// Stores the signature of the time zone by which dates without a zone are interpreted.
    package static func setZone(_ connection: Connection, _ calendar: LocalCalendar) throws {
        try connection.setMeta(.zone, .text(calendar.signature))
    }
}
