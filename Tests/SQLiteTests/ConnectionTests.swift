import Foundation
import TestSupport
import Testing

@testable import SQLite

@Suite struct ConnectionTests {
    private func memory() throws -> Connection { try Connection(Array(":memory:".utf8), .create) }

    @Test func `a page cache is restored, also inside of another one and after an error`() throws {
        struct Failure: Error {}
        let connection = try memory()
        func size() throws -> Int64 { try connection.first("PRAGMA cache_size") { $0.int(0) } ?? 0 }
        #expect(try size() == -2000)
        try connection.setPageCache(kibibytes: 4096)
        let sizes = try connection.withPageCache(kibibytes: 1024) {
            let inner = try connection.withPageCache(kibibytes: 256, size)
            let outer = try size()
            #expect(throws: Failure.self) { try connection.withPageCache(kibibytes: 256) { throw Failure() } }
            return [inner, outer, try size()]
        }
        #expect(sizes == [-256, -1024, -1024])
        #expect(try size() == -4096)
    }

    @Test func `every kind of value comes back as it was bound`() throws {
        let connection = try memory()
        let values: [SQLValue] = [
            .null, .int(Int64.min), .int(Int64.max), .real(0.1), .text(""), .text("ü\u{0}x"), .text([0xFF, 0xFE]),
            .blob([]),
            .blob([0, 1, 2]),
        ]
        for value in values {
            let back = try connection.first("SELECT ?1, typeof(?1)", [value]) { row -> SQLValue in
                switch row.text(1) {
                case "null": SQLValue.null
                case "integer": SQLValue.int(row.int(0) as Int64)
                case "real": .real(row.real(0))
                case "text": .text(row.bytes(0))
                default: .blob(row.bytes(0))
                }
            }
            #expect(back == value)
        }
    }

    @Test func `the same statement may run inside its own rows`() throws {
        let connection = try memory()
        let sql = "WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM n WHERE x < 3) SELECT x FROM n"
        var pairs: [[Int64]] = []
        try connection.rows(sql) { outer in
            let left = outer.int(0)
            try connection.rows(sql) { inner in
                pairs.append([left, inner.int(0)])
                return true
            }
            return true
        }
        #expect(pairs.count == 9 && pairs.first == [1, 1] && pairs.last == [3, 3])
    }

    @Test func `an interruption also stops later statements, until the interrupter is removed`() throws {
        let connection = try memory()
        let interrupter = Interrupter(connection)
        connection.interrupter = interrupter
        try connection.run("SELECT 1")
        interrupter.interrupt()
        let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT 1") }
        #expect(error?.isInterrupt == true)
        connection.interrupter = nil
        try connection.run("SELECT 1")
    }

    @Test func `a transaction that throws leaves nothing`() throws {
        struct Stop: Error {}
        let connection = try memory()
        try connection.execute("CREATE TABLE t(x)")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t(x) VALUES(1)")
                throw Stop()
            }
        }
        #expect(try connection.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
    }

    @Test func `an error says whether the statement or the database is at fault`() throws {
        let connection = try memory()
        let mistake = #expect(throws: SQLiteError.self) { try connection.run("SELECT nothing FROM nowhere") }
        #expect(mistake?.isMistake == true && mistake?.isDamage == false)
        #expect(mistake?.description.contains("nowhere") == true)
        try connection.execute("CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES(1)")
        let twice = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t(x) VALUES(1)") }
        #expect(twice?.isDamage == true && twice?.isMistake == false)
    }

    @Test func `a function added to SQLite is called with its arguments`() throws {
        let connection = try memory()
        try connection.addFunction("double", arguments: 1) { .int($0[0].intValue * 2) }
        #expect(try connection.first("SELECT double(21)") { $0.int(0) } == 42)
    }

    /// In another process: a trace is that of all connections.
    @Test(.enabled(if: CommandLine.program != nil, "slip is not built"))
    func `a trace reports each statement with its duration`() throws {
        let console = try Console(["a.md": "# A\n"])
        let result = try TestProcess.run(
            try #require(CommandLine.program), ["search", "traced"], in: console.directory.path,
            environment: ["SLIPBOX_DEBUG": "1", "HOME": console.directory.path])
        #expect(result.errors.firstMatch(of: #/slip: [0-9]+ us  SELECT /#) != nil, "\(result.errors)")
    }
}
