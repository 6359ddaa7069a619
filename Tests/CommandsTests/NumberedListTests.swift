import System
import TestSupport
import Testing

/// The numbers that lists on a terminal give to their entries: `%1`.
@Suite struct NumberedListTests {
    private static func console() throws -> Console {
        let console = try Console([
            "Box.md": "# Box\n\nSee [[Tree]] and [[gone]].\n\n- [ ] buy wood\n- [x] saw\n- [ ] paint\n",
            "Tree.md": "# Tree\n\nA tree of wood, not a box of paint.\n", "Old.md": "# Old\n\nBack to [[Box]].\n",
        ])
        console.isTerminal = true
        console.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        console.variables["SLIPBOX_PAGER"] = ""
        return console
    }

    @Test func `task done accepts the number of a task in the list`() throws {
        let console = try Self.console()
        #expect(console.slip("task").output.contains("2  [ ] paint     Box.md:7"))
        #expect(console.slip("task", "done", "%2").status == 0)
        #expect(try console.read("Box.md").contains("- [x] paint"))
        #expect(try console.read("Box.md").contains("- [ ] buy wood"))
    }

    /// Changes between the list and the next command: of the command itself, and of another program.
    @Test(arguments: [
        ("task done %1", "- [ ] b ⏳ 2026-03-02\n- [x] a 🔁 every day ⏳ 2026-03-01 ✅"), ("prepend t.md hello", "hello\n"),
        ("task move %1 o.md", "- [ ] b"), ("task set %3 priority=high", "- [ ] a"),
    ])
    func `a number names the task that was listed, wherever it is now`(_ between: String, _: String) throws {
        let console = try Self.console()
        console.now = "2026-03-03T12:00:00Z"
        try console.write(
            "t.md", "# T\n\n- [ ] a 🔁 every day ⏳ 2026-03-01\n- [ ] b ⏳ 2026-03-02\n- [ ] c ⏳ 2026-03-03\n")
        try console.write("o.md", "# O\n")
        #expect(console.slip("task", "list", "--in", ".", "has:scheduled").output.contains("2  [ ] b"))
        #expect(console.slip(between.split(separator: " ").map(String.init)).status == 0)
        #expect(console.slip("task", "done", "%2").status == 0)
        let text = try console.read("t.md")
        #expect(text.contains("- [x] b ⏳ 2026-03-02 ✅ 2026-03-03\n") && text.contains("- [ ] c"), "\(text)")
        #expect(text.ranges(of: "[x] b").count == 1, "\(text)")
    }

    @Test func `a number is refused if its task is gone, or is one of several`() throws {
        let console = try Self.console()
        try console.write("t.md", "# T\n\n- [ ] same\n- [ ] same\n- [ ] other\n")
        #expect(console.slip("task", "list", "path:t.md").output.contains("2  [ ] same"))
        try console.write("t.md", "# T\n\nnew\n\n- [ ] same\n- [ ] same\n- [ ] changed\n")
        let several = console.slip("task", "done", "%2")
        #expect(several.status == 2 && several.errors.contains("t.md:5, t.md:6"), "\(several.errors)")
        #expect(console.slip("task", "done", "%3").errors.contains("no longer has the task 'other'"))
        #expect(try !console.read("t.md").contains("[x]"))
    }

    @Test func `a line of a search names its task only while the note is the same`() throws {
        let console = try Self.console()
        try console.write("t.md", "# T\n\n- [ ] bread\n- [ ] milk\n")
        #expect(console.slip("search", "milk", "path:t.md").status == 0)
        try console.write("t.md", "# T\n\n- [ ] new\n- [ ] bread\n- [ ] milk\n")
        #expect(console.slip("task", "done", "%1").isError("may have changed"))
        #expect(try !console.read("t.md").contains("[x]"))
        #expect(console.slip("search", "milk", "path:t.md").status == 0)
        #expect(console.slip("task", "done", "%1").status == 0)
        #expect(try console.read("t.md").contains("- [x] milk"))
    }

