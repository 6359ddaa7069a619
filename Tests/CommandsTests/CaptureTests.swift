import Arguments
import Foundation
import TestSupport
import Testing

/// `slip append`, `prepend`, `insert` and `replace`.
@Suite struct CaptureTests {
    /// A note before a command, the command, the note after it, and the line of the first new line.
    struct Sample: Sendable, CustomTestStringConvertible {
        var before: String
        var command: [String]
        var after: String
        var line: Int

        init(_ before: String, _ command: [String], _ after: String, _ line: Int) {
            (self.before, self.command, self.after, self.line) = (before, command, after, line)
        }

        var testDescription: String { "\(command.joined(separator: " ")): \(before.debugDescription)" }
    }

    private static let blocks = [
        Sample("# A\n\nText.\n", ["append", "a.md", "More", "text."], "# A\n\nText.\n\nMore text.\n", 5),
        Sample("Text\n", ["append", "a.md", "\n\nx\ny\n\n"], "Text\n\nx\ny\n", 3),
        Sample("Text", ["append", "a.md", "x"], "Text\n\nx", 3),
        Sample("", ["append", "a.md", "x"], "x\n", 1),
        Sample("---\na: 1\n---\n", ["append", "a.md", "x"], "---\na: 1\n---\nx\n", 4),
        Sample("---\na: 1\n---", ["append", "a.md", "x"], "---\na: 1\n---\nx", 4),
        Sample("---\na: 1\n---\n\n", ["append", "a.md", "x"], "---\na: 1\n---\n\nx\n", 5),
        Sample("Text\n\n\n", ["append", "a.md", "x"], "Text\n\nx\n\n\n", 3),
        Sample("# A\n", ["append", "a.md", "x"], "# A\n\nx\n", 3),
        Sample("# A\n\n## B\n\n## C\n", ["append", "a.md#B", "x"], "# A\n\n## B\n\nx\n\n## C\n", 5),
        Sample("# A\n## B\n## C\n", ["append", "a.md#B", "x"], "# A\n## B\n\nx\n## C\n", 4),
        Sample("## B\ntext\nC\n==\n", ["append", "a.md#B", "x"], "## B\n\nx\n\ntext\nC\n==\n", 3),
        Sample(
            "## B\n\nb\n\n### X\n\nx\n\n## C\n", ["append", "a.md#B", "y"], "## B\n\nb\n\n### X\n\nx\n\ny\n\n## C\n", 9),
        Sample("a\r\n\r\n## B\r\n", ["append", "a.md#B", "x"], "a\r\n\r\n## B\r\n\r\nx\r\n", 5),
        Sample("```\ncode\n```\n", ["append", "a.md", "x"], "```\ncode\n```\n\nx\n", 5),
        Sample("|a|\n|-|\n|b|\n", ["append", "a.md", "x"], "|a|\n|-|\n|b|\n\nx\n", 5),
        Sample("text ^id\n\nmore\n", ["append", "a.md#^id", "x"], "text ^id\n\nx\n\nmore\n", 3),
        Sample("# A\n\nText.\n", ["prepend", "a.md", "x"], "# A\n\nx\n\nText.\n", 3),
        Sample("---\na: 1\n---\nText.\n", ["prepend", "a.md", "x"], "---\na: 1\n---\nx\n\nText.\n", 4),
        Sample("A\n=\nText.\n", ["prepend", "a.md", "x"], "A\n=\nx\n\nText.\n", 3),
        Sample("# A\n## B\n", ["prepend", "a.md", "x"], "# A\nx\n\n## B\n", 2),
        Sample("# A\n", ["prepend", "a.md#A", "x"], "# A\n\nx\n", 3),
        Sample("## T\n\ntext\n", ["append", "a.md#N", "x", "--create-heading"], "## T\n\ntext\n\n## N\n\nx\n", 5),
        Sample(
            "# T\n\n## A\n\na\n\n## B\n", ["append", "a.md#A#N", "x", "--create-heading"],
            "# T\n\n## A\n\na\n\n### N\n\nx\n\n## B\n", 7),
        Sample("# C# notes\n\nx\n", ["append", "a.md#C# notes", "y"], "# C# notes\n\nx\n\ny\n", 5),
        Sample("## C\n\n## C++\n", ["append", "a.md#c++", "y"], "## C\n\n## C++\n\ny\n", 5),
        Sample("## 📥\n\n## B\n", ["append", "a.md#📥", "y", "--create-heading"], "## 📥\n\ny\n\n## B\n", 3),
        Sample("# A\n\n## B\n\n# C\n\n## B\n", ["append", "a.md#C#B", "y"], "# A\n\n## B\n\n# C\n\n## B\n\ny\n", 9),
        Sample("# What's new?\n", ["append", "a.md#whats-new", "y"], "# What's new?\n\ny\n", 3),
    ]

