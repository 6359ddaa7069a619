import TestSupport
import Testing

/// `slip property convert`.
@Suite struct PropertyConversionTests {
    /// Converts the value of the key `k`, and returns the new value, or nil if it is refused.
    private func converted(_ value: String, _ type: String) throws -> String? {
        let console = try Console(["a.md": "---\nk: \(value)\n---\nk: \(value)\n"])
        let result = console.slip("property", "convert", "k", type)
        let text = try console.read("a.md")
        if result.status != 0 {
            #expect(text == "---\nk: \(value)\n---\nk: \(value)\n")
            #expect(result.status == 2 && result.errors.contains("a.md:2: "), "\(value): \(result)")
            return nil
        }
        #expect(text.hasPrefix("---\nk: ") && text.hasSuffix("\n---\nk: \(value)\n"), "\(text)")
        return String(text.dropFirst(7).dropLast("\n---\nk: \(value)\n".count))
    }

    @Test(arguments: [
        ("number", #""8""#, "8"), ("number", "'1.5' # stars", "1.5 # stars"), ("number", "8", "8"),
        ("1..5", #"" 4 ""#, "4"), ("number", "[\"3\"]", "3"), ("number", "|\n  12", "12"),
        ("number", ">-\n  5", "5"),
        ("date", "2024/3/1", "2024-03-01"), ("date", "'1.3.2024'", "'2024-03-01'"),
        ("date", "2024-03-01", "2024-03-01"),
        ("date", "March 2024", "2024-03"), ("bool", "yes", "true"), ("bool", #""Off""#, "false"),
        ("bool", "True", "True"),
        ("text", "5", #""5""#), ("text", "true", #""true""#), ("text", "a, b", "a, b"),
        ("link", "Ada", #""[[Ada]]""#), ("link", "'[[Ada]]'", "'[[Ada]]'"), ("link", "https://x.org", "https://x.org"),
        ("list", "a, b", "[a, b]"), ("list", "a", "[a]"), ("list", "'Doe, John'", "['Doe, John']"),
        ("list", "[a, b]", "[a, b]"), ("list", "[2020, 2021]", "[2020, 2021]"), ("list", "5", "[5]"),
        ("list", "true", "[true]"), ("list of number", "['1', 2]", "[1, 2]"),
        ("list of link", "Ada, Bob", #"["[[Ada]]", "[[Bob]]"]"#), ("low,medium,high", "Medium", "medium"),
        ("low, high", "'HIGH'", "'high'"), ("number", "", ""), ("number", "[]", "[]"),
    ])
    func `a value is converted in place`(type: String, value: String, wanted: String) throws {
        #expect(try converted(value, type) == wanted)
    }

    @Test(arguments: [
        ("number", "n/a"), ("number", "1,5"), ("number", "007"), ("1..5", "7"), ("number", "[1, 2]"),
        ("number", "{a: 1}"), ("date", "3/4/2024"), ("date", "friday"), ("date", "last week"), ("bool", "maybe"),
        ("bool", "1"), ("link", "Ada, Bob"), ("link", "5"), ("low,high", "lo"), ("list of number", "1, x"),
        ("list of date", "[2024-01-01, [x]]"), ("text", "[a, b]"),
    ])
    func `a value that does not fit or is ambiguous is refused at its line`(type: String, value: String) throws {
        #expect(try converted(value, type) == nil)
    }

    @Test func `all notes and templates change at once, and the type is declared`() throws {
        let configuration = "# mine\nsearches: {a: b}\n"
        let console = try Console([
            ".slipbox/config.yaml": configuration, ".slipbox/templates/t.md": "---\nyear: \"{{year}}\"\n---\n",
            "a.md": "---\r\nx: 1\r\nYear: \"1990\" # first\r\n---\r\n", "b.md": "---\nyear:\n  - '2' # none\n---\n",
            "c.md": "---\nyear: 3\n---\n",
        ])
        let dry = console.slip("property", "convert", "year", "number", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("+Year: 1990 # first"), "\(dry)")
        #expect(try console.read(".slipbox/config.yaml") == configuration)
        let refused = console.slip("property", "convert", "year", "number")
        #expect(refused.status == 2 && refused.errors.contains("b.md:2: a value with a comment"), "\(refused)")
        try console.write("b.md", "---\nyear: none\n---\n")
        let misfit = console.slip("property", "convert", "year", "number")
        #expect(misfit.status == 2 && misfit.errors.contains("b.md:2: 'none'") && misfit.errors.contains("--skip"))
        let result = console.slip("property", "convert", "year", "number", "--skip")
        #expect(result.status == 0 && result.errors.contains("in 1 note, 1 value skipped"), "\(result)")
        #expect(try console.read("a.md") == "---\r\nx: 1\r\nYear: 1990 # first\r\n---\r\n")
        #expect(try console.read("b.md") == "---\nyear: none\n---\n")
        #expect(try console.read(".slipbox/templates/t.md") == "---\nyear: \"{{year}}\"\n---\n")
        #expect(try console.read(".slipbox/config.yaml") == configuration + "properties:\n  year: number\n")
        console.slip("undo")
        #expect(try console.read("a.md") == "---\r\nx: 1\r\nYear: \"1990\" # first\r\n---\r\n")
        #expect(try console.read(".slipbox/config.yaml") == configuration)
    }

    @Test func `templates that are notes are converted once, and nested values are reported`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "template-folder: T\n", "T/t.md": "---\nk: \"1\"\n---\n",
            "a.md": "---\nm:\n  k: x\n---\n",
        ])
        let result = console.slip("property", "convert", "k", "number")
        #expect(result.status == 0, "\(result)")
        #expect(try console.read("T/t.md") == "---\nk: 1\n---\n")
        let nested = console.slip("property", "convert", "m.k", "number")
        #expect(nested.status == 2 && nested.errors.contains("a.md:2: a nested value"), "\(nested)")
    }

    @Test(arguments: [
        ("properties:\n  k: text # old\n", "1..5", "properties:\n  k: 1..5 # old\n"),
        ("properties: {k: text}\n", "list of link", "properties: {k: {type: list, of: link}}\n"),
        (
            "properties: {K: {type: list, of: link, default: 3}}\n", "1..5",
            "properties: {K: {type: 1..5, default: 3}}\n"
        ),
        (
            "properties:\n  k:\n    type: text # why\n    default: 2\n", "number",
            "properties:\n  k:\n    type: number # why\n    default: 2\n"
        ),
        (
            "properties:\n  k:\n    values: [a, b]\n    default: b\n  other: date\n", "text",
            "properties:\n  k:\n    type: text\n    default: b\n  other: date\n"
        ),
        ("properties: {k: {type: text}}\n", "a,b", "properties: {k: {values: [a, b]}}\n"),
        ("properties: {k: {values: [a, b]}}\n", "list of a,b,c", "properties: {k: {type: list, values: [a, b, c]}}\n"),
        ("properties:\n", "date", "properties:\n  k: date\n"),
    ])
    func `a declaration changes its type only`(before: String, type: String, after: String) throws {
        let console = try Console([".slipbox/config.yaml": before, "a.md": "x"])
        // No note has the key.
        if before == "properties:\n" { try console.write("a.md", "---\nk: 2024-01-01\n---\n") }
        let result = console.slip("property", "convert", "k", type)
        #expect(result.status == 0, "\(result)")
        #expect(try console.read(".slipbox/config.yaml") == after)
    }

    @Test func `unknown keys and types, built-in keys and defaults that do not fit are refused`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "properties: {k: {type: text, default: none}, d: {type: date, stale-after: 9d}}\n",
            "a.md": "---\nk: 1\nyear: 2\n---\n",
        ])
        for (key, type, message) in [
            ("k", "number", "the default of 'k' is 'none'"), ("d", "text", "stale-after"), ("yaer", "number", "'year'"),
            ("title", "text", "built-in"), ("k", "numbr", "is not a type"), ("k", "a,a", "is not a type"),
            ("k", "list of list", "is not a type"),
        ] {
            let result = console.slip("property", "convert", key, type)
            #expect(result.status == 2 && result.errors.contains(message), "\(key) \(type): \(result)")
        }
    }
}
