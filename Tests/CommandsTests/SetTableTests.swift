import Foundation
import TestSupport
import Testing

/// `slip set --table`.
@Suite struct SetTableTests {
    /// Runs `set --table` in an editor that changes the table by `edit`. Returns the result and the table as it was.
    @discardableResult
    private func edit(
        _ console: Console, _ query: String, _ fields: String, _ options: String...,
        by edit: @escaping (String) throws -> String
    ) -> (result: Console.Result, table: String) {
        var table = ""
        console.variables["EDITOR"] = "editor"
        console.runShell = { _, arguments in
            let path = String(decoding: arguments.last ?? [], as: UTF8.self)
            guard let text = try? String(contentsOfFile: path, encoding: .utf8), let new = try? edit(text) else {
                return 1
            }
            table = text
            return (try? new.write(toFile: path, atomically: true, encoding: .utf8)) == nil ? 1 : 0
        }
        let result = console.slip(["set", "--table", query, fields] + options)
        return (result, table)
    }

    private static let notes = [
        "a.md": "---\nrating: 1 # low\ntags: [x, y]\n---\nA\n", "b.md": "---\nrating: \"2\"\n---\n", "c.md": "C\n",
        "sub/d.md": "[[a]]\n",
    ]

    @Test func `a table has aligned columns, and changes nothing if it is saved as it is`() throws {
        let console = try Console(Self.notes)
        let before = try console.contents()
        let (result, table) = edit(console, "sort:path", "path,rating,tags") { $0 }
        #expect(result.status == 0 && result.errors.contains("nothing to change"), "\(result)")
        let lines = table.split(separator: "\n").map(String.init)
        #expect(lines.count == 5 && lines[0].hasPrefix("@note") && lines[1].contains("a.md@"))
        let tabs = lines.map { line in
            line.indices.filter { line[$0] == "\t" }.map { line.distance(from: line.startIndex, to: $0) }
        }
        #expect(Set(tabs).count == 1, "\(table)")
        #expect(edit(console, "sort:path", "path,rating", "--format", "csv") { $0 }.result.status == 0)
        #expect(try console.contents() == before)
    }

    @Test func `changed cells are set, a changed path moves, a new row makes a note and a removed one is trash`() throws
    {
        let console = try Console(Self.notes)
        let before = try console.contents()
        let (result, _) = edit(console, "sort:path", "path,rating,tags", "--rm", "--yes") { table in
            var lines = table.split(separator: "\n").map(String.init)
            lines[1] = lines[1].replacing("x, y", with: "x, z").replacing("\t1", with: "\t5")
                .replacing("\ta.md", with: "\tnew/a2.md")
            lines[2] = lines[2].replacing("\t2", with: "\t")
            lines[3] = "\tinbox/e.md\t7"
            return lines.joined(separator: "\n")
        }
        #expect(result.status == 0, "\(result)")
        #expect(try console.read("new/a2.md") == "---\nrating: 5 # low\ntags: [x, z]\n---\nA\n")
        #expect(try console.read("b.md") == "---\n---\n")
        #expect(!console.exists("c.md") && !console.exists("a.md"))
        #expect(try console.read("inbox/e.md").contains("rating: 7\n"))
        #expect(try console.read("sub/d.md") == "[[a2]]\n")
        #expect(console.slip("undo").status == 0)
        #expect(try console.contents() == before)
    }

    @Test func `changes are shown and confirmed, and the table is kept if they are not made`() throws {
        let console = try Console(Self.notes)
        console.answer = "n"
        let (result, _) = edit(console, "rating:1", "rating") { $0.replacing("\t1", with: "\t3") }
        #expect(result.status == 2 && result.errors.contains("a.md: rating: 1 → 3"), "\(result)")
        #expect(result.errors.contains("the table is kept in"))
        #expect(try console.read("a.md") == Self.notes["a.md"])
        console.answer = "y"
        #expect(edit(console, "rating:1", "rating") { $0.replacing("\t1", with: "\t3") }.result.status == 0)
        #expect(try console.read("a.md").contains("rating: 3 # low"))
    }

