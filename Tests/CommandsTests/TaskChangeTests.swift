import Foundation
import TestSupport
import Testing

@Suite struct TaskChangeTests {
    private static func console(_ note: String, config: String = "") throws -> Console {
        let terminal = try Console(["a.md": note, ".slipbox/config.yaml": config])
        terminal.now = "2026-03-03T12:00:00Z"
        return terminal
    }

    /// Each row: the note before, the command, and the note afterwards.
    @Test(arguments: [
        ("- [ ] a\n", "done a.md:1", "- [x] a\n"), ("- [X] a\n", "done a.md:1", "- [X] a\n"),
        ("- [/] a\n", "open a.md:1", "- [/] a\n"),
        ("- [ ] a 📅 2026-03-05\n", "done a.md:1", "- [x] a 📅 2026-03-05 ✅ 2026-03-03\n"),
        ("- [ ] a 📅 2026-03-05 #x ^id\r\n", "done a.md:1", "- [x] a 📅 2026-03-05 ✅ 2026-03-03 #x ^id\r\n"),
        (
            "- [ ] a [due:: 2026-03-05] ^id\n", "done a.md:1",
            "- [x] a [due:: 2026-03-05] [completion:: 2026-03-03] ^id\n"
        ),
        ("- [ ] a (due:: 2026-03-05)\n", "cancel a.md:1", "- [-] a (due:: 2026-03-05) (cancelled:: 2026-03-03)\n"),
        ("- [x] a ✅ 2026-03-01 ⏫\n", "open a.md:1", "- [ ] a ⏫\n"),
        ("- [x] a 📅 2026-03-01 ✅ 2026-03-01\n", "cancel a.md:1", "- [-] a 📅 2026-03-01 ❌ 2026-03-03\n"),
        ("- [ ] a\n- [ ] b ⏳ 2026-03-01\n", "done a.md:1", "- [x] a ✅ 2026-03-03\n- [ ] b ⏳ 2026-03-01\n"),
        ("- [ ]\n- [ ] b ⏳ 2026-03-01\n", "done a.md:1", "- [x] ✅ 2026-03-03\n- [ ] b ⏳ 2026-03-01\n"),
        // Properties.
        ("- [ ] a\n", "set a.md:1 due=tomorrow", "- [ ] a 📅 2026-03-04\n"),
        ("- [ ] a 📅 2026-03-31\n", "set a.md:1 due=+1mo", "- [ ] a 📅 2026-04-30\n"),
        ("- [ ] a 📅 2026-03-05\n", "set a.md:1 due=friday", "- [ ] a 📅 2026-03-06\n"),
        ("- [ ] a 📅 2026-03-05 ⏫\n", "set a.md:1 due=-1w", "- [ ] a 📅 2026-02-26 ⏫\n"),
        ("- [ ] a ⏳ 2026-03-05\n", "set a.md:1 due=+1d", "- [ ] a ⏳ 2026-03-05 📅 2026-03-04\n"),
        ("- [ ] a ⏫ 📅 2026-03-05\n", "set a.md:1 priority=low", "- [ ] a 🔽 📅 2026-03-05\n"),
        ("- [ ] a ⏫ 📅 2026-03-05\n", "set a.md:1 priority=", "- [ ] a 📅 2026-03-05\n"),
        ("- [ ] a [priority:: high] b\n", "set a.md:1 priority=none", "- [ ] a b\n"),
        (
            "- [ ] a [due:: 2026-03-01] b\n", "set a.md:1 due=+1d priority=high",
            "- [ ] a [due:: 2026-03-02] b [priority:: high]\n"
        ),
        // What is no value of the property is text.
        ("- [ ] a 📅 soon\n", "set a.md:1 due=today", "- [ ] a 📅 soon 📅 2026-03-03\n"),
        ("- [ ] a 📅\n", "set a.md:1 due=today", "- [ ] a 📅 2026-03-03\n"),
        ("- [ ] a 📅 #work\n", "set a.md:1 due=today", "- [ ] a 📅 2026-03-03 #work\n"),
        ("- [ ] a 📅 ^blk\n", "set a.md:1 due=today", "- [ ] a 📅 2026-03-03 ^blk\n"),
        ("- [ ] a 🆔 #work\n", "set a.md:1 id=z", "- [ ] a 🆔 z #work\n"),
        ("- [ ] a ⛔ x, #work\n", "set a.md:1 after=y", "- [ ] a ⛔ y #work\n"),
        ("- [ ] keep ❌ cross\n", "done a.md:1", "- [x] keep ❌ cross\n"),
        (
            "- [ ] Pros ✅ cons ❌\n- [ ] b ⏳ 2026-03-01\n", "done a.md:1",
            "- [x] Pros ✅ cons ❌ ✅ 2026-03-03\n- [ ] b ⏳ 2026-03-01\n"
        ),
        ("- [x] a ✅ #home\n", "open a.md:1", "- [ ] a ✅ #home\n"),
        ("- [x] a [completion:: yes]\n", "open a.md:1", "- [ ] a [completion:: yes]\n"),
        ("- [ ] a ❌ ^blk\n", "done a.md:1", "- [x] a ❌ ^blk\n"),
        ("- [ ] a 📅2026-03-05 ^b\n", "set a.md:1 after=x,y id=z", "- [ ] a 📅2026-03-05 ⛔ x,y 🆔 z ^b\n"),
        ("- [ ] a 🔁 every day 📅 2026-03-05\n", "set a.md:1 repeat=every_week", "- [ ] a 🔁 every week 📅 2026-03-05\n"),
        ("- [ ] a 🗓️ 2026-03-05\n", "set a.md:1 due=2026-04-01", "- [ ] a 🗓️ 2026-04-01\n"),
        // A backslash that breaks the line stays at its end.
        ("- [ ] a\\\n  b\n", "set a.md:1 due=today", "- [ ] a 📅 2026-03-03 \\\n  b\n"),
        ("- [ ] a \\\n  b\n", "set a.md:1 due=today", "- [ ] a 📅 2026-03-03 \\\n  b\n"),
        ("- [ ] a 📅 2026-03-05\\\n  b\n", "done a.md:1", "- [x] a 📅 2026-03-05 ✅ 2026-03-03 \\\n  b\n"),
        ("- [ ] a\\\\\n  b\n", "set a.md:1 due=today", "- [ ] a\\\\ 📅 2026-03-03\n  b\n"),
        // A lone backtick is text.
        ("- [ ] a ` b\n- c ` d\n", "set a.md:1 due=today", "- [ ] a ` b 📅 2026-03-03\n- c ` d\n"),
        ("- [ ] a ` b\n\n  c ` d\n", "set a.md:1 due=today", "- [ ] a ` b 📅 2026-03-03\n\n  c ` d\n"),
        ("- [ ] a ` b\n  c ` d\n", "done a.md:1", "- [x] a ` b\n  c ` d\n"),
        // The time of a planned date and the brackets of a link remain, but not the time of another day.
        ("- [ ] a 📅 2026-03-02 ✅ 2026-03-01T09:00\n", "done a.md:1", "- [x] a 📅 2026-03-02 ✅ 2026-03-03\n"),
        ("- [ ] a 📅 2026-03-02T09:00\n", "set a.md:1 due=+1w", "- [ ] a 📅 2026-03-09T09:00\n"),
        ("- [ ] a [due:: [[2026-03-02]]]\n", "set a.md:1 due=today", "- [ ] a [due:: [[2026-03-03]]]\n"),
        ("- [ ] a [due:: 2026-03-02 09:00] b\n", "set a.md:1 due=+1d", "- [ ] a [due:: 2026-03-03 09:00] b\n"),
        (
            "- [ ] a 🔁 every week 📅 2026-03-02T09:00\n", "done a.md:1",
            "- [ ] a 🔁 every week 📅 2026-03-09T09:00\n- [x] a 🔁 every week 📅 2026-03-02T09:00 ✅ 2026-03-03\n"
        ),
        // Recurrence.
        (
            "- [ ] a 🔁 every week 📅 2026-03-02\n", "done a.md:1",
            "- [ ] a 🔁 every week 📅 2026-03-09\n- [x] a 🔁 every week 📅 2026-03-02 ✅ 2026-03-03\n"
        ),
        (
            "> 1. [ ] a [repeat:: every month] [start:: 2026-01-31] ^b\n", "done a.md:1",
            "> 1. [ ] a [repeat:: every month] [start:: 2026-02-28]\n> 1. [x] a [repeat:: every month] [start:: 2026-01-31] [completion:: 2026-03-03] ^b\n"
        ),
        (
            "- [ ] a 🔁 every week 📅 2026-03-02 ⏳ 2026-02-28 🛫 2026-02-27 🆔 x", "done a.md:1",
            "- [ ] a 🔁 every week 📅 2026-03-09 ⏳ 2026-03-07 🛫 2026-03-06\n- [x] a 🔁 every week 📅 2026-03-02 ⏳ 2026-02-28 🛫 2026-02-27 🆔 x ✅ 2026-03-03"
        ),
        (
            "* [ ] a 🔁 every 10 days when done 📅 2026-02-20\r\n  * [ ] b\r\n", "done a.md:1",
            "* [ ] a 🔁 every 10 days when done 📅 2026-03-13\r\n* [x] a 🔁 every 10 days when done 📅 2026-02-20 ✅ 2026-03-03\r\n  * [ ] b\r\n"
        ),
        (
            "- [ ] a 🔁 every week ➕ 2026-02-01 📅 2026-03-30\n", "done a.md:1",
            "- [ ] a 🔁 every week ➕ 2026-03-03 📅 2026-04-06\n- [x] a 🔁 every week ➕ 2026-02-01 📅 2026-03-30 ✅ 2026-03-03\n"
        ),
        ("- [ ] a 🔁 every day\n", "done a.md:1", "- [x] a 🔁 every day\n"),
        (
            "x[^1]\n\n> [^1]: - [ ] a 🔁 every day 📅 2026-03-05\n", "done a.md:3",
            "x[^1]\n\n> [^1]: - [ ] a 🔁 every day 📅 2026-03-06\n"
                + ">     - [x] a 🔁 every day 📅 2026-03-05 ✅ 2026-03-03\n"
        ),
        ("- [ ] a 🔁 every day 📅 2026-03-05\n", "cancel a.md:1", "- [-] a 🔁 every day 📅 2026-03-05 ❌ 2026-03-03\n"),
        // Names of tasks, and queries.
        ("- [ ] a ^x\n- [ ] b ^y\n", "done ^y", "- [ ] a ^x\n- [x] b ^y\n"),
        ("- [ ] a ^x\n- [ ] b\n", "done a.md#^x", "- [x] a ^x\n- [ ] b\n"),
        ("- [ ] a\n- [ ] b ⏫\n- [x] c ⏫\n", "done --query priority:high", "- [ ] a\n- [x] b ⏫\n- [x] c ⏫\n"),
        ("- [ ] a\n- [x] b\n", "open --query is:all", "- [ ] a\n- [ ] b\n"),
        // Moving.
        (
            "# T\n\n- [ ] a\n  - [ ] b\n    text\n- [ ] c\n\n## S\n\n- d\n", "move a.md:3 a.md#S",
            "# T\n\n- [ ] c\n\n## S\n\n- d\n- [ ] a\n  - [ ] b\n    text\n"
        ),
        ("- x\n  - [ ] a\n\n    text\n- y\n\n# S\n", "move a.md:2 a.md#S", "- x\n- y\n\n# S\n\n- [ ] a\n\n  text\n"),
        (
            "> - [ ] a\n>   - [ ] b\n> - c\n\n# S\n\n- d\n", "move a.md:1 a.md:2 a.md#S",
            "> - c\n\n# S\n\n- d\n- [ ] a\n  - [ ] b\n"
        ),
    ])
    func `a change touches only the bytes of the task`(_ before: String, _ command: String, _ after: String) throws {
        let terminal = try Self.console(before)
        let words = command.split(separator: " ").map { word -> String in
            word.hasPrefix("repeat") ? String(word).replacing("_", with: " ") : String(word)
        }
        #expect(terminal.slip(["task"] + words + ["--dry-run"]).status == 0)
        #expect(try terminal.read("a.md") == before)
        let result = terminal.slip(["task"] + words)
        #expect(try terminal.read("a.md") == after, "\(result.errors)")
        if before != after {
            #expect(terminal.slip("undo").status == 0)
            #expect(try terminal.read("a.md") == before)
        }
    }

