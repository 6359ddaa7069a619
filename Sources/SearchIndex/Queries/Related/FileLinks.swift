import SQLite

/// Looks up the links of single files, and the rows of single notes. For few files, this is faster than reading a
/// column.
struct FileLinks {
    private let targetsOfFile: Statement
    private let sourcesOfFile: Statement
    private let countOfSources: Statement
    private let rowOfFile: Statement

    /// - Parameter limit: the most links of a file that are read, in each direction.
    init(_ connection: Connection, atMost limit: Int) throws {
        targetsOfFile = try connection.prepare(
            "SELECT DISTINCT target FROM link WHERE file = ?1 AND target IS NOT NULL LIMIT \(limit)")
        sourcesOfFile = try connection.prepare("SELECT DISTINCT file FROM link WHERE target = ?1 LIMIT \(limit)")
        countOfSources = try connection.prepare(
            "SELECT count(*) FROM (SELECT DISTINCT file FROM link WHERE target = ?1 LIMIT ?2)")
        rowOfFile = try connection.prepare("SELECT id FROM note WHERE file = ?1 AND id >= 0")
    }

    /// Returns the files that a file links to, without itself.
    func targets(of file: Int64) throws -> Set<Int64> { try list(targetsOfFile, file) }

    /// Returns the files that link to a file, without itself.
    func sources(of file: Int64) throws -> Set<Int64> { try list(sourcesOfFile, file) }

    /// Returns the number of files that link to a file, counted up to a maximum.
    func sourceCount(of file: Int64, atMost maximum: Int64) throws -> Int64 {
        try countOfSources.first([.int(file), .int(maximum)]) { $0.int(0) } ?? 0
    }

    private func list(_ statement: Statement, _ file: Int64) throws -> Set<Int64> {
        var files: Set<Int64> = []
        try statement.rows([.int(file)]) { row in
            files.insert(row.int(0))
            return true
        }
        files.remove(file)
        return files
    }

    /// Returns the rows of those files that are notes.
    func rows(_ files: Set<Int64>) throws -> Set<Int> {
        Set(try files.compactMap { try rowOfFile.first([.int($0)]) { Int($0.int(0)) } })
    }
}
