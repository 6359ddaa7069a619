package import SQLite
package import SourceText

/// The database file of an index: made, opened, and told from what is none.
package enum IndexDatabase {
    /// What an index has to bear to be used: anything else was written by another version, on another machine, for
    /// another folder, or under other rules.
    package struct Stamp: Hashable, Sendable {
        /// The user, the machine and the vault, each way in which they may be written. A new index bears the first.
        package var vaults: [String]
        /// What the configuration says about how notes are read.
        package var rules: String

        package init(vaults: [String], rules: String) {
            self.vaults = vaults
            self.rules = rules
        }

        /// All of it, with the version of the tables, each way in which it may be written.
        package var texts: [String] { vaults.map { "\(Schema.version)\n\($0)\n\(rules)" } }
    }

    /// Bytes in a page of the database.
    package static let pageSize = Int64(Connection.pageSize)

    /// Makes a new, empty index in an empty file.
    package static func create(_ path: [UInt8], _ stamp: Stamp) throws -> Connection {
        let connection = try Connection(path, .create)
        // Nobody else sees the file before it is whole, and what a crash leaves of it is thrown away.
        try connection.execute(
            """
            PRAGMA application_id = \(Schema.application);
            PRAGMA page_size = \(pageSize); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
            """)
        try connection.execute(Schema.tables)
        // Each segment is what the memory given to FTS5 holds; of 200 MB of text there come less than a dozen, so that
        // nothing has to be merged: https://sqlite.org/fts5.html#fts5_configuration_options_config_table_
        try connection.execute(
            """
            INSERT INTO fts(fts, rank) VALUES('automerge', 0), ('hashsize', 25165824), ('pgsz', 4000)
            """)
        try connection.setMeta(.stamp, .text(stamp.texts[0]))
        return connection
    }

    /// Readies a newly built index for use; it is whole in one file then.
    package static func seal(_ connection: Connection) throws {
        // Small changes are merged with small changes, eight at a time, never with what was built.
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

    /// Opens an index, or answers nil where what is there cannot be used.
    ///
    /// - Parameter patience: how long to wait for a process that locks it, in milliseconds (default: as `Connection`).
    /// - Throws: `SQLiteError` where it might be usable but cannot be read now.
    package static func open(_ path: [UInt8], _ stamp: Stamp, patience: Int64? = nil) throws -> Connection? {
        do {
            do {
                return try open(path, stamp, patience: patience, sharesMemory: true)
            } catch let error as SQLiteError where error.isFull || error.isDevice || error.isReadOnly {
                // On a full disk, or with a limit on the size of files, the file for SQLite's shared memory cannot be
                // filled. Reading needs no other space.
                return try open(path, stamp, patience: patience, sharesMemory: false)
            }
        } catch let error as SQLiteError where !error.isBusy && !error.isFull {
            return nil
        }
    }

    private static func open(
        _ path: [UInt8], _ stamp: Stamp, patience: Int64?, sharesMemory: Bool
    ) throws -> Connection? {
        let connection = try Connection(path, .readWrite)
        if let patience { connection.waitForOthers(atMost: patience) }
        if !sharesMemory { try connection.shareNothing() }
        // Before anything is read: a journal that is not this file's has to outlive the closing as well.
        connection.keepJournal()
        guard try connection.first("PRAGMA application_id", [], read: { $0.int(0) }) == Schema.application else {
            return nil
        }
        guard let text = try connection.metaText(.stamp), stamp.texts.contains(text) else { return nil }
        try connection.execute(
            "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 0")
        return connection
    }

    /// Whether the tables are those that `create` makes, and the full-text table can be opened: where not, a statement that
    /// cannot be prepared is no mistake of ours.
    package static func hasOwnTables(_ connection: Connection) -> Bool {
        func tables(_ connection: Connection) throws -> [String] {
            try connection.all("SELECT name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY 1") { $0.text(0) }
        }
        do {
            let model = try Connection(Array(":memory:".utf8), .create)
            try model.execute(Schema.tables + Schema.indexes)
            // FTS5 keeps a format of its own in a row, and says no more than "error" where that is gone.
            try connection.run("SELECT rowid FROM fts LIMIT 0")
            return try tables(connection) == tables(model)
        } catch {
            return false
        }
    }

    /// A number that grows with each change, so that two processes see each other's.
    package static func generation(_ connection: Connection) throws -> Int64 {
        try connection.meta(.generation) ?? 0
    }

    package static func raiseGeneration(_ connection: Connection) throws {
        try connection.setMeta(.generation, .int(try generation(connection) &+ 1))
    }

    /// Whether so many rows are dead that building anew pays: they cost time in every query and are never merged away.
    ///
    /// - Parameter changes: how many rows would die beside them.
    package static func isWorn(_ connection: Connection, after changes: Int = 0) throws -> Bool {
        let totals = try connection.totals()
        let dead = totals.dead + Int64(changes)
        return dead > 1000 && dead * 6 > totals.notes
    }

    /// The paths of all notes, or of those of some.
    package static func notes(_ connection: Connection, among paths: Set<VaultPath>? = nil) throws -> Set<VaultPath> {
        if let paths { return try paths.filter { try file(connection, $0)?.kind == .note } }
        return Set(
            try connection.all("SELECT path FROM file WHERE kind = \(FileKind.note.rawValue)") {
                VaultPath(bytes: $0.bytes(0))
            })
    }

    /// Where notes were moved, as far as that is known: what an index that is built anew cannot find out.
    package static func moves(_ connection: Connection) throws -> [NoteIndex.OutsideMove] {
        try connection.all("SELECT old, new, sure FROM moved ORDER BY old") { row in
            NoteIndex.OutsideMove(
                from: VaultPath(bytes: row.bytes(0)), to: VaultPath(bytes: row.bytes(1)), isSure: row.bool(2))
        }
    }

    /// Takes over what another index knew of moves.
    package static func keepMoves(_ moves: [NoteIndex.OutsideMove], in connection: Connection) throws {
        let insert = try connection.prepare("INSERT INTO moved(old, new, sure) VALUES(?1, ?2, ?3)")
        for move in moves {
            try insert.run([.text(move.from.bytes), .text(move.to.bytes), .bool(move.isSure)])
        }
    }

    /// Keeps what parts links may name in notes, until these change. Inside a transaction of the caller's.
    package static func keepAnchors(_ anchors: [RowID: [Int64]], in connection: Connection) throws {
        // Of a note that has changed meanwhile there is no such row any more.
        let insert = try connection.prepare(
            "INSERT OR REPLACE INTO anchor(row, hashes) SELECT ?1, ?2 FROM note WHERE id = ?1")
        for (row, hashes) in anchors { try insert.run([.number(row), .numbers(hashes)]) }
    }

    /// The local time's rules by which dates without a zone were read.
    package static func zone(_ connection: Connection) throws -> String? {
        try connection.metaText(.zone)
    }

    /// Works out the dates without a zone anew where the local time's rules are others than when they were read.
    ///
    /// - Parameter pairing: what the database file looks like now.
    /// - Returns: whether they are others.
    @discardableResult
    package static func localise(
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
                    try connection.run(
                        "UPDATE note SET \(name) = ?1 WHERE id = ?2", [.int(moment(local)), .int(id)])
                    try columns.set(column, RowID(id), moment(local))
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

    /// What is known of the file at `path`; nil where nothing is.
    package static func file(_ connection: Connection, _ path: VaultPath) throws -> (
        kind: FileKind, hash: Int64, born: Int64?
    )? {
        try connection.file("kind, hash, born", at: path) { row in
            (FileKind(rawValue: row.int(0)) ?? .other, row.int(1), row.optionalInt(2))
        }
    }

    /// What the database file looked like when the journal beside it was begun (`IndexKeeper`); nil where none was.
    package static func pairing(_ connection: Connection) throws -> Int64? { try connection.meta(.pairing) }

    package static func setPairing(_ connection: Connection, _ pairing: Int64) throws {
        try connection.setMeta(.pairing, .int(pairing))
    }

    /// Remembers what the vault's root looks like, as `touch` does for folders.
    package static func setRootFingerprint(_ connection: Connection, _ fingerprint: Fingerprint) throws {
        try connection.setMeta(.root, .number(fingerprint))
    }

    /// Has every note looked at again.
    package static func forgetFingerprintsOfNotes(_ connection: Connection) throws {
        try connection.run(sql: "UPDATE file SET fingerprint = 0 WHERE kind = \(FileKind.note)")
        try connection.run(sql: "UPDATE file SET fingerprint = 0 WHERE kind = \(FileKind.folder)")
        try connection.setMeta(.root, .int(0))
    }

    /// Remembers by which rules of the local time dates without a zone are read.
    package static func setZone(_ connection: Connection, _ calendar: LocalCalendar) throws {
        try connection.setMeta(.zone, .text(calendar.signature))
    }
}