    private static let lists = [
        Sample("- a\n", ["append", "a.md", "b"], "- a\n- b\n", 2),
        Sample("- a\n", ["append", "a.md", "b", "--raw"], "- a\n\nb\n", 3),
        Sample("- a\n", ["append", "a.md", "* b"], "- a\n* b\n", 2),
        Sample("- a\n", ["append", "a.md", "## B"], "- a\n\n## B\n", 3),
        Sample("- a\n  - deep\n", ["append", "a.md", "b"], "- a\n  - deep\n- b\n", 3),
        Sample("- a\n", ["append", "a.md", "  - b"], "- a\n  - b\n", 2),
        Sample("  * a\n", ["append", "a.md", "b"], "  * a\n  * b\n", 2),
        Sample("-   a\n", ["append", "a.md", "b\nc"], "-   a\n-   b\n    c\n", 2),
        Sample("1. a\n2. b\n", ["append", "a.md", "c"], "1. a\n2. b\n3. c\n", 3),
        Sample("1) a\n1) b\n", ["append", "a.md", "c"], "1) a\n1) b\n1) c\n", 3),
        Sample("9. a\n", ["append", "a.md", "b\nc"], "9. a\n10. b\n    c\n", 2),
        Sample("- [x] a\n", ["append", "a.md", "b"], "- [x] a\n- [ ] b\n", 2),
        Sample("- [x] a\n", ["append", "a.md", "[x] b"], "- [x] a\n- [x] b\n", 2),
        Sample("## L\n- a\n## M\n", ["append", "a.md#L", "b"], "## L\n- a\n- b\n## M\n", 3),
        Sample("# T\n\n- a\n", ["prepend", "a.md", "b"], "# T\n\n- b\n- a\n", 3),
        Sample("3. a\n", ["prepend", "a.md", "b"], "3. b\n3. a\n", 1),
        Sample(
            "- a\n  - b ^x\n    more\n  - c\n", ["append", "a.md#^x", "new"],
            "- a\n  - b ^x\n    more\n  - new\n  - c\n", 4),
        Sample("- a ^x\n  - b\n- c\n", ["prepend", "a.md#^x", "new"], "- new\n- a ^x\n  - b\n- c\n", 1),
        Sample("# T\n\n## Log\n\n- \n\n## B\n", ["append", "a.md#Log", "b"], "# T\n\n## Log\n\n- \n- b\n\n## B\n", 6),
        Sample("1.\n", ["prepend", "a.md", "b"], "1. b\n1.\n", 1),
        Sample("> - a\n", ["append", "a.md", "b"], "> - a\n\nb\n", 3),
    ]