    @Test(arguments: [
        ("set a.md:1 due=foo", "is not a date"), ("set a.md:1 dew=today", "no property 'dew'"),
        ("set a.md:1 priority=hi", "not a priority"),
        ("set a.md:1 id=a[b", "not an id"), ("set a.md:1", "KEY=VALUE"), ("done", "TASK"), ("done a.md", "NOTE:LINE"),
        ("done a.md:2", "no task in line 2"),
        ("done ^nosuch", "no task has the block id"), ("done ^two", "several tasks"),
        ("done --query foo:x", "no field"), ("done a.md:1 --query a", "cannot be used together"),
        ("move a.md:1", "PLACE"), ("move a.md:1 a.md:1", "in one of the tasks to move"), ("add", "TEXT"),
        ("set a.md:1 repeat=⏫x", "cannot be the value"),
        ("done a.md:1 --if status:review", "does not match"), ("done a.md:1 --expect 2", "instead of 2"),
    ])
    func `a change that is not valid is refused, and nothing is changed`(_ command: String, _ message: String) throws {
        let terminal = try Self.console("- [ ] a\n\n- [ ] b ^two\n- [ ] c ^two\n")
        let before = try terminal.read("a.md")
        let result = terminal.slip(["task"] + command.split(separator: " ").map(String.init))
        #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
        #expect(try terminal.read("a.md") == before)
    }

