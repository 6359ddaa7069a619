import Foundation
import TestSupport
import Testing

/// Values of properties in queries: their order, numbers, emptiness and patterns.
@Suite struct PropertyValueTests {
    private static func console(_ key: String, _ values: [(file: String, value: String)]) throws -> Console {
        let files = values.map { ($0.file, "---\n\(key): \($0.value)\n---\n") }
        return try Console(Dictionary(uniqueKeysWithValues: files))
    }

    private static func paths(_ terminal: Console, _ query: String) -> String {
        terminal.slip("search", "--format", "paths", "--", query).output.split(separator: "\n")
            .map { $0.replacing(".md", with: "") }.joined(separator: " ")
    }

    @Test(arguments: [
        ("sort:n", "g b d a t c x1 x2 w z e"), ("sort:n-", "g b d a t c z w x2 x1 e"),
        ("sort:n+", "a d b g c t x1 x2 w z e"),
    ])
    func `numbers sort before dates, dates before text, and notes without a value come last`(
        _ query: String, _ order: String
    ) throws {
        let terminal = try Self.console(
            "n",
            [
                ("a.md", "-20"), ("b.md", "1.5"), ("c.md", "2024-03-01"), ("d.md", "-3"), ("e.md", "\"\""),
                ("g.md", "1e2"), ("t.md", "2024-03-02"), ("w.md", "n/a"), ("x1.md", "\"7\""), ("x2.md", "0070"),
                ("z.md", "true"),
            ])
        #expect(Self.paths(terminal, query) == order)
    }

    @Test(arguments: [
        ("sort:born", "h g f e d c b a n"), ("sort:born+", "a b c d e f g h n"), ("born:<0001", "a b c"),
        ("born:-0500-01..-0044", "b c"), ("born:-0044-03-15", "c"), ("born:-0044", "c"), ("born:>9999", "g h"),
        ("born:>=12024-05-02", "h"),
    ])
    func `dates before year 0 and after 9999 compare by time`(_ query: String, _ order: String) throws {
        let terminal = try Self.console(
            "born",
            [
                ("a.md", "-12024-01-01"), ("b.md", "-0500-01-02"), ("c.md", "-0044-03-15"), ("d.md", "0001-01-01"),
                ("e.md", "1999-12-31"), ("f.md", "2024-03-01T10:00"), ("g.md", "10000-01-01"),
                ("h.md", "+012024-05-02"),
                ("n.md", "-12345-99-01"),
            ])
        let paths = Self.paths(terminal, "\(query)\(query.contains("sort") ? "" : " sort:path")")
        #expect(paths == order)
    }

    @Test func `several vaults sort numbers and text as one vault does`() throws {
        let terminal = try Console()
        let values = [
            "one": [("a", "9"), ("b", "10"), ("c", "n/a")], "two": [("d", "9.5"), ("e", "2024-03-01"), ("f", "b")],
        ]
        for (vault, notes) in values {
            try terminal.write("\(vault)/.slipbox/config.yaml", "")
            for (name, value) in notes { try terminal.write("\(vault)/\(name).md", "---\nn: \(value)\n---\n") }
        }
        let vaults = ["one", "two"].flatMap { ["--vault", terminal.url($0).path] }
        for (query, order) in [("sort:n", "bdaefc"), ("sort:n+", "adbefc"), ("sort:n-", "bdaecf")] {
            let result = terminal.slip(["search"] + vaults + ["--template", "{{title}}", "--", query])
            #expect(result.output.filter(\.isLowercase) == order, "\(result)")
        }
    }

    @Test(arguments: ["[]", "\"\"", "''", "{}", "~", "", "[\"\"]", "[[], ~]"])
    func `an empty value is no value`(_ value: String) throws {
        let terminal = try Self.console("k", [("a.md", value), ("b.md", "x")])
        #expect(Self.paths(terminal, "no:k") == "a")
        #expect(Self.paths(terminal, "has:k") == "b")
        #expect(terminal.slip("search", "--format", "text", "group:k").output.contains("(none)"))
    }

    @Test(arguments: ["aliases: []", "title: \"\"", "id: ''", "status: {}"])
    func `a known key with an empty value is not there`(_ line: String) throws {
        let terminal = try Console(["a.md": "---\n\(line)\n---\nx\n"])
        let key = line.prefix { $0 != ":" }
        #expect(Self.paths(terminal, "no:\(key)") == "a")
    }

    @Test(arguments: [
        ("zip:02700", "a"), ("zip:=02700", "a"), ("zip:2700", "b"), ("-zip:02700", "b c d"), ("zip:.5", "c"),
        ("zip:0.5", "c"), ("zip:1e3", "d"), ("zip:1000", "d"), ("zip:+1000", "d"), ("zip:>.4", "b c d"),
        ("zip:..1e3", "c d"), ("zip:1e3..3k", "b d"),
    ])
    func `a number in a query is read as in a note`(_ query: String, _ found: String) throws {
        let terminal = try Self.console(
            "zip", [("a.md", "02700"), ("b.md", "2700"), ("c.md", ".5"), ("d.md", "1000")])
        #expect(Self.paths(terminal, "\(query) sort:path") == found)
    }

    @Test func `a comparison that only quoted numbers would satisfy says so`() throws {
        let terminal = try Self.console("rating", [("a.md", "\"8\""), ("b.md", "3"), ("c.md", "\"2\"")])
        let result = terminal.slip("search", "rating:>5")
        #expect(result.status == 1)
        #expect(result.errors.contains("1 has a quoted number, which is text and is not compared: \"8\""))
        #expect(!terminal.slip("search", "rating:>9").errors.contains("quoted number"))
    }

    @Test(arguments: [
        ("u:*example.org*", "a"), ("-u:*example.org*", "b"), ("u:https*v=1", "a"), ("u:A*", "b"), ("u:**x**", "a"),
        ("aliases:*/y", "a"),
    ])
    func `a star in a property matches a slash`(_ query: String, _ found: String) throws {
        let terminal = try Console([
            "a.md": "---\nu: https://video.example.org/watch/v=1\naliases: [x/y]\n---\n",
            "b.md": "---\nu: A book\n---\n",
        ])
        #expect(Self.paths(terminal, query) == found)
    }

    @Test(arguments: ["हिन्दी", "ชื่อ", "nai\u{308}ve", "שֵׁם", "نام\u{200C}ها"])
    func `the name of a field has marks and joiners, composed or not`(_ name: String) throws {
        let terminal = try Console(["a.md": "---\n\(name): x\n---\n", "b.md": "y\n"])
        let composed = name.precomposedStringWithCanonicalMapping
        for written in [name, composed] {
            #expect(Self.paths(terminal, "\(written):x") == "a")
            #expect(Self.paths(terminal, "-\(written):x") == "b")
        }
        #expect(terminal.slip("search", "\(name):z").status == 1)
    }

    @Test func `the list of properties shows keys as notes write them`() throws {
        let terminal = try Console([
            "a.md": "---\nTytuł: x\nouter: {InnerKey: 1}\n---\n", "b.md": "---\nTytuł: x\n---\n",
            "c.md": "---\ntytul: x\n---\n",
        ])
        let names = terminal.slip("property", "list").output
        #expect(names.contains("Tytuł") && names.contains("outer.InnerKey") && !names.contains("tytul"), "\(names)")
        #expect(Self.paths(terminal, "TYTUL:x sort:path") == "a b c")
        #expect(Self.paths(terminal, "outer.innerkey:1") == "a")
    }
}
