import SQLite
import Testing

/// Statements that a user wrote, in a database with two tables and a function.
@Suite struct UserDatabaseTests {
    private struct Stop: Error {}

    private static func database(isLate: @escaping @Sendable () -> Bool = { false }) throws -> UserDatabase {
        let function = TableFunction("echo", columns: ["word"]) { text in
            if text == "stop" { throw Stop() }
            return text.split(separator: " ").map { [.text(String($0))] }
        }
        return try UserDatabase(
            "CREATE TABLE a(x, y); CREATE TABLE b(x, z);", tables: ["a", "b"], function, .init(isLate: isLate))
    }

    /// Runs a statement over three rows in `a` and two in `b`.
    private static func run(
        _ sql: String, in database: UserDatabase
    ) throws -> (rows: [[SQLValue]], tables: Set<String>) {
        var rows: [[SQLValue]] = []
        var tables: Set<String> = []
        try database.run(sql) { names in
            tables = names
            for number in 1...3 { try database.connection.run("INSERT INTO a VALUES(?1, 'a')", [.int(number)]) }
            for number in 2...3 { try database.connection.run("INSERT INTO b VALUES(?1, 'b')", [.int(number)]) }
        } columns: { _ in
        } row: { row in
            rows.append((0..<row.count).map { row.value($0) })
            return true
        }
        return (rows, tables)
    }

    @Test func `a statement reads the tables that it names, and only those are filled`() throws {
        let found = try Self.run("SELECT a.x FROM a JOIN b USING(x) ORDER BY 1", in: Self.database())
        #expect(found.rows == [[.int(2)], [.int(3)]])
        #expect(found.tables == ["a", "b"])
        #expect(try Self.run("SELECT y FROM a NATURAL JOIN [B]", in: Self.database()).rows.count == 2)
        #expect(try Self.run("SELECT count(*) FROM a; -- all", in: Self.database()).tables == ["a"])
        #expect(try Self.run("WITH c AS (SELECT 1) SELECT count(*) FROM c", in: Self.database()).tables == [])
    }

    @Test(
        arguments: [
            ("instr('abcabd', 'abd')", .int(4)), ("instr('äöü', 'ü')", .int(3)), ("instr('a', '')", .int(1)),
            ("instr('', 'a')", .int(0)), ("instr(NULL, 'a')", .null), ("instr(12345, 34)", .int(3)),
            ("instr('aaaaab', 'aab')", .int(4)), ("replace('aaaa', 'aa', 'b')", .text("bb")),
            ("replace('abcabc', 'c', '')", .text("abab")), ("replace('abc', '', 'x')", .text("abc")),
            ("replace('abc', 'b', NULL)", .null), ("replace('ababac', 'abac', 'x')", .text("abx")),
            ("replace(121, 1, 'ä')", .text("ä2ä")),
        ] as [(String, SQLValue)])
    func `instr and replace are those of SQLite`(expression: String, value: SQLValue) throws {
        #expect(try Self.run("SELECT \(expression)", in: Self.database()).rows == [[value]])
        #expect(try Connection([], .plain).first("SELECT \(expression)") { $0.value(0) } == value)
    }

    @Test func `long searches take linear time, and a result that is too large is an error`() throws {
        let text = "printf('%.*c', 500000, 'a')"
        let start = ContinuousClock.now
        let found = try Self.run("SELECT instr(\(text), printf('%.*c', 250000, 'a') || 'b')", in: Self.database())
        #expect(found.rows == [[.int(0)]])
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(throws: UserDatabase.Failure.self) {
            try Self.run("SELECT length(replace(\(text), 'a', \(text)))", in: Self.database())
        }
    }

    @Test func `a table function returns rows for each argument, also in a join`() throws {
        let database = try Self.database()
        #expect(try Self.run("SELECT word FROM echo('u v')", in: database).rows == [[.text("u")], [.text("v")]])
        let joined = try Self.run("SELECT count(*) FROM a JOIN echo(a.y || ' ' || a.x)", in: Self.database())
        #expect(joined.rows == [[.int(6)]])
        #expect(throws: Stop.self) { try Self.run("SELECT * FROM echo('stop')", in: database) }
        #expect(throws: UserDatabase.Failure.self) { try Self.run("SELECT * FROM echo", in: database) }
    }

    @Test(arguments: [
        "DELETE FROM a", "INSERT INTO a VALUES(1, 2) RETURNING x", "UPDATE a SET x = 1", "DROP TABLE a",
        "CREATE TABLE c(x)", "CREATE TEMP VIEW v AS SELECT 1", "ATTACH '/tmp/x' AS y", "DETACH main", "VACUUM",
        "VACUUM INTO '/tmp/x'", "PRAGMA user_version", "BEGIN", "SAVEPOINT s", "REINDEX", "ANALYZE",
        "SELECT * FROM sqlite_master", "SELECT count(*) FROM sqlite_schema", "SELECT * FROM pragma_database_list",
        "SELECT * FROM dbstat", "SELECT load_extension('x')",
        "WITH a AS (SELECT sql FROM sqlite_schema) SELECT * FROM a",
        "SELECT * FROM fts5vocab('a', 'row')",
    ])
    func `a statement that does something else is refused`(sql: String) throws {
        let error = #expect(throws: UserDatabase.Failure.self) { try Self.run(sql, in: Self.database()) }
        if case .invalid = error, !sql.contains("fts5vocab"), !sql.contains("dbstat") {
            Issue.record("\(sql): \(String(describing: error))")
        }
    }

    @Test func `there is one statement without parameters`() throws {
        for sql in ["SELECT 1; SELECT 2", "SELECT ?1", "SELECT :a", "", "-- nothing", "SELECT 1\u{0}"] {
            #expect(throws: UserDatabase.Failure.self, "\(sql)") { try Self.run(sql, in: Self.database()) }
        }
    }

    @Test func `an endless statement ends at the time limit, and a large value at its limit`() throws {
        let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
        let late = #expect(throws: UserDatabase.Failure.self) { try Self.run(endless, in: Self.database { true }) }
        if case .timeLimit = late {} else { Issue.record("\(String(describing: late))") }
        let large = #expect(throws: UserDatabase.Failure.self) {
            try Self.run("SELECT hex(zeroblob(20000000))", in: Self.database())
        }
        if case .tooLarge = large {} else { Issue.record("\(String(describing: large))") }
    }
}
