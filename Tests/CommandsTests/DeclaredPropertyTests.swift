import SourceText
import TestSupport
import Testing

/// Front matter keys whose types the configuration declares, and kinds of notes.
@Suite struct DeclaredPropertyTests {
    private static let configuration = """
        properties:
          priority: {values: [low, medium, high], default: low}
          due: date
          rating: 1..5
          author: {type: list, of: link}
          done: {type: bool}
          seen: {type: list, of: date}

        """

    private func vault(_ notes: [String: String]) throws -> Console {
        try Console(notes.merging([".slipbox/config.yaml": Self.configuration]) { $1 })
    }

    private func paths(_ console: Console, _ query: String) -> [String] {
        console.slip("search", query, "--format", "paths").output.split(separator: "\n").map(String.init)
    }

    private func ordered() throws -> Console {
        try vault([
            "a.md": "---\npriority: High\n---\n", "b.md": "---\npriority: medium\n---\n", "c.md": "x",
            "d.md": "---\npriority: urgent\n---\n",
        ])
    }

    @Test func `all spellings of a truth value are one section`() throws {
        let console = try vault([
            "a.md": "---\ndone: yes\n---\n", "b.md": "---\ndone: true\n---\n", "c.md": "---\ndone: \"on\"\n---\n",
            "d.md": "---\ndone: no\n---\n", "e.md": "x\n",
        ])
        let found = console.slip("search", "", "--group", "done", "--format", "json").output
        let groups = JSONValue(parsing: found)?.list.compactMap { $0["group"]?.text }
        #expect(groups == ["false", "true", "(none)"], "\(found)")
    }

    @Test func `declared keys and their values are offered before a note has them`() throws {
        let console = try vault(["a.md": "x\n"])
        #expect(console.slip("suggest", "prio").output.contains("priority:"))
        #expect(console.slip("suggest", "done:").output.contains("done:true"))
    }

    @Test func `quotes and brackets keep an entry of a declared list together`() throws {
        let console = try vault(["a.md": "x\n"])
        let values = [#"author="Ada, Countess", [[Bob, Jr]], Cy"#, #"keywords="""#]
        #expect(console.slip("set", "a.md", values[0], values[1]).status == 0)
        let text = try console.read("a.md")
        #expect(text.contains(#"author: ["[[Ada, Countess]]", "[[Bob, Jr]]", "[[Cy]]"]"#), "\(text)")
        #expect(!text.contains("keywords: [\"\"]"), "\(text)")
    }

    @Test func `values in a template are checked as those of set`() throws {
        let console = try vault([
            ".slipbox/templates/good.md": "---\ndue: tomorrow\npriority: HIGH\nauthor: Ada\nrating: 4\n---\n",
            ".slipbox/templates/bad.md": "---\nrating: 9\n---\n",
        ])
        #expect(console.slip("new", "Good", "-t", "good").status == 0)
        let text = try console.read("Good.md")
        #expect(text.contains("due: 2024-03-31\n") && text.contains("priority: high\n"), "\(text)")
        #expect(text.contains("[[Ada]]") && text.contains("rating: 4\n"), "\(text)")
        let refused = console.slip("new", "Bad", "-t", "bad")
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("did you mean '5'? change the template 'bad'"), "\(refused)")
        #expect(!refused.errors.contains("--force"), "\(refused)")
    }

    @Test func `words are compared and sorted in the declared order, and others come last`() throws {
        let console = try ordered()
        #expect(paths(console, "sort:priority") == ["a.md", "b.md", "c.md", "d.md"])
        #expect(paths(console, "sort:priority+") == ["c.md", "b.md", "a.md", "d.md"])
        for (query, wanted) in [
            ("priority:>low", ["a.md", "b.md"]), ("priority:>=medium", ["a.md", "b.md"]),
            ("priority:<high", ["b.md", "c.md"]),
            ("priority:<=low", ["c.md"]), ("priority:low..medium", ["b.md", "c.md"]), ("priority:low", ["c.md"]),
            ("-priority:low", ["a.md", "b.md", "d.md"]), ("priority:medium,low", ["b.md", "c.md"]),
            ("has:priority", ["a.md", "b.md", "d.md"]),
        ] { #expect(paths(console, query + " sort:path") == wanted, "\(query)") }
        let wrong = console.slip("search", "priority:>hihg")
        #expect(wrong.status == 2 && wrong.errors.contains("did you mean high?"))
    }

    @Test func `sections begin with the greatest word, and notes without the key are in that of the default`() throws {
        let console = try ordered()
        func labels(_ group: String) -> [String] {
            let text = console.slip("search", "group:\(group)", "--format", "json", "--fields", "group").output
            return text.matches(of: /"group": "([^"]*)", "notes"/).map { String($0.1) }
        }
        #expect(labels("priority") == ["high", "medium", "low", "urgent"])
        #expect(labels("priority+") == ["low", "medium", "high", "urgent"])
    }