    @Test func `a row whose note has changed meanwhile is refused`() throws {
        let console = try Console(Self.notes)
        let (result, _) = edit(console, "has:rating", "rating", "--yes") { table in
            try console.write("a.md", "---\nrating: 9\n---\n")
            return table.replacing("\t1", with: "\t3").replacing("\t2", with: "\t4")
        }
        #expect(result.status == 2 && result.errors.contains("'a.md' has changed meanwhile"), "\(result)")
        #expect(try console.read("a.md") == "---\nrating: 9\n---\n")
        #expect(try console.read("b.md") == Self.notes["b.md"])
    }

    @Test func `rows and columns that are none, and computed cells, are refused`() throws {
        let console = try Console(Self.notes)
        for (change, message) in [
            ({ $0.replacing("@note", with: "note") }, "no header"), ({ $0 + "x@1\t2\t3\n" }, "is no row"),
            ({ $0 + $0.split(separator: "\n")[1] }, "two rows"),
            ({ $0.replacing("rating", with: "ratings") }, "no column"),
            ({ $0.replacing("\t1 ", with: "\t2 ").replacing("\t1\n", with: "\t2\n") }, "computed"),
            ({ $0 + "\t\t5\n" }, "neither a note nor"), ({ $0 + "a\tb\tc\td\n" }, "4 cells"),
            ({ $0 + "\t\\q\n" }, "unknown escape"),
        ] as [((String) -> String, String)] {
            let (result, table) = edit(console, "rating:1", "words,rating", "--yes", by: change)
            #expect(result.status == 2 && result.errors.contains(message), "\(message): \(result) \(table)")
        }
        #expect(try console.read("a.md") == Self.notes["a.md"])
        for arguments in [
            ["set", "--table", "x"], ["set", "--rm", "a.md", "x=1"], ["set", "a.md", "x=1", "--format", "csv"],
        ] {
            #expect(console.slip(arguments).status == 2)
        }
    }

    @Test(arguments: ["tsv", "csv"])
    func `cells with tabs, line ends, quotes, backslashes and spaces round trip`(format: String) throws {
        let values = [
            "a\\tb", "tab\\there", " lead", "trail ", "q\\\"q", "two\\nlines", "back\\\\slash", "c,d", "\\x1b[0m",
            " \u{301}mark",
        ]
        var notes: [String: String] = [:]
        for (number, value) in values.enumerated() { notes["n\(number).md"] = "---\nk: \"\(value)\"\nm: 1\n---\n" }
        let console = try Console(notes)
        let before = try console.contents()
        #expect(edit(console, "has:k", "k,m", "--format", format, "--yes") { $0 }.result.errors.contains("nothing"))
        #expect(try console.contents() == before)
        let (result, table) = edit(console, "has:k", "k", "--format", format, "--yes") { table in
            table.replacing("lead", with: "LEAD").replacing("c,d", with: "c,e")
        }
        #expect(result.status == 0, "\(result) \(table)")
        #expect(try console.read("n2.md").contains("\" LEAD\"") && console.read("n7.md").contains("\"c,e\""))
        #expect(try console.read("n4.md") == notes["n4.md"])
    }

