import Foundation
import TestSupport
import Testing

/// Lists as text and JSON.
@Suite struct ListTests {
    private static func vault() throws -> Console {
        try Console([
            "a.md": "---\ncreated: 2024-01-01\nstatus: draft\ntags: [k, l]\ndue: 2024-07-01\npriority: 2\n---\n",
            "D/b.md": "---\nstatus: review\ntags: [k]\npriority: high\n---\n", "D/E/c.md": "x\n",
            ".slipbox/config.yaml": "keywords:\n  unused: \"#d04020\"\n",
        ])
    }

    private static func objects(_ terminal: Console, _ line: [String]) throws -> [NSDictionary] {
        try terminal.slip(line + ["--format", "json"]).objects().map { $0 as NSDictionary }
    }

    @Test func `--format json prints lists as arrays of objects`() throws {
        let terminal = try Self.vault()
        #expect(
            try Self.objects(terminal, ["keyword", "list"]) == [
                ["keyword": "k", "notes": 2, "active": 2, "color": NSNull()],
                ["keyword": "l", "notes": 1, "active": 1, "color": NSNull()],
                ["keyword": "unused", "notes": 0, "active": 0, "color": "#d04020"],
            ])
        let top: NSDictionary = ["path": "D", "notes": 1, "all": 2]
        #expect(try Self.objects(terminal, ["folder", "list"]) == [top])
        #expect(try Self.objects(terminal, ["folder", "tree"]) == [top, ["path": "D/E", "notes": 1, "all": 1]])
        #expect(
            try Self.objects(terminal, ["property", "list"]).map { $0["key"] as? String }
                == ["status", "keywords", "created", "due", "priority"])
        #expect(
            try Self.objects(terminal, ["property", "list"]).last
                == ["key": "priority", "notes": 2, "kinds": ["text": 1, "number": 1]])
        #expect(terminal.slip("rm", "a.md", "--force").status == 0)
        #expect(
            try Self.objects(terminal, ["trash", "list"]) == [
                ["path": "a.md", "time": "2024-03-30T12:00:00Z", "with": []]
            ])
    }

    @Test(arguments: [
        ("status", ["draft 1", "review 1"]), ("tags", ["k 2", "l 1"]), ("created", ["2024-01-01 1"]),
        ("priority", ["2 1", "high 1"]), ("Due", ["2024-07-01 1"]), ("order", []),
    ])
    func `property list lists the values of any key`(_ key: String, _ expected: [String]) throws {
        let terminal = try Self.vault()
        let values = try Self.objects(terminal, ["property", "list", key])
        #expect(values.map { "\($0["value"] ?? "") \($0["notes"] ?? "")" } == expected)
        let lines = terminal.slip("property", "list", key)
        #expect(lines.output == expected.map { $0.replacing(" ", with: "\t") + "\n" }.joined())
        #expect(lines.status == (expected.isEmpty ? 1 : 0))
    }

    @Test func `an unknown key is an error that names the nearest one`() throws {
        #expect(try Self.vault().slip("property", "list", "statsu").isError("'status'"))
    }

    @Test func `a terminal shows numbers in columns under a heading`() throws {
        let terminal = try Self.vault()
        terminal.isTerminal = true
        #expect(
            terminal.slip("keyword", "list").output == """
                keyword  notes  active
                k            2       2
                l            1       1
                unused       0       0

                """)
        terminal.isTerminal = false
        #expect(terminal.slip("keyword", "list").output == "k\t2\t2\nl\t1\t1\nunused\t0\t0\n")
    }

    @Test func `index --status prints an object, and a readable size`() throws {
        let terminal = try Self.vault()
        func status() throws -> [String: Any] {
            try terminal.slip("index", "--status", "--format", "json").object()
        }
        #expect(try status()["state"] as? String == "not built yet")
        terminal.slip("index")
        let built = try status()
        #expect(built["notes"] as? Int == 3 && built["pending"] as? Int == 0 && built["watched"] as? Bool == false)
        #expect(terminal.slip("index", "--status").output.contains(" kB\n"))
        #expect(terminal.slip("index", "--format", "json").status == 2)
    }

    @Test func `messages use singular and plural verbs`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("keyword", "delete", "l").errors.contains("1 note has the keyword 'l'"))
        #expect(terminal.slip("keyword", "delete", "k").errors.contains("2 notes have the keyword 'k'"))
    }

    @Test func `keyword delete removes nested keywords, and names them first`() throws {
        let terminal = try Console(["a.md": "---\nkeywords: [old, old/x, older]\n---\n#old/y/z #Old\n"])
        try terminal.write(".slipbox/config.yaml", "keywords: {old/unused: red, older: blue}\n")
        let refused = terminal.slip("keyword", "delete", "old")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("nested in it ('old/unused', 'old/x', 'old/y/z')"), "\(refused)")
        #expect(terminal.slip("keyword", "delete", "old", "--force").status == 0)
        #expect(try terminal.read("a.md") == "---\nkeywords: [older]\n---\nold/y/z Old\n")
        #expect(try terminal.read(".slipbox/config.yaml") == "keywords: {older: blue}\n")
    }

    @Test func `a keyword that no note has is said to be new, with the nearest known one`() throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\nkeywords: [party, a/b]\n---\nx\n"])
        try terminal.write(".slipbox/config.yaml", "keywords: {declared: red}\n")
        let dry = terminal.slip("keyword", "add", "a.md", "partty", "--dry-run")
        #expect(dry.errors.contains("slip: 'partty' is a new keyword; did you mean 'party'?\n"), "\(dry)")
        for command in [["set", "a.md", "keywords+=fresh"], ["new", "x", "--keyword", "other"]] {
            #expect(terminal.slip(command).errors.contains("is a new keyword"), "\(command)")
        }
        for known in ["party", "Party", "a", "declared", "fresh"] {
            #expect(!terminal.slip("keyword", "add", "a.md", known).errors.contains("new keyword"), "\(known)")
        }
        #expect(!terminal.slip("set", "a.md", "author=fresh2").errors.contains("new keyword"))
    }

    @Test func `stats are grouped by day`() throws {
        let terminal = try Console(["a.md": "---\ncreated: 2024-03-27\nmodified: 2024-03-28\n---\n"])
        let days = try terminal.slip("stats", "--by", "day", "--format", "json").object()["days"] as? [[String: Any]]
        #expect(days?.map { $0["day"] as? String } == ["2024-03-27", "2024-03-28"])
    }

    @Test func `property list reports a known key that no note has`() throws {
        let result = try Console(["a.md": "text\n"]).slip("property", "list", "created")
        #expect(result.status == 1 && result.errors.contains("no note has the front matter key 'created'"))
    }
}
