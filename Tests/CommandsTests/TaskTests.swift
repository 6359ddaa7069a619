import Foundation
import System
import TestSupport
import Testing

@Suite struct TaskTests {
    private static func vault() throws -> Console {
        try Console([
            "a.md": "# T\r\n\r\n- [ ] call Ann 2024-05-02\r\n- [x] done\r\n  * [X] Done\r\n> 1. [ ] é in a quote\r\n",
            "D/b:3.md":
                "---\nmodified: 2024-01-01\nstatus: review\n---\n- [ ] first 2024-05-01\n\n```\n- [ ] code\n```\n",
        ])
    }

    @Test func `task list prints the tasks of the notes found, with their lines`() throws {
        let terminal = try Self.vault()
        #expect(
            terminal.slip("task", "list", "sort:path").output == """
                a.md:3: [ ] call Ann 2024-05-02
                a.md:6: [ ] é in a quote
                D/b:3.md:5: [ ] first 2024-05-01

                """)
        #expect(terminal.slip("task", "list", "--state", "done").output == "a.md:4: [x] done\na.md:5: [x] Done\n")
        #expect(
            terminal.slip("task", "list", "--state", "all", "status:review").output
                == "D/b:3.md:5: [ ] first 2024-05-01\n")
        // Sections keep their labels in a pipe.
        #expect(
            terminal.slip("task", "list", "-status:review", "--by", "date").output
                == "2024-05-02\na.md:3: [ ] call Ann 2024-05-02\n(none)\na.md:6: [ ] é in a quote\n")
        #expect(terminal.slip("task", "list", "nosuchword").status == 1)
        terminal.folder = "D"
        #expect(terminal.slip("task", "list").output == "b:3.md:5: [ ] first 2024-05-01\n")
        #expect(terminal.slip("task", "list", "--scope", "all", "sort:path").output.hasPrefix("../a.md:3:"))
    }

    @Test func `task list --by date sorts by date, with undated tasks last`() throws {
        let terminal = try Self.vault()
        terminal.isTerminal = true
        terminal.variables["SLIPBOX_PAGER"] = ""
        #expect(
            terminal.slip("task", "list", "--by", "date").output == """
                2024-05-01
                1  [ ] first 2024-05-01     D/b:3.md:5

                2024-05-02
                2  [ ] call Ann 2024-05-02  a.md:3

                (none)
                3  [ ] é in a quote         a.md:6

                """)
        #expect(
            terminal.slip("task", "list", "--by", "note").output.hasPrefix(
                "a.md\n1  [ ] call Ann 2024-05-02  a.md:3\n2"))
    }

    @Test func `on a terminal, the tasks are numbered for the next command`() throws {
        let terminal = try Self.vault()
        terminal.isTerminal = true
        terminal.terminal = TerminalName(device: "pts/9", session: 5)
        terminal.variables["SLIPBOX_PAGER"] = ""
        #expect(terminal.slip("task", "list", "sort:path").output.contains("2  [ ] é in a quote         a.md:6"))
        #expect(terminal.slip("task", "done", "%2").status == 0)
        #expect(try terminal.read("a.md").contains("1. [x] é in a quote"))
    }

    @Test func `task list --format json prints objects`() throws {
        let task = try #require(try Self.vault().slip("task", "list", "status:review", "-f", "json").objects().first)
        #expect(task["path"] as? String == "D/b:3.md" && task["line"] as? Int == 5 && task["column"] as? Int == 3)
        #expect(task["done"] as? Bool == false && task["text"] as? String == "first 2024-05-01")
        #expect(task["date"] as? String == "2024-05-01" && task["due"] is NSNull)
    }

    @Test func `task done changes only the box, and undo restores it`() throws {
        let terminal = try Self.vault()
        let before = try terminal.read("a.md")
        let result = terminal.slip("task", "done", "a.md:3", "a.md:6")
        #expect(result.status == 0 && result.errors.contains("slip undo"))
        #expect(
            try terminal.read("a.md")
                == before.replacing("- [ ] call", with: "- [x] call").replacing("1. [ ]", with: "1. [x]"))
        #expect(terminal.slip("task", "done", "a.md:3").errors.contains("nothing to change"))
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read("a.md") == before)
        #expect(terminal.slip("task", "open", "a.md:5", "a.md:4").status == 0)
        #expect(
            try terminal.read("a.md")
                == before.replacing("[x] done", with: "[ ] done").replacing("[X] Done", with: "[ ] Done"))
    }

    @Test func `task done accepts the output of task list, also with colons in names`() throws {
        let terminal = try Self.vault()
        let listed = terminal.slip("task", "list").output
        #expect(terminal.slip("task", "done", "-", input: listed).status == 0)
        #expect(terminal.slip("task", "list").status == 1)
        #expect(try terminal.read("D/b:3.md").contains("modified: 2024-03-30"))
        #expect(try terminal.read("D/b:3.md").contains("- [ ] code"))
    }

    @Test(arguments: ["a.md:4000000000000000000000", "a.md:1", "a.md", "nosuch.md:3", ":3", "a.md:", "D/b:3.md:8"])
    func `a place without a task is refused, and nothing is changed`(_ place: String) throws {
        let terminal = try Self.vault()
        let before = try terminal.read("a.md")
        #expect(terminal.slip("task", "done", "a.md:3", place).status == 2)
        #expect(try terminal.read("a.md") == before)
    }
}