    /// Gives the cell of a column of `a.md` a value.
    private func set(_ console: Console, _ column: String, _ value: String, _ options: String...) -> Console.Result {
        console.variables["EDITOR"] = "editor"
        console.runShell = { _, arguments in
            let path = String(decoding: arguments.last ?? [], as: UTF8.self)
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return 1 }
            let lines = text.split(separator: "\n").map { $0.split(separator: "\t").first.map(String.init) ?? "" }
            guard lines.count == 2 else { return 1 }
            let new = "\(lines[0])\t\(column)\n\(lines[1])\t\(value)\n"
            return (try? new.write(toFile: path, atomically: true, encoding: .utf8)) == nil ? 1 : 0
        }
        return console.slip(["set", "--table", "path:a.md", column] + options)
    }

    @Test(arguments: [
        ("tags", "---\ntags: [x]\n---\n#h\n", "y, h", "---\ntags: [y]\n---\n#h\n"),
        ("k", "---\nk: 1\n---\nk:: 2\n", "5, 2", "---\nk: 5\n---\nk:: 2\n"),
        ("k", "---\nk: [1, 3]\n---\n(k:: 2)\n", "1, 2", "---\nk: [1]\n---\n(k:: 2)\n"),
        ("k", "x (k:: 2)\n", "3", "x (k:: 3)\n"),
    ])
    func `a cell changes only the front matter if it also shows the text`(
        column: String, before: String, value: String, after: String
    ) throws {
        let console = try Console(["a.md": before, ".slipbox/config.yaml": "inline-fields: true\n"])
        let result = set(console, column, value, "--yes")
        #expect(result.status == 0, "\(result)")
        #expect(try console.read("a.md") == after)
    }

    @Test(arguments: [
        ("aliases", "---\naliases: [\"Foo, Bar\", Baz]\n---\n", "Foo, Bar, Qux", "cannot show exactly"),
        ("k", "---\nk: {a: 1}\n---\n", "x", "cannot show exactly"),
        ("k", "---\nk: [a, [b]]\n---\n", "x", "cannot show exactly"),
        ("tags", "---\ntags: [x]\n---\n#h\n", "x, z", "'h' of 'tags' is in the text"),
        ("k", "---\nk: 1\n---\nk:: 2\n", "1", "is in the text"),
    ])
    func `a change of a cell that the front matter cannot follow is refused`(
        column: String, text: String, value: String, message: String
    ) throws {
        let console = try Console(["a.md": text, ".slipbox/config.yaml": "inline-fields: true\n"])
        let result = set(console, column, value, "--yes", "--quiet")
        #expect(result.status == 2 && result.errors.contains(message), "\(result)")
        #expect(result.errors.contains("the table is kept in"))
        #expect(try console.read("a.md") == text)
    }

    @Test func `without a terminal only --yes confirms, and a dry run keeps the table`() throws {
        let console = try Console(Self.notes)
        for option in ["--format=tsv", "--force"] {
            let result = edit(console, "rating:1", "rating", option) { $0.replacing("\t1", with: "\t3") }.result
            #expect(result.status == 2 && result.errors.contains("--yes"), "\(option): \(result)")
        }
        let dry = edit(console, "rating:1", "rating", "--dry-run") { $0.replacing("\t1", with: "\t3") }.result
        #expect(dry.status == 0 && dry.errors.contains("the table is kept in"), "\(dry)")
        #expect(try console.read("a.md") == Self.notes["a.md"])
    }

    @Test func `random edits of cells equal the assignments of set`() throws {
        var random = FixedGenerator(7)
        let words = ["1", "x", "two words", "2024-01-01", "true", "a: b", "#c", "\"8\"", "é", ""]
        for round in 0..<6 {
            var notes: [String: String] = [:]
            for number in 0..<5 {
                let value = words.dropLast(4).randomElement(using: &random) ?? ""
                notes["n\(number).md"] = "---\nk: \(value.contains(":") ? "z" : value) # c\nm: 1\n---\ntext\n"
            }
            let tables = try Console(notes)
            let sets = try Console(notes)
            var changes: [(String, String)] = []
            for number in 0..<5 where Bool.random(using: &random) {
                changes.append(("n\(number).md", words.randomElement(using: &random) ?? ""))
            }
            let (result, _) = edit(tables, "has:m", "m,k", "--yes", "--format", "csv") { table in
                table.split(separator: "\n").map { line in
                    guard let (_, value) = changes.first(where: { line.hasPrefix($0.0) }) else { return String(line) }
                    let start = line.split(separator: ",").prefix(2).joined(separator: ",")
                    return "\(start),\"\(value.replacing("\"", with: "\"\""))\""
                }.joined(separator: "\n")
            }
            #expect(result.status == 0, "\(round): \(result)")
            for (path, value) in changes { sets.slip("set", path, "k=\(value)") }
            #expect(try tables.contents() == sets.contents(), "\(round): \(changes)")
        }
    }
}