    private static let lines = [
        Sample("one\ntwo\n", ["insert", "a.md:2", "x"], "one\nx\ntwo\n", 2),
        Sample("one\ntwo\n", ["insert", "a.md:3", "x"], "one\ntwo\nx\n", 3),
        Sample("one\ntwo", ["insert", "a.md:3", "x"], "one\ntwo\nx", 3),
        Sample("one\ntwo\n", ["append", "a.md:1", "x"], "one\ntwo\n\nx\n", 4),
        Sample("a\n\nb\n", ["prepend", "a.md:2", "x"], "a\n\nx\n\nb\n", 3),
        Sample("- a\n- b\n", ["append", "a.md:1", "x"], "- a\n- x\n- b\n", 2),
        Sample("```\nc\n```\n", ["prepend", "a.md:2", "x"], "x\n\n```\nc\n```\n", 1),
        Sample("\u{FEFF}# T\n\nx\n", ["insert", "a.md:1", "new"], "\u{FEFF}new\n# T\n\nx\n", 1),
        Sample("\u{FEFF}alpha\n", ["prepend", "a.md", "new"], "\u{FEFF}new\n\nalpha\n", 1),
        Sample("# Alpha\n\nb\n", ["replace", "a.md", "--old", "Alpha", "--new", "Z"], "# Z\n\nb\n", 1),
        Sample("", ["insert", "a.md:1", "x"], "x\n", 1),
        Sample("```\n```\nafter\n", ["insert", "a.md:2", "x"], "```\n```\nx\nafter\n", 3),
        Sample("t\n\n    code\n    more\nend\n", ["insert", "a.md:4", "x"], "t\n\n    code\n    more\nx\nend\n", 5),
        Sample("<div>\na\n</div>\n", ["insert", "a.md:2", "x"], "<div>\na\n</div>\n\nx\n", 5),
        Sample("|a|\n|-|\n|b|\n", ["insert", "a.md:2", "x"], "|a|\n|-|\n|b|\n\nx\n", 5),
        Sample("|a|\n|-|\n|b|\n", ["insert", "a.md:4", "|c|"], "|a|\n|-|\n|b|\n|c|\n", 4),
        Sample("<div>\n</div>\n", ["insert", "a.md:3", "x"], "<div>\n</div>\n\nx\n", 4),
        Sample("<!-- c -->\ny\n", ["insert", "a.md:2", "x"], "<!-- c -->\nx\ny\n", 2),
        Sample("a\r\nb\r\n", ["insert", "a.md:2", "x\ny"], "a\r\nx\r\ny\r\nb\r\n", 2),
        Sample("|a|\n|-|\n", ["insert", "a.md:1", "x\n\n"], "x\n\n|a|\n|-|\n", 1),
        Sample("a\nb\r\nc\r\n", ["replace", "a.md", "--old", "b\r\nc", "--new", "d"], "a\nd\r\n", 2),
        Sample("> - a ^i\n> - b\n", ["append", "a.md#^i", "- x\n\n  y"], "> - a ^i\n> - x\n> \n>   y\n> - b\n", 2),
        Sample("one two\n", ["replace", "a.md", "--old", "two", "--new", "2"], "one 2\n", 1),
        Sample("a\r\nb\r\n", ["replace", "a.md", "--old", "a\nb", "--new", "c\nd\ne"], "c\r\nd\r\ne\r\n", 1),
        Sample("x\nx\n", ["replace", "a.md", "--old", "x", "--new", "", "--line", "2"], "x\n\n", 2),
        Sample("---\nk: x\n---\nx\n", ["replace", "a.md", "--old", "x", "--new", "y"], "---\nk: x\n---\ny\n", 4),
        Sample("## A\nx\n## B\nx\n", ["replace", "a.md#B", "--old", "x", "--new", "y"], "## A\nx\n## B\ny\n", 4),
    ]