    @Test(arguments: [
        "- [ ] a ` b\n  c ` d\n", "> - [ ] a `` b\n>   c ``\n", "- [ ] a <!-- b\n  c -->\n", "- [ ] a %% b\n  c %%\n",
    ])
    func `a property is not added to code or a comment`(_ note: String) throws {
        let terminal = try Self.console(note)
        let result = terminal.slip("task", "set", "a.md:1", "due=today")
        #expect(result.status == 2 && result.errors.contains("is not closed in the line"), "\(result.errors)")
        #expect(try terminal.read("a.md") == note)
    }

    @Test(arguments: [
        ("- [ ] a\r- [ ] b\r", "done a.md:1"), ("- [ ] a\r- [ ] b\r", "set a.md:1 due=today"),
        ("- [ ] a\r- [ ] b\r", "move a.md:1 b.md"), ("# T\r- [ ] a\r", "move a.md:1 b.md"),
        ("# T\r- [ ] a 🔁 every day 📅 2026-03-02\r", "done a.md:1"),
        ("- [ ] a 🔁 every day 📅 2026-03-02\r  b\r", "done a.md:1"),
    ])
    func `a line that contains others is refused`(_ note: String, _ command: String) throws {
        let terminal = try Self.console(note)
        try terminal.write("b.md", "b\n")
        let result = terminal.slip(["task"] + command.split(separator: " ").map(String.init))
        #expect(result.status == 2 && result.errors.contains("CR without LF"), "\(result.errors)")
        #expect(try terminal.read("a.md") == note && terminal.read("b.md") == "b\n")
    }

