import QueryLanguage
import SQLite
import SourceText
import System
import VaultFiles

/// `slip export --sqlite`: the public tables as a plain database for other programs.
package enum TableExport {
    /// "slpx" as bytes, by which an exported database is known: https://sqlite.org/pragma.html#pragma_application_id
    private static let application: UInt32 = 0x736C_7078

    /// Writes the notes that a search finds to a database. It appears at `path` once it is complete, and replaces an older
    /// export, but no other file.
    ///
    /// - Parameters:
    ///   - path: a full path.
    ///   - name: the path as the user wrote it.
    /// - Returns: the number of notes.
    package static func write(
        _ search: VaultSearch, in snapshot: VaultSnapshot, to path: [UInt8], named name: String
    ) throws -> Int {
        let name = SafeText.escaped(name)
        if FileStatus.seen(path) != nil, !isExport(path) {
            throw VaultError("'\(name)' exists and is not a database that slip exported", help: "choose another name")
        }
        let temporary = path + Array(".\(ThisProcess.identifier).part".utf8)
        removeAbandoned(beside: path)
        do {
            defer { Files.discard(temporary) }
            try Files.create(temporary, [], mode: 0o644)
            let notes = try fill(temporary, with: search, in: snapshot)
            try Files.synchronize(temporary)
            try Files.rename(temporary, path)
            return notes
        } catch let error as SystemError {
            throw VaultError("cannot write '\(name)': \(error.reason)")
        } catch let error as SQLiteError where error.isFull || error.isDevice || error.isReadOnly {
            throw VaultError("cannot write '\(name)'", help: "is the disk full?")
        }
    }

    /// Removes what exports to the same path left that were killed: `FILE.PID.part` of a process that has ended. One that
    /// was written within the last hour may be of a process on another machine.
    private static func removeAbandoned(beside path: [UInt8]) {
        let end = path.lastIndex(of: Byte.slash).map { $0 + 1 } ?? 0
        let folder = end == 0 ? Array(".".utf8) : Array(path[..<end])
        let start = Array(path[end...]) + [Byte.dot]
        for (name, status) in (try? Files.listIfThere(folder)) ?? [] where name.starts(with: start) {
            let parts = name.dropFirst(start.count).split(separator: Byte.dot, omittingEmptySubsequences: false)
            guard parts.count == 2, ["part", "part-journal"].contains(where: { parts[1].elementsEqual($0.utf8) }),
                let process = Int(String(decoding: parts[0], as: UTF8.self)), !ThisProcess.isAlive(process),
                LocalZone.now().microseconds - status.modified / 1000 > 3_600_000_000
            else { continue }
            Files.discard(Array(path[..<end]) + name)
        }
    }

    private static func fill(_ path: [UInt8], with search: VaultSearch, in snapshot: VaultSnapshot) throws -> Int {
        let connection = try Connection(path, .plain)
        try connection.execute(
            "PRAGMA application_id = \(application); PRAGMA user_version = \(PublicTable.version);\n"
                + PublicTable.schema)
        let tables = Set(PublicTable.allCases)
        try connection.transaction {
            try PublicTableFiller(snapshot, connection, tables).fill(with: search) {}
            for table in PublicTable.allCases where table != .notes {
                try connection.execute("CREATE INDEX \(table.rawValue)_path ON \(table.rawValue)(path)")
            }
        }
        return try connection.first("SELECT count(*) FROM notes") { Int($0.int(0)) } ?? 0
    }

    /// Whether the file is an exported database: https://sqlite.org/fileformat2.html#the_database_header
    private static func isExport(_ path: [UInt8]) -> Bool {
        var header = [UInt8](repeating: 0, count: 72)
        guard FileStatus.seen(path)?.kind == .regular, (try? Files.read(path, into: &header)) == 72
        else { return false }
        return header.starts(with: Array("SQLite format 3\u{0}".utf8))
            && header[68..<72].reduce(0) { $0 << 8 | UInt32($1) } == application
    }
}
