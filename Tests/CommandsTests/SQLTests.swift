import Foundation
import SourceText
import TestSupport
import Testing

/// `slip sql` and `slip export --sqlite`, compared with `slip search --format json`.
@Suite struct SQLTests {
    private struct Row: Decodable, Equatable {
        var path: String
        var title: String
        var status: String
        var created: String
        var modified: String
        var words: Int
        var size: Int
        var hash: String
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func `the tables have what search prints as JSON`() throws {
        let console = try Console.sample()
        let found = try decode([Row].self, console.slip("search", "sort:path", "--format", "json").output)
        let columns = "path, title, status, created, modified, words, size, hash"
        let rows = console.slip("sql", "SELECT \(columns) FROM notes ORDER BY path", "--format", "json")
        #expect(try decode([Row].self, rows.output) == found && rows.status == 0 && !found.isEmpty)
        for (table, condition, field) in [
            ("keywords", "keyword <> ''", "keywords"), ("links", "target <> ''", "links"),
            ("headings", "text <> ''", "headings"), ("tasks", "status = 'open'", "tasks.open"),
        ] {
            let json = console.slip("search", "sort:path", "--format", "json", "--fields", field).output
            let parsed = try #require(JSONValue(parsing: json))
            guard case .array(let notes) = parsed else {
                Issue.record("\(json)")
                return
            }
            let wanted = notes.reduce(0) { sum, note in
                guard case .object(let members) = note, let value = members.last?.value else { return sum }
                if case .array(let values) = value { return sum + values.count }
                return sum + (Int(value.plainText) ?? 0)
            }
            let count = console.slip(
                "sql", "SELECT count(*) AS n FROM \(table) WHERE \(condition)", "--format", "tsv")
            #expect(count.output == "n\n\(wanted)\n" && wanted > 0, "\(table)")
        }
    }

    @Test func `a query of slip search is a table`() throws {
        let console = try Console.sample()
        let paths = console.slip("search", "#thesis", "sort:path", "--format", "paths").output
        let sql = "SELECT path FROM search('#thesis') ORDER BY path"
        #expect(console.slip("sql", sql, "--format", "tsv").output == "path\n" + paths)
        let wrong = console.slip("sql", "SELECT * FROM search('statsu:draft')")
        #expect(wrong.status == 2 && wrong.errors.contains("status:") && wrong.output.isEmpty)
    }

    @Test func `properties are rows, of lists and nested keys too`() throws {
        let console = try Console([
            "a.md": "---\nrating: 5\nsource: {isbn: 12, names: [x, y]}\nempty:\nopen: true\n---\n"
        ])
        let rows = console.slip(
            "sql", "SELECT key, item, value, type FROM properties ORDER BY key, item", "--format", "csv")
        #expect(
            rows.output == """
                key,item,value,type
                empty,0,,null
                open,0,1,bool
                rating,0,5,number
                source.isbn,0,12,number
                source.names,0,x,text
                source.names,1,y,text

                """)
    }