    @Test func `a task of a note with CR is changed if its line is known`() throws {
        let terminal = try Self.console("# T\r- [ ] a\r")
        #expect(terminal.slip("task", "done", "a.md:1").status == 0)
        #expect(try terminal.read("a.md") == "# T\r- [x] a\r")
    }

    @Test func `an unknown rule, and a task without a date, are reported`() throws {
        let terminal = try Self.console("- [ ] a 🔁 every blue moon 📅 2026-03-01\n- [ ] b 🔁 every day\n")
        let result = terminal.slip("task", "done", "a.md:1", "a.md:2")
        #expect(
            result.status == 0 && result.errors.contains("every blue moon") && result.errors.contains("has no date"))
        #expect(
            try terminal.read("a.md")
                == "- [x] a 🔁 every blue moon 📅 2026-03-01 ✅ 2026-03-03\n- [x] b 🔁 every day ✅ 2026-03-03\n")
    }

    @Test func `task add appends to a place, to the inbox of the configuration or to today`() throws {
        let terminal = try Self.console("# A\n\n* [ ] x\n\n## S\n\ntext\n")
        #expect(terminal.slip("task", "add", "a.md", "call", "Ada", "--due", "friday").output == "a.md:9\n")
        #expect(try terminal.read("a.md") == "# A\n\n* [ ] x\n\n## S\n\ntext\n\n- [ ] call Ada 📅 2026-03-06\n")
        #expect(terminal.slip("task", "add", "call", "Bob", "--priority", "high").output.hasPrefix("2026-03-03.md:"))
        #expect(try terminal.read("2026-03-03.md").hasSuffix("- [ ] call Bob ⏫\n"))
        try terminal.write(".slipbox/config.yaml", "task-inbox: a.md#A\ntask-format: brackets\n")
        try terminal.write("a.md", "# A\n\n* [ ] x\n")
        #expect(
            terminal.slip("task", "add", "buy milk", "--scheduled", "+3d", "--repeat", "every week").output
                == "a.md:4\n")
        #expect(
            try terminal.read("a.md")
                == "# A\n\n* [ ] x\n* [ ] buy milk [repeat:: every week] [scheduled:: 2026-03-06]\n")
        #expect(terminal.slip("task", "add", "two\nlines").status == 2)
    }

    @Test func `task add checks values as task set does`() throws {
        let terminal = try Self.console("- [ ] a\n", config: "task-format: brackets\n")
        for value in ["every week]", "[every week"] {
            let result = terminal.slip("task", "add", "a.md", "b", "--repeat", value)
            #expect(result.status == 2 && result.errors.contains("cannot be the value"), "\(result.errors)")
        }
        try terminal.write(".slipbox/config.yaml", "")
        let tag = terminal.slip("task", "add", "a.md", "b", "--repeat", "every #tag week")
        #expect(tag.status == 2 && tag.errors.contains("cannot be the value"), "\(tag.errors)")
        #expect(try terminal.read("a.md") == "- [ ] a\n")
        let unknown = terminal.slip("task", "add", "a.md", "b", "--repeat", "bogus rule")
        #expect(unknown.status == 0 && unknown.errors.contains("no rule that slip knows"), "\(unknown.errors)")
        #expect(try terminal.read("a.md") == "- [ ] a\n- [ ] b 🔁 bogus rule\n")
    }

    @Test func `the next task below another keeps the blanks at the end of its lines`() throws {
        let terminal = try Self.console(
            "- [ ] a 🔁 every day 📅 2026-03-02\n  - b  \r\n- c\n", config: "task-next: below\n")
        #expect(terminal.slip("task", "done", "a.md:1").status == 0)
        let text = try terminal.read("a.md")
        #expect(text.contains("  - b  \r\n") || text.contains("  - b  \n"), "\(text)")
        #expect(text.hasSuffix("2026-03-03\r\n- c\n") || text.hasSuffix("2026-03-03\n- c\n"), "\(text)")
    }

    @Test func `the next task of a recurring one can be written below it`() throws {
        let terminal = try Self.console("- [ ] a 🔁 every day 📅 2026-03-02\n  - b\n- c\n", config: "task-next: below\n")
        #expect(terminal.slip("task", "done", "a.md:1").status == 0)
        #expect(
            try terminal.read("a.md")
                == "- [x] a 🔁 every day 📅 2026-03-02 ✅ 2026-03-03\n  - b\n- [ ] a 🔁 every day 📅 2026-03-03\n- c\n")
    }

    /// The edits of the subtask are at the offset at which the next task is written.
    @Test(arguments: [
        (
            "- [ ] a [repeat:: every day] [due:: 2026-03-01]\n  - [ ] b 📅 2026-03-01\n",
            """
            - [x] a [repeat:: every day] [due:: 2026-03-01] [completion:: 2026-03-03]
              - [x] b 📅 2026-03-01 ✅ 2026-03-03
            - [ ] a [repeat:: every day] [due:: 2026-03-02]

            """
        ),
        (
            "- [ ] a 🔁 every day 📅 2026-03-01\n  - [ ] b 🔁 every day 📅 2026-03-01",
            """
            - [x] a 🔁 every day 📅 2026-03-01 ✅ 2026-03-03
              - [x] b 🔁 every day 📅 2026-03-01 ✅ 2026-03-03
              - [ ] b 🔁 every day 📅 2026-03-02
            - [ ] a 🔁 every day 📅 2026-03-02
            """
        ),
    ])
    func `a task and its last subtask are completed together, with the next ones below`(
        _ before: String, _ after: String
    ) throws {
        let terminal = try Self.console(before, config: "task-next: below\n")
        #expect(terminal.slip("task", "done", "a.md:1", "a.md:2").status == 0)
        #expect(try terminal.read("a.md") == after)
    }

    @Test func `a status is written with a character that has this meaning in the configuration`() throws {
        let terminal = try Self.console("- [ ] a\n", config: "task-statuses: {\"-\": open}\n")
        let result = terminal.slip("task", "cancel", "a.md:1")
        #expect(result.status == 2 && result.errors.contains("task-statuses"), "\(result.errors)")
        #expect(try terminal.read("a.md") == "- [ ] a\n")
        try terminal.write(".slipbox/config.yaml", "task-statuses: {\"-\": open, \"?\": cancelled, \"~\": cancelled}\n")
        #expect(terminal.slip("task", "cancel", "a.md:1").status == 0)
        #expect(try terminal.read("a.md") == "- [?] a\n")
    }

    @Test func `tasks move to a daily note that is created`() throws {
        let terminal = try Self.console("- [ ] a\n  - [ ] b\n- [ ] c\n")
        #expect(terminal.slip("task", "move", "a.md:1", "a.md:3", "tomorrow").status == 0)
        #expect(try terminal.read("a.md").isEmpty)
        #expect(try terminal.read("2026-03-04.md").hasSuffix("- [ ] a\n  - [ ] b\n- [ ] c\n"))
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read("a.md") == "- [ ] a\n  - [ ] b\n- [ ] c\n")
    }

    @Test func `random changes keep every byte outside of the task, and undo restores the note`() throws {
        var random = FixedGenerator(60)
        let parts = [
            "📅 2026-03-05", "⏫", "#tag", "[due:: 2026-03-01]", "(priority:: low)", "🔁 every week", "text",
            "`📅 2026-03-05`", "⏳2026-03-04", "[x](y)",
        ]
        let commands = [
            "done", "cancel", "open", "set due=+1d", "set due=", "set priority=high", "set scheduled=today",
            "set repeat=",
        ]
        for _ in 0..<150 {
            let text = (0..<Int.random(in: 0..<5, using: &random)).compactMap { _ in parts.randomElement(using: &random)
            }
            let mark = [" ", "x", "-", "/"].randomElement(using: &random) ?? " "
            let before =
                "é\n\n* [\(mark)] \(text.joined(separator: " "))\n  more 📅 2026-03-05\n* [ ] other ✅ 2026-01-01\n"
            let terminal = try Self.console(before)
            let words = (commands.randomElement(using: &random) ?? "done").split(separator: " ").map(String.init)
            let result = terminal.slip(["task", words[0], "a.md:3"] + words.dropFirst())
            let after = try terminal.read("a.md")
            #expect(result.status == 0, "\(before) \(words) \(result.errors)")
            #expect(after.hasPrefix("é\n\n* [") && after.hasSuffix("\n  more 📅 2026-03-05\n* [ ] other ✅ 2026-01-01\n"))
            #expect(after.contains("#tag") == before.contains("#tag"), "\(before) \(words)")
        }
    }

    @Test func `a text with a box keeps it, and a note alone is no text`() throws {
        let console = try Self.console("x\n")
        #expect(console.slip("task", "add", "a.md", "[x] call").status == 0)
        #expect(console.slip("task", "add", "a.md", "[ ] walk").status == 0)
        #expect(try console.read("a.md").hasSuffix("- [x] call\n- [ ] walk\n"))
        #expect(console.slip("task", "add", "a.md").isError("the task has no text"))
        #expect(console.slip("task", "set", "a.md:4", "due=2026-12-01T10:00").isError("has a time"))
    }
}