    @Test func `set writes values that fit, in the declared form`() throws {
        let console = try vault(["a.md": "---\nrating: 2\n---\nx\n"])
        console.now = "2026-03-03T12:00:00Z"
        for (argument, line) in [
            ("due=friday", "due: 2026-03-06"), ("due=+1w", "due: 2026-03-10"), ("priority=HIGH", "priority: high"),
            ("rating=5", "rating: 5"), ("seen=today, 2026-01-02", "seen: [2026-03-03, 2026-01-02]"),
            ("author=Ada", #"author: ["[[Ada]]"]"#), ("done=yes", "done: yes"),
        ] {
            #expect(console.slip("set", "a.md", argument).status == 0, "\(argument)")
            #expect(try console.read("a.md").contains("\n\(line)\n"), "\(argument)")
        }
        let text = try console.read("a.md")
        for (argument, message) in [
            ("priority=hihg", "did you mean 'high'?"), ("rating=7", "1..5"), ("rating=\"4\"", "1..5"),
            ("due=tomorow", "did you mean 'tomorrow'?"), ("done=maybe", "true or false"), ("author+=[x]", "a link"),
        ] {
            let result = console.slip("set", "a.md", argument)
            #expect(result.status == 2 && result.errors.contains(message), "\(argument): \(result.errors)")
        }
        #expect(try console.read("a.md") == text)
        #expect(console.slip("set", "a.md", "rating=7", "due=tomorrow", "--force").status == 0)
        #expect(try console.read("a.md").contains("due: 2026-03-04"))
    }

    @Test func `check names values that do not fit, at their place`() throws {
        let console = try vault([
            "a.md": "---\nrating: \"4\"\nauthor: [\"[[b]]\", Bob]\npriority: medum\ndue: 2024-03\n---\n", "b.md": "",
        ])
        let result = console.slip("check", "--kind", "bad-value")
        #expect(
            result.output == """
                a.md:2:9: bad-value: 'rating' must be a number in 1..5, not the text '4'; remove the quotes
                a.md:3:19: bad-value: 'author' must be a list, each entry a link such as [[Note]], not 'Bob'
                a.md:4:11: bad-value: 'priority' must be one of low, medium, high, not 'medum'; did you mean 'medium'?

                """ && result.status == 1)
    }

    @Test func `a declaration with an error is reported, and the others count`() throws {
        let console = try Console([
            ".slipbox/config.yaml":
                "properties: {a: dat, title: text, b: {default: 9, type: 1..5}, c: number, C: date}\n",
            "x.md": "---\nc: x\n---\n",
        ])
        let output = console.slip("check").output
        for part in [
            "'dat' is not a type", "built-in key title", "the default of 'b'", "'C' is declared twice", "bad-value",
        ] {
            #expect(output.contains(part), "\(part)")
        }
    }

    @Test(arguments: [
        ("{values: [low, Low, high]}", "'values' of 'k' has 'Low' twice"),
        ("{type: list, of: list}", "cannot be a list"),
        ("{type: values}", "has the type values, but no 'values'"), ("{values: []}", "must be a list of words"),
        ("{values: [a, [b]]}", "must be words, without lists"),
        ("{type: text, default: [a]}", "must be a single value"),
        ("{type: list, of: link, values: [a]}", "has both 'of' and 'values'"),
        ("{type: date, form: x}", "unknown key 'form'"),
        ("{type: date, of: text}", "has two types"), ("{}", "has no type"),
    ])
    func `every part of a declaration that has no effect is reported`(declaration: String, message: String) throws {
        let console = try Console([".slipbox/config.yaml": "properties: {k: \(declaration)}\n", "a.md": "x"])
        let result = console.slip("check", "--kind", "config")
        #expect(result.output.contains(message), "\(result)")
    }