    @Test func `errors name the place and what is allowed`() throws {
        let console = try Console(["a.md": "x"])
        let wrong = console.slip("sql", "SELECT nowhere FROM notes")
        #expect(
            wrong.status == 2 && wrong.errors.contains("there is no column 'nowhere'")
                && wrong.errors.contains("notes,"))
        #expect(console.slip("sql", "DELETE FROM notes").errors.contains("can be read"))
        #expect(console.slip("sql").status == 2)
        #expect(console.slip("sql", "SELECT path FROM notes WHERE 0").status == 1)
        #expect(console.slip("sql", "SELECT 1", "--timeout", "0").status == 2)
    }

    @Test func `an exported database has the notes of the query, and replaces nothing else`() throws {
        let console = try Console(["a.md": "#book\n", "b.md": "x\n"])
        #expect(console.slip("export", "--sqlite", "t.db", "#book").output == "1 note\n")
        #expect(console.slip("export", "--sqlite", "t.db").output == "2 notes\n")
        let header = try Data(contentsOf: console.directory.appending(path: "t.db")).prefix(15)
        #expect(String(decoding: header, as: UTF8.self) == "SQLite format 3")
        let refused = console.slip("export", "--sqlite", "a.md")
        #expect(refused.status == 2 && refused.errors.contains("'a.md' exists"))
        #expect(console.slip("export", "--sqlite", "u.db", "--html", "site").status == 2)
    }

    @Test(arguments: [
        ("SELECT titel FROM notes", "there is no column 'titel'", "did you mean 'title'? tables:"),
        ("SELECT * FROM sqlite_master", "to read 'sqlite_master': only the tables of", "tables:"),
        ("SELECT * FROM note", "there is no table 'note'", "did you mean 'notes'?"),
        ("SELEC 1", "the statement cannot be read at 'SELEC'", "tables:"),
        ("SELECT * FROM notes WHERE", "the statement is incomplete", "tables:"),
        ("SELECT 'a FROM notes", "a quote is not closed", "tables:"),
        ("SELECT nofn(1)", "there is no function 'nofn'", "tables:"),
        ("SELECT path FROM notes, links", "several tables have the column 'path'", "notes.path"),
        ("SELECT abs()", "'abs()' does not take that number of values", "tables:"),
    ])
    func `an error of a statement is in plain words`(sql: String, message: String, help: String) throws {
        let console = try Console(["a.md": "x"])
        let result = console.slip("sql", sql)
        #expect(result.status == 2 && result.errors.contains(message) && result.errors.contains(help), "\(result)")
    }

    @Test func `one call of a function takes little time, and trim works as in SQLite`() throws {
        let console = try Console(["a.md": "x"])
        let long = "replace(hex(zeroblob(120000)), '00', 'a')"
        for sql in [
            "SELECT length(trim(\(long), \(long) || 'b')) AS n",
            "SELECT instr(\(long), substr(\(long), 60000) || 'b') AS n",
        ] {
            let start = Date()
            #expect(console.slip("sql", sql, "--timeout", "2", "--format", "tsv").output == "n\n0\n", "\(sql)")
            #expect(Date().timeIntervalSince(start) < 20)
        }
        #expect(console.slip("sql", "SELECT zeroblob(600000)").errors.contains("larger than 512 kB"))
        for call in ["json_patch('{}', '{}')", "fts3_tokenizer('simple')", "fts3_tokenizer('x', x'41')"] {
            #expect(console.slip("sql", "SELECT \(call)").errors.contains("not allowed"))
        }
        let trimmed = console.slip(
            "sql",
            "SELECT trim('äxaä', 'ä') || ltrim('xxy', 'x') || rtrim('yxx', 'x') || trim(101, 1) || trim('z', '')",
            "--format",
            "tsv")
        #expect(trimmed.output.split(separator: "\n").last == "xayy0z")
        let number = console.slip("sql", "SELECT trim(1e20, 'x') || trim(x'6162', 'b')", "--format", "tsv").output
        #expect(number.split(separator: "\n").last == "1.0e+20a")
    }

    @Test(arguments: [
        "printf('%.*c', 2147483647, 'x')", "format('%.2147483647c', 'x')", "printf('%*d', 4294967297000, 1)",
        "printf('%-.*c|%s', '999999999', 'x', 'y')", "printf('%d %.*c', 1, 1e12, 'x')",
        "printf('%%%.99999999999c', 'x')",
        "printf('%.*c', ' 300000000x', 'a')", "printf(CAST('%.300000000c' AS BLOB), 'a')",
        "printf('%.*c', x'333030303030303030', 'a')",
    ])
    func `a format with a large width ends at once`(call: String) throws {
        let start = ContinuousClock.now
        let found = try Console(["a.md": ""]).slip("sql", "SELECT length(\(call))")
        // Too large a result is NULL, as in SQLite.
        #expect(found.status == 0, "\(found.errors)")
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `an export removes what killed exports left, and no other file`() throws {
        let console = try Console(["a.md": "x"])
        let old = Date(timeIntervalSinceNow: -86400)
        let names = [
            "n.db.999999999.part", "n.db.999999999.part-journal", "n.db.1.part", "n.db.x.part", "m.db.999999999.part",
        ]
        for name in names + ["n.db.999999998.part"] { try console.write("out/\(name)", "") }
        for name in names { try console.setModificationDate("out/\(name)", old) }
        #expect(console.slip("export", "--sqlite", console.url("out/n.db").path).status == 0)
        #expect(
            try console.paths(in: "out").sorted() == [
                "m.db.999999999.part", "n.db", "n.db.1.part", "n.db.999999998.part", "n.db.x.part",
            ])
    }
}
