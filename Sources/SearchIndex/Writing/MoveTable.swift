package import SQLite
package import SourceText

/// A note that disappeared and one that appeared, which is the same file or has the same content.
package struct ExternalMove: Hashable, Sendable {
    package var from: VaultPath
    package var to: VaultPath
    /// Whether it is the same file.
    package var isSure: Bool

    package init(from: VaultPath, to: VaultPath, isSure: Bool) {
        self.from = from
        self.to = to
        self.isSure = isSure
    }
}

/// The moves of notes by other programs, detected by content. A rebuild cannot detect them.
package struct MoveTable {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// Returns all moves, in order of the old path.
    package func all() throws -> [ExternalMove] {
        try connection.all("SELECT old, new, sure FROM moved ORDER BY old", [], read: Self.move)
    }

    /// Returns the moves to some paths.
    package func moves(to paths: [VaultPath]) throws -> [ExternalMove] {
        try paths.flatMap { path in
            try connection.all("SELECT old, new, sure FROM moved WHERE new = ?1", [.text(path.bytes)], read: Self.move)
        }
    }

    private static func move(_ row: borrowing Row) -> ExternalMove {
        ExternalMove(from: row.path(0), to: row.path(1), isSure: row.bool(2))
    }

    /// Stores the moves of another index in an empty table.
    package func insert(_ moves: [ExternalMove]) throws {
        for move in moves {
            try connection.run("INSERT INTO moved(old, new, sure) VALUES(?1, ?2, ?3)", Self.values(move))
        }
    }

    /// Stores a move, so that links to the note can be repaired and its history found. Earlier moves to its old path
    /// then lead to its new one. A note that has come back has no move.
    package func add(_ move: ExternalMove) throws {
        let values = Self.values(move)
        try connection.run("UPDATE moved SET new = ?2, sure = sure AND ?3 WHERE new = ?1", values)
        try connection.run("INSERT OR REPLACE INTO moved(old, new, sure) VALUES(?1, ?2, ?3)", values)
        try connection.run("DELETE FROM moved WHERE old = ?1 AND new = ?1", [.text(move.to.bytes)])
    }

    private static func values(_ move: ExternalMove) -> [SQLValue] {
        [.text(move.from.bytes), .text(move.to.bytes), .bool(move.isSure)]
    }

    package func remove(_ moves: [ExternalMove]) throws {
        for move in moves { try connection.run("DELETE FROM moved WHERE old = ?1", [.text(move.from.bytes)]) }
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
}