    /// Each row: the tasks of a list, the note at the next command, the number, and the line that it names, or nil if that
    /// is not clear.
    @Test(arguments: [
        // Equal tasks of an unchanged note, and of one that moved by a line.
        ("- [ ] same\n- [ ] same\n", "- [ ] same\n- [ ] same\n", 2, 2),
        ("- [ ] same\n- [ ] same\n", "x\n\n- [ ] same\n- [ ] same\n", 2, nil),
        ("#\n\n- [ ] same\n- [ ] same\n", "#\n\n- [ ] same\n- [ ] same\n", 2, 4),
        (
            "- [ ] A\n  - [ ] x\n- [ ] B\n  - [ ] x\n", "- [ ] N\n- [ ] N\n- [ ] A\n  - [ ] x\n- [ ] B\n  - [ ] x\n", 4,
            nil
        ),
        // A task of another section, and one with another date.
        ("# M\n\n- [ ] w\n\n# T\n\n- [ ] w\n", "# M\n\n# T\n\n- [ ] w\n", 1, nil),
        ("# M\n\n- [ ] w\n\n# T\n\n- [ ] w\n", "new\n\n# M\n\n- [ ] w\n\n# T\n\n- [ ] w\n", 2, 9),
        // One of several with its text that is gone, and one between which and another a heading was inserted.
        ("- [ ] same\n- [ ] b\n- [ ] same\n", "- [ ] b\n- [ ] same\n", 1, nil),
        ("- [ ] w ⏳ 2026-03-01\n- [ ] w ⏳ 2026-03-08\n", "- [ ] w ⏳ 2026-03-08\n", 1, nil),
        ("- [ ] w ⏳ 2026-03-01\n- [ ] w ⏳ 2026-03-08\n", "- [ ] w ⏳ 2026-03-01\n## B\n- [ ] w ⏳ 2026-03-08\n", 2, 3),
        ("- [ ] A\n  - [ ] x\n- [ ] B\n  - [ ] x\n", "- [ ] B\n  - [ ] x\n", 2, nil),
        // A task whose heading was renamed.
        ("# A\n\n- [ ] w\n", "# B\n\n- [ ] w\n", 1, 3),
        // The open one of recurring tasks, and one whose date has changed.
        (
            "- [ ] x\n- [ ] a ⏳ 2026-03-02\n- [x] a ⏳ 2026-03-01\n",
            "\n- [ ] x\n- [ ] a ⏳ 2026-03-02\n- [x] a ⏳ 2026-03-01\n", 2, 3
        ),
        ("- [ ] x\n- [ ] a ⏳ 2026-03-02\n", "- [ ] x\n- [ ] y\n- [ ] a ⏳ 2026-04-02\n", 2, 3),
        // The list does not show tasks that are done. One has the same text: the listed one is still there, or is gone.
        ("- [ ] x\n- [x] milk\n- [ ] milk\n", "new\n\n- [ ] x\n- [x] milk\n- [ ] milk\n", 2, 5),
        ("- [ ] x\n- [x] milk\n- [ ] milk\n", "- [ ] x\n- [x] milk\n", 2, nil),
        ("- [ ] x\n- [ ] milk ⏳ 2026-03-02\n- [x] milk\n", "- [ ] x\n- [x] milk\n", 2, nil),
    ])
    func `a number names one task or none`(_ listed: String, _ now: String, _ number: Int, _ line: Int?) throws {
        let console = try Self.console()
        try console.write("t.md", listed)
        #expect(console.slip("task", "list", "path:t.md", "--sort", "path").status == 0)
        try console.write("t.md", now)
        #expect(console.slip("task", "done", "%\(number)").status == (line == nil ? 2 : 0))
        let done = zip(
            1...,
            zip(
                now.split(separator: "\n", omittingEmptySubsequences: false),
                try console.read("t.md").split(separator: "\n", omittingEmptySubsequences: false))
        ).filter { $1.0 != $1.1 }
        #expect(done.map(\.0) == [line].compactMap { $0 })
    }