    @Test(arguments: blocks + lists + lines)
    func `text is added as Markdown, and its line is printed`(_ sample: Sample) throws {
        let terminal = try Console(["a.md": sample.before])
        let result = terminal.slip(sample.command)
        #expect(try terminal.read("a.md") == sample.after, "\(result.errors)")
        #expect(result.output == "a.md:\(sample.line)\n")
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read("a.md") == sample.before)
    }

    @Test(arguments: [
        ("```\ncode\n", ["append", "a.md", "x"], "become a part of the block"),
        ("<!-- open\n", ["append", "a.md", "x"], "become a part of the block"),
        ("```\ncode\n", ["insert", "a.md:2", "x"], "become a part of the block"),
        ("```\ncode\n\n", ["insert", "a.md:4", "x"], "become a part of the block"),
        ("<!-- open", ["insert", "a.md:2", "x"], "become a part of the block"),
        ("# A\n\n## B\n", ["prepend", "a.md#A", "```"], "would change how other blocks"),
        ("text\n", ["prepend", "a.md", "---\na: b\n---"], "would change how other blocks"),
        ("# Calls\n", ["append", "a.md#Cals", "x"], "'Calls'"),
        ("# Calls\n", ["append", "a.md#^id", "x"], "no block '^id'"),
        ("one\n", ["insert", "a.md:3", "x"], "it has 1 line"),
        ("one\n", ["insert", "a.md:0", "x"], "no line 0"),
        ("---\na: b\n---\n", ["insert", "a.md:2", "x"], "slip set"),
        ("one\n", ["insert", "a.md", "x"], "expected NOTE:LINE"),
        ("one\n", ["append", "a.md#", "x"], "no heading ''"),
        ("###### A\n", ["append", "a.md#A#B", "x", "--create-heading"], "at most 6 levels"),
        ("a ^x\n\n## B\n", ["append", "a.md#^x#B", "x"], "no block"),
        ("> # H\n> text\n", ["prepend", "a.md#H", "x"], "would change how other blocks"),
        ("one\n", ["append", "-"], "cannot both come from standard input"),
        ("one\n", ["new", "N", "--append-if-exists", "--body", "x", "--if", "status=open"], "there is no note"),
        ("one\n", ["append", "a.md", "x", "--if", "words:3"], "(words: 1)"),
        ("one\n", ["append", "a.md", "x", "--if", "words:1", "--no-sync"], "cannot be used together"),
        ("one\n", ["append", "10 days ago", "x"], "there is no note"),
        ("one\n", ["append", "3 days ago", "x"], "there is no note"),
        ("one\n", ["append", "a.md", "-5"], "put -- before it"),
        ("one\n", ["append", "a.md", "x", "--if-hash", "12"], "16 hexadecimal digits"),
        ("one\n", ["replace", "today", "--old", "x", "--new", "y"], "there is no daily note"),
        ("one\n", ["append", "a.md##", "x", "--create-heading"], "no heading '#'"),
        ("one\n", ["append", "a.md#A# #B", "x", "--create-heading"], "no heading"),
        ("one\n", ["insert", "a.md:99999999999999999999", "x"], "no line"),
        ("one\n", ["append", "2024-05-06", "x", "--if", "status=open"], "does not exist"),
        ("one\n", ["append", "a.md", "x", "--if", " "], "'--if' is empty"),
        ("# A\n\nA\n", ["replace", "a.md", "--old", "A", "--new", "y"], "lines 1, 3"),
        ("x x\n", ["replace", "a.md", "--old", "x", "--new", "y"], "2 times"),
        ("x x\n", ["replace", "a.md", "--old", "x", "--new", "y", "--line", "1"], "2 times in line 1"),
        ("x\n", ["replace", "a.md", "--old", "q", "--new", "y"], "is not in this part"),
        ("x\n", ["replace", "a.md", "--old", "", "--new", "y"], "'--old' is empty"),
        ("x\n", ["replace", "a.md", "--new", "y"], "--old"),
        ("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", ["append", "a.md", "x"], "conflict"),
        ("x\n", ["append", "a.md", "{{nothing}}", "--expand"], "{{nothing}}"),
    ])
    func `what cannot be added changes nothing`(_ text: String, _ command: [String], _ error: String) throws {
        let terminal = try Console(["a.md": text])
        let result = terminal.slip(command)
        #expect(result.isError(error), "\(result.errors)")
        #expect(try terminal.read("a.md") == text)
    }

    @Test func `a daily note is created with the text, as one change`() throws {
        let terminal = try Console(["x.md": "x\n", ".slipbox/config.yaml": "daily: {folder: Journal}\n"])
        let result = terminal.slip("append", "today#Log", "call", "Ada", "--create-heading")
        let path = "Journal/2024-03-30.md"
        #expect(try terminal.read(path).hasSuffix("---\n## Log\n\ncall Ada\n"), "\(result.errors)")
        #expect(terminal.slip("append", "2024-03-30#log", "- call Bob").output.hasPrefix(path))
        #expect(terminal.slip("today", "--append", "done").status == 0)
        #expect(terminal.slip("undo", "3").status == 0)
        #expect(!terminal.exists(path))
        // A note of that name is found with its extension or its folder.
        try terminal.write("Sub/today.md", "mine\n")
        #expect(terminal.slip("append", "Sub/today", "x").output == "Sub/today.md:3\n")
        #expect(terminal.slip("daily", "yesterday", "--append", "x").output.hasPrefix("Journal/2024-03-29.md:"))
    }

    @Test func `text comes from standard input, and fields are replaced only on request`() throws {
        let terminal = try Console(["a.md": "one\n"])
        #expect(terminal.slip(["append", "a.md", "-"], input: "two\r\nthree\n\n").status == 0)
        #expect(terminal.slip(["append", "a.md"], input: "{{date}}").status == 0)
        #expect(terminal.slip("append", "a.md", "{{date}} {{name}}", "--expand").status == 0)
        #expect(try terminal.read("a.md") == "one\n\ntwo\nthree\n\n{{date}}\n\n2024-03-30 a\n")
        let empty = terminal.slip(["append", "a.md"], input: "\n")
        #expect(empty.status == 0 && empty.errors.contains("nothing to change") && empty.output.isEmpty)
        #expect(terminal.run(["append", "a.md", "-"], input: [0xFF]).status == 2)
    }

    @Test func `text written in an editor is never lost`() throws {
        let terminal = try Console(["a.md": "one\n"])
        terminal.answer = ""
        terminal.variables["EDITOR"] = "vi"
        terminal.variables["TMPDIR"] = terminal.directory.path
        var files: [String] = []
        terminal.runShell = { _, arguments in
            let file = String(decoding: arguments.first ?? [], as: UTF8.self)
            files.append(file)
            return FileManager.default.createFile(atPath: file, contents: Data("typed\n".utf8)) ? 0 : 1
        }
        #expect(terminal.slip("append", "a.md").output == "a.md:3\n")
        #expect(try terminal.read("a.md") == "one\n\ntyped\n")
        // An error about PLACE comes first.
        #expect(terminal.slip("append", "a.md#Nope").isError("no heading"))
        #expect(files.count == 1)
        let failed = terminal.slip("append", "a.md", "--if", "status=open")
        let last = try #require(files.last)
        #expect(failed.isError("the text is in '\(last)'"), "\(failed.errors)")
        #expect(try String(contentsOfFile: last, encoding: .utf8) == "typed\n")
        #expect(files.count == 2 && !FileManager.default.fileExists(atPath: files[0]))
    }

    @Test func `new adds to an existing note on request`() throws {
        let terminal = try Console(["Shopping.md": "# Shopping\n\n- milk\n"])
        let result = terminal.slip("new", "Shopping", "--append-if-exists", "--body", "eggs")
        #expect(result.output == "Shopping.md\n", "\(result.errors)")
        #expect(terminal.slip("new", "Other", "--append-if-exists", "--body", "eggs").output == "Other.md\n")
        #expect(terminal.slip("new", "Other", "--append-if-exists").isError("--body"))
    }

    @Test func `JSON has the place and the new hash, which is that of other commands`() throws {
        let terminal = try Console(["a.md": "one\n"])
        let result = try terminal.slip("append", "a.md", "two\nthree", "--format", "json").object()
        #expect(result["path"] as? String == "a.md" && result["line"] as? Int == 3 && result["lines"] as? Int == 2)
        let hash = try #require(result["hash"] as? String)
        #expect(try terminal.slip("show", "a.md", "--format", "json").object()["hash"] as? String == hash)
        #expect(terminal.slip("search", "--fields", "hash", "--format", "tsv").lines.last == hash)
        #expect(terminal.slip("append", "a.md", "four", "--if-hash", hash).status == 0)
        let stale = terminal.slip("append", "a.md", "five", "--if-hash", hash, "--format", "json")
        let error = try #require(try stale.errorObject())
        #expect(stale.status == 2 && error["kind"] as? String == "precondition" && error["path"] as? String == "a.md")
    }

    @Test func `a condition that fails for one note stops all`() throws {
        let terminal = try Console([
            "a.md": "---\nstatus: review\npriority: 2\n---\n", "b.md": "---\nstatus: draft\n---\n",
        ])
        let failed = terminal.slip("set", "a.md", "b.md", "x=1", "--if", "status:draft")
        #expect(failed.isError("'a.md' does not match 'status:draft'", "(status: review)"), "\(failed.errors)")
        #expect(terminal.slip("keyword", "add", "b.md", "k", "--if", "priority=1").isError("(no priority)"))
        #expect(terminal.slip("mv", "b.md", "c.md", "--if", "status=review").status == 2)
        #expect(terminal.slip("rm", "a.md", "--force", "--if", "status=draft").status == 2)
        #expect(terminal.slip("set", "a.md", "b.md", "x=1", "--if-hash", "0").isError("one existing note"))
        #expect(terminal.slip("set", "--query", "", "status=draft", "--expect", "2").isError("1 note would change"))
        #expect(terminal.slip("set", "--query", "nothing", "x=1", "--expect", "1").isError("0 notes would change"))
        #expect(terminal.slip("undo", "--list").lines.isEmpty)
        #expect(terminal.slip("set", "--query", "", "status=draft", "--expect", "1").status == 0)
        #expect(terminal.slip("mv", "b.md", "c.md", "--if", "status=draft").status == 0)
        #expect(terminal.slip("check", "--expect", "1").isError("--fix"))
        try terminal.write("t.md", "- [ ] a\n- [ ] b\n")
        #expect(terminal.slip("task", "done", "t.md:1", "t.md:2", "--expect", "1").status == 0)
        #expect(terminal.slip("undo", "--show=-9223372036854775808").status == 2)
    }

    @Test func `the changes of a client can be undone without those of others`() throws {
        let terminal = try Console(["a.md": "one\n", "b.md": "one\n"])
        #expect(terminal.slip("append", "a.md", "two", "--client", "bot").status == 0)
        #expect(terminal.slip("append", "b.md", "two").status == 0)
        terminal.variables["SLIPBOX_CLIENT"] = "agent 7"
        #expect(terminal.slip("append", "b.md", "three").status == 0)
        let list = try terminal.slip("undo", "--list", "--format", "json").objects()
        #expect(list.map { $0["client"] as? String } == ["agent 7", nil, "bot"])
        #expect(terminal.slip("undo", "--list").output.contains("(bot)"))
        #expect(terminal.slip("undo", "--list", "--by", "bot").lines.count == 1)
        #expect(terminal.slip("undo", "--show", "1", "--by", "bot").output.contains("+two"))
        #expect(terminal.slip("undo", "2", "--by", "bot").isError("only 1 change by 'bot'"))
        #expect(terminal.slip("undo", "--by", "bot").status == 0)
        #expect(try terminal.read("a.md") == "one\n")
        #expect(try terminal.read("b.md") == "one\n\ntwo\n\nthree\n")
        // All or nothing: the file has changed since. The hint is about the same client.
        #expect(terminal.slip("append", "b.md", "four", "--client", "bot").status == 0)
        #expect(terminal.slip("undo", "--by", "agent 7").isError("b.md", "--by 'agent 7' --skip-changed"))
        #expect(terminal.slip("undo", "--by", "agent 7", "--forget").status == 0)
        #expect(terminal.slip("undo", "--list", "--by", "agent 7").lines.isEmpty)
    }

    @Test func `edit opens a note at a position`() throws {
        let terminal = try Console(["a.md": "# A\n\n## B\n\ntext ^x\n"])
        terminal.variables["EDITOR"] = "vi"
        var lines: [String] = []
        terminal.runShell = { _, arguments in
            lines.append(arguments.map { String(decoding: $0, as: UTF8.self) }.first ?? "")
            return 0
        }
        for place in ["a.md:2", "a.md#B", "a.md#A#B", "a#^x", "a.md"] { _ = terminal.slip("edit", place) }
        #expect(lines.prefix(4) == ["+2", "+3", "+3", "+5"])
    }
}
