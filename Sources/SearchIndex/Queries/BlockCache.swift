package import QueryLanguage
package import SQLite
package import SourceText

extension NoteIndex {
    package var blockCache: BlockCache { BlockCache(index: self) }
}

/// The live blocks that showed the results of their queries when notes were refreshed last, with the notes on which these
/// results depend. The next refresh skips those that no change since then can affect.
package struct BlockCache {
    let index: NoteIndex

    package var connection: Connection { index.connection }

    /// A live block.
    package struct CachedBlock: Sendable {
        package var query: String
        /// The files of the notes on which the results depend, in ascending order.
        package var files: [Int32]

        package init(query: String, files: [Int32]) { (self.query, self.files) = (query, files) }

        /// Whether the results depend on the note in a file. Complexity: O(log notes).
        fileprivate func depends(on file: Int32) -> Bool {
            let place = files.indices.partitioningIndex { files[$0] >= file }
            return place < files.count && files[place] == file
        }
    }

    /// A note with live blocks.
    package struct CachedNote: Sendable {
        package var path: VaultPath
        /// The hash of its content.
        package var hash: Int64
        package var blocks: [CachedBlock]

        package init(path: VaultPath, hash: Int64, blocks: [CachedBlock]) {
            (self.path, self.hash, self.blocks) = (path, hash, blocks)
        }
    }

    /// A state of the index and of the other inputs of queries.
    package struct State: Hashable, Sendable {
        /// The number of changes, except those that only gave notes new versions with the same names.
        fileprivate var changes: Int64
        /// Versions of notes from this row on are newer.
        fileprivate var nextRow: Int64
        fileprivate var inputs: String

        fileprivate init(changes: Int64, nextRow: Int64, inputs: String) {
            (self.changes, self.nextRow, self.inputs) = (changes, nextRow, inputs)
        }

        fileprivate init?(_ text: String) {
            let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, let changes = Int64(parts[0]), let nextRow = Int64(parts[1]) else { return nil }
            self.init(changes: changes, nextRow: nextRow, inputs: parts[2])
        }

        fileprivate var text: String { "\(changes) \(nextRow) \(inputs)" }
    }

    /// Notes that have new versions.
    package struct NewVersions {
        fileprivate var rows: RowSet
        fileprivate var files: [Int32]

        package var isEmpty: Bool { files.isEmpty }
    }

    /// With more new versions than this, answering all queries is not slower.
    private static let mostVersions: Int64 = 500
    /// The largest number of notes on which a cached block may depend. Any change is likely to affect results that depend on more.
    private static let mostNotes = 2000

    // MARK: Reading

    /// Returns the current state.
    ///
    /// - Parameter inputs: differs if anything besides the index differs on which results depend.
    package func state(inputs: String) throws -> State {
        State(
            changes: try (connection.meta(.generation) ?? 0) - (connection.meta(.versions) ?? 0),
            nextRow: try index.totals().next, inputs: inputs)
    }

    /// Returns the state for which the cached blocks are valid, or nil if there are none.
    package func storedState() throws -> State? { try connection.metaText(.blockState).flatMap(State.init) }

    /// Returns the notes that have new versions, or nil if anything else has changed too, or very many have.
    package func newVersions(from old: State, to new: State) throws -> NewVersions? {
        guard old.changes == new.changes, old.inputs == new.inputs, old.nextRow <= new.nextRow,
            new.nextRow - old.nextRow <= Self.mostVersions
        else { return nil }
        var versions = NewVersions(rows: RowSet(capacity: try index.columns().capacity), files: [])
        try connection.rows("SELECT id, file FROM note WHERE id >= ?1", [.int(old.nextRow)]) { row in
            versions.rows.insert(Int(row.int(0)))
            versions.files.append(Int32(clamping: row.int(1)))
            return true
        }
        return versions
    }

    /// Returns the notes that still have the content for which they were stored.
    package func unchangedNotes() throws -> [CachedNote] {
        var notes: [CachedNote] = []
        try connection.rows(
            """
            SELECT f.path, b.hash, b.query, b.notes FROM block_cache b CROSS JOIN file f ON f.id = b.file
            WHERE f.hash = b.hash AND f.kind = \(FileKind.note.rawValue) ORDER BY b.file, b.seq
            """
        ) { row in
            var block = CachedBlock(query: row.text(2), files: [])
            row.appendNumbers(3, to: &block.files)
            if notes.last?.path != row.path(0) {
                notes.append(CachedNote(path: row.path(0), hash: row.int(1), blocks: []))
            }
            notes[notes.count - 1].blocks.append(block)
            return true
        }
        return notes
    }

    /// Whether new versions of notes can affect results that depend on the notes that satisfy a condition.
    package func isAffected(_ block: CachedBlock, by versions: NewVersions, _ condition: Condition) throws -> Bool {
        if versions.files.contains(where: block.depends) { return true }
        return try !ConditionEvaluator(index).rows(condition, in: versions.rows).isEmpty
    }

    /// Returns the files of the notes that satisfy a condition, in ascending order. Nil if there are too many.
    package func files(satisfying condition: Condition) throws -> [Int32]? {
        let rows = try ConditionEvaluator(index).rows(condition)
        if rows.count > Self.mostNotes { return nil }
        let reader = try index.columns().reader(.file)
        let files = rows.rows.map { Int32(clamping: reader.value($0) ?? 0) }.sorted()
        try reader.check()
        return files
    }

    // MARK: Writing

    /// Replaces the cached blocks, inside a transaction of the caller. Has no effect if another process has replaced them.
    ///
    /// - Parameters:
    ///   - old: the state of the cached blocks when they were read.
    ///   - kept: the notes whose blocks are valid for the new state too.
    package static func replace(
        _ old: State?, by state: State, _ notes: [CachedNote], keeping kept: Set<VaultPath>,
        in connection: Connection
    ) throws {
        guard try connection.metaText(.blockState).flatMap(State.init) == old else { return }
        let files = try connection.all(
            "SELECT DISTINCT b.file, f.path FROM block_cache b LEFT JOIN file f ON f.id = b.file"
        ) { ($0.int(0), $0.path(1)) }
        for (file, path) in files where !kept.contains(path) {
            try connection.run("DELETE FROM block_cache WHERE file = ?1", [.int(file)])
        }
        let insert = try connection.prepare(
            "INSERT OR REPLACE INTO block_cache(file, seq, hash, query, notes) VALUES(?1, ?2, ?3, ?4, ?5)")
        for note in notes {
            guard let file = try connection.file("id", at: note.path, { $0.int(0) }) else { continue }
            for (seq, block) in note.blocks.enumerated() {
                try insert.run([
                    .int(file), .int(seq), .int(note.hash), .text(block.query), .numbers(block.files),
                ])
            }
        }
        try connection.setMeta(.blockState, .text(state.text))
    }
}