    @Test func `links numbers the targets of links, and the notes that link here`() throws {
        let console = try Self.console()
        let output = console.slip("links", "Box").output
        #expect(output.contains("  1 Box.md:3") && output.contains("  3 Old.md:3"), "\(output)")
        #expect(console.slip("show", "%1", "--raw").output.hasPrefix("# Tree"))
        #expect(console.slip("show", "%2", "--raw").output.hasPrefix("# Box"))
        #expect(console.slip("show", "%3", "--raw").output.hasPrefix("# Old"))
    }

    @Test func `check numbers its problems`() throws {
        let console = try Self.console()
        console.variables["EDITOR"] = "vi"
        var opened: [String] = []
        console.runShell = { _, words in
            opened = words.map { String(decoding: $0, as: UTF8.self) }
            return 0
        }
        #expect(console.slip("check").output.contains("  1 3:"))
        console.slip("edit", "%1")
        #expect(opened.contains("+3") && opened.last?.hasSuffix("/Box.md") == true, "\(opened)")
    }

    @Test func `related numbers its notes`() throws {
        let console = try Self.console()
        #expect(console.slip("related", "Tree", "--linked").output.hasPrefix("1 "))
        #expect(console.slip("show", "%1", "--raw").status == 0)
    }

    @Test func `trash restore accepts the number of a file in the list`() throws {
        let console = try Self.console()
        console.slip("rm", "Tree", "--force")
        console.slip("rm", "Old", "--force")
        #expect(console.slip("trash").output.contains("2 "))
        let listed = console.slip("trash", "list").output.split(separator: "\n")
        let second = listed[1].contains("Tree.md") ? "Tree.md" : "Old.md"
        #expect(console.slip("trash", "restore", "%2").status == 0)
        #expect(console.exists(second))
    }

    @Test func `output for programs has no numbers, and keeps those of the last list`() throws {
        let console = try Self.console()
        console.slip("search", "tree")
        console.isTerminal = false
        #expect(console.slip("task", "list").output.hasPrefix("Box.md:5: [ ] buy wood\n"))
        #expect(console.slip("links", "Box").output.contains("  Box.md:3"))
        #expect(console.slip("show", "%1", "--raw").output.hasPrefix("# "))
        #expect(console.slip("task", "done", "%1").isError("NOTE:LINE") || console.slip("show", "%1").status == 0)
    }

    @Test(arguments: ["task", "keyword", "folder", "property", "trash", "vaults", "searches", "rescued", "review"])
    func `a group of commands lists if no subcommand is given`(name: String) throws {
        let console = try Self.console()
        console.isTerminal = false
        #expect(console.slip(name) == console.slip(name, "list"))
        #expect(console.slip("help", name).output.contains("\nCommands:\n"), "\(name)")
    }

    @Test func `several words name one note without quotes`() throws {
        let console = try Console(["Slip box.md": "# Slip box\n\none\n", "Tree.md": "two\n", "box.md": "three\n"])
        #expect(console.slip("show", "Slip", "box", "--raw").output == "# Slip box\n\none\n")
        // Operands that are notes themselves take precedence.
        #expect(console.slip("show", "Tree", "box", "--raw").output == "two\nthree\n")
        #expect(console.slip("show", "Slip", "bxo").errors.contains("there is no note 'Slip bxo'"))
        #expect(console.slip("show", "Tree", "Nothing").errors.contains("there is no note 'Nothing'"))
        #expect(console.slip("new", "A", "good", "thought").output == "A good thought.md\n")
        #expect(console.slip("today", "--append", "call", "Ada").status == 0)
        #expect(try console.read("2024-03-30.md").hasSuffix("call Ada\n"))
        #expect(console.slip("today", "call").isError("slip today --append TEXT"))
    }
}