    @Test func `the nearest value of a range and of a truth value is named`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "properties: {r: 1..5, n: {type: values, values: [a, b]}, b: bool}\n",
            "a.md": "---\nr: 7\nb: treu\n---\n",
        ])
        let check = console.slip("check", "--kind", "bad-value", "--kind", "config").output
        #expect(check.contains("not '7'; did you mean '5'?") && check.contains("did you mean 'true'?"), "\(check)")
        #expect(console.slip("set", "a.md", "r=-2").errors.contains("did you mean '1'?"))
        #expect(console.slip("set", "a.md", "n=c").status == 2)
    }

    @Test func `a default is shown as such, and new writes it if the template has the key`() throws {
        let console = try vault([
            "a.md": "---\npriority: high\n---\n", "b.md": "x", ".slipbox/templates/t.md": "---\npriority:\ndue:\n---\n",
            ".slipbox/templates/u.md": "---\npriority: high\n---\n",
        ])
        let table = console.slip("search", "sort:path", "--format", "table", "--fields", "path,priority").output
        #expect(table.contains("a.md  high\n") && table.contains("b.md  low (default)"), "\(table)")
        let csv = console.slip("search", "sort:path", "--format", "csv", "--fields", "path,priority").output
        #expect(csv == "path,priority\na.md,high\nb.md,\n")
        let json = console.slip("search", "sort:path", "--format", "jsonl").output.split(separator: "\n")
        #expect(!json[0].contains("defaults") && json[1].contains(#""defaults": {"priority": "low"}"#), "\(json)")
        #expect(console.slip("show", "b.md").output.contains("low (default)"))
        #expect(console.slip("show", "b.md", "--format", "json").output.contains(#""defaults": {"priority": "low"}"#))
        #expect(console.slip("property", "list").output.contains("low < medium < high (default: low)"))
        console.slip("new", "N", "--template", "t")
        #expect(try console.read("N.md").contains("priority: low\ndue:\n"))
        console.slip("new", "M", "--template", "u")
        #expect(try console.read("M.md").contains("priority: high\n"))
        console.slip("new", "O")
        #expect(try !console.read("O.md").contains("priority"))
    }

    @Test func `a kind names the keys and headings that a note lacks`() throws {
        let console = try Console([
            ".slipbox/config.yaml": """
            kinds:
              book: {where: "#book -in:Archive", required: [author, tags], headings: [Summary, Quotes]}
              wrong: {where: "statsu:draft", required: [x]}

            """,
            "a.md": "---\ntags: [book]\nauthor:\n---\n## Quotes\n## Summary\n", "Archive/b.md": "#book\n",
            "c.md": "---\nkeywords: book\nAuthor: X\n---\n# C\n## summary\ntext\n## Quotes\n",
        ])
        let result = console.slip("check", "--kind", "kind", "--kind", "config")
        #expect(
            result.output.contains(".slipbox/config.yaml:3:18: config: there is no field")
                && result.output.contains("a.md:1:1: kind: a note of the kind 'book' must have the key 'author'")
                && result.output.contains("the heading 'Quotes' must come later"))
        #expect(!result.output.contains("'tags'") && !result.output.contains("b.md") && !result.output.contains("c.md"))
    }

    @Test func `lists and suggestions have the declared words and the number of misfits`() throws {
        let console = try ordered()
        let list = console.slip("property", "list", "--format", "json").output
        #expect(list.contains(#""type": "values", "values": ["low", "medium", "high"], "misfits": 1"#), "\(list)")
        let values = console.slip("property", "list", "priority", "--format", "json").output
        #expect(values.contains(#"{"value": "low", "notes": 0}"#), "\(values)")
        #expect(console.slip("suggest", "priority:l").output.contains("priority:low"))
    }

    @Test func `a note is stale when its date is older than declared, or its own day has passed`() throws {
        let console = try Console([
            ".slipbox/config.yaml":
                "properties: {reviewed: {type: date, stale-after: 90d}, x: {type: text, stale-after: 1d}}\n",
            "a.md": "---\nreviewed: 2024-01-01\n---\n", "b.md": "---\nreviewed: 2023-12-30\n---\n",
            "c.md": "---\nstale_after: 2024-03-29\n---\n", "d.md": "---\nstale_after: 2024-04-01\n---\n", "e.md": "x",
        ])
        #expect(paths(console, "is:stale sort:path") == ["b.md", "c.md"])
        #expect(paths(console, "-is:stale sort:path") == ["a.md", "d.md", "e.md"])
        let check = console.slip("check", "--kind", "stale", "--kind", "config")
        #expect(
            check.output.contains("b.md") && check.output.contains("c.md")
                && check.output.contains("requires  type: date"))
    }

    @Test func `values that do not fit come last in every type`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "properties: {pub: bool, n: number, stale: {type: date, stale-after: 999999y}}\n",
            "a.md": "---\npub: maybe\nn: many\n---\n", "b.md": "---\npub: true\nn: 1\n---\n",
            "c.md": "---\npub: false\nn: 2024-01-01\n---\n",
        ])
        for query in ["sort:pub", "sort:pub+", "sort:pub-"] {
            #expect(paths(console, query).last == "a.md", "\(query)")
        }
        #expect(paths(console, "sort:n").first == "b.md" && paths(console, "sort:n-").first == "b.md")
        #expect(console.slip("search", "is:stale").status == 1)
        #expect(console.slip("check", "--kind", "config").output.contains("must be a length of time"))
    }
}
