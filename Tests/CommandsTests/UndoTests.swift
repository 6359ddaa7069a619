import Foundation
import TestSupport
import Testing

/// Undo, redo and the trash.
@Suite struct UndoTests {
    private static let files = [
        "a.md": "---\nstatus: draft\n---\n", "b.md": "---\nstatus: draft\n---\n![](Pictures/b.png)\n",
        "Pictures/b.png": "png",
    ]

    private static let commands = [
        ["set", "a.md", "status=review"], ["mv", "a.md", "New/c.md"], ["keyword", "add", "b.md", "k"],
        ["rm", "b.md", "--force"], ["new", "Fresh"], ["folder", "rm", "New", "--recursive", "--force"],
    ]

    @Test func `commands are undone one by one or together, and redone`() throws {
        let terminal = try Console(Self.files)
        var states = [try terminal.contents()]
        for command in Self.commands {
            let result = terminal.slip(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            states.append(try terminal.contents())
        }
        let last = Self.commands.count
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.contents() == states[last - 1])
        #expect(terminal.slip("undo", "2").status == 0)
        #expect(try terminal.contents() == states[last - 3])
        #expect(terminal.slip("undo", "7").status == 2)
        #expect(try terminal.contents() == states[last - 3], "all or nothing")
        #expect(terminal.slip("redo", "2").status == 0)
        #expect(try terminal.contents() == states[last - 1])
        #expect(terminal.slip("redo").status == 0)
        #expect(try terminal.contents() == states[last])
        #expect(terminal.slip("redo").status == 2)
        #expect(terminal.slip("undo", "\(last)").status == 0)
        #expect(try terminal.contents() == states[0])
        #expect(terminal.slip("undo").status == 2)
    }

    @Test func `a new change discards the changes to redo`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("set", "a.md", "x=1")
        terminal.slip("set", "a.md", "x=2")
        terminal.slip("undo", "2")
        terminal.slip("set", "b.md", "y=1")
        #expect(terminal.slip("redo").status == 2)
        terminal.slip("undo")
        #expect(terminal.slip("redo").status == 0)
        #expect(try terminal.read("b.md").contains("y: 1"))
        #expect(terminal.slip("redo").status == 2)
    }

    @Test func `undo --list prints time, command and files, and --show the diff`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("set", "a.md", "status=review")
        terminal.slip("set", "a.md", "status=archived")
        let lines = terminal.slip("undo", "--list").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains("2024-03-30 12:00:00") && lines[0].contains("set status=archived"))
        #expect(lines[0].contains("a.md"))
        #expect(terminal.slip("undo", "--show", "1").output.contains("-status: review\n+status: archived\n"))
        #expect(terminal.slip("undo", "--show", "2").output.contains("-status: draft\n+status: review\n"))
        #expect(terminal.slip("undo", "--show", "3").status == 2)
        let list = try terminal.slip("undo", "--list", "--format", "json").objects()
        #expect(list.map { $0["command"] as? String } == ["set status=archived", "set status=review"])
        #expect(list[0]["files"] as? [String] == ["a.md"])
        #expect(try terminal.read("a.md") == "---\nstatus: archived\n---\n", "listing changes nothing")
    }

    @Test func `undo skips and names files that have changed since`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("set", "a.md", "b.md", "x=1")
        try terminal.write("b.md", "mine\n")
        #expect(terminal.slip("undo").isError("'b.md'", "--skip-changed"))
        #expect(try terminal.read("a.md").contains("x: 1"))
        let result = terminal.slip("undo", "--skip-changed")
        #expect(result.status == 0 && result.errors.contains("b.md"), "\(result.errors)")
        #expect(try terminal.read("a.md") == Self.files["a.md"])
        #expect(try terminal.read("b.md") == "mine\n")
    }

    @Test func `a symbolic link in place of the undo records is refused`() throws {
        let terminal = try Console(["one.md": "x\n"])
        terminal.slip("set", "one.md", "k=1")
        try terminal.move(".slipbox/undo", to: "elsewhere")
        try terminal.link(".slipbox/undo", to: "../elsewhere")
        for command in [["undo", "--list"], ["undo"], ["redo"]] {
            let result = terminal.slip(command)
            #expect(result.isError("/.slipbox/undo' is a symbolic link"), "\(command): \(result)")
        }
    }

    @Test func `a change of many notes is reported briefly`() throws {
        let names = (1...40).map { "n\($0).md" }
        let terminal = try Console(Dictionary(uniqueKeysWithValues: names.map { ($0, "x\n") }))
        for command in [["mv"] + names + ["F/"], ["rm", "--force"] + names.map { "F/\($0)" }] {
            let done = terminal.slip(command)
            let list = terminal.slip("undo", "--list")
            let undone = terminal.slip("undo")
            terminal.slip("redo")
            for result in [done, list, undone] {
                #expect(result.status == 0 && result.errors.count + result.output.count < 500, "\(result)")
            }
            #expect(undone.errors.contains("and 35 more"), "\(undone)")
        }
    }

    @Test func `a file whose status call fails is not reported as changed`() throws {
        let terminal = try Console(["A/one.md": "x\n", "two.md": "y\n"])
        terminal.slip("set", "A/one.md", "two.md", "k=1")
        try terminal.move("A", to: "B")
        try terminal.link("A", to: "A")
        let refused = terminal.slip("undo")
        #expect(
            refused.isError("/A/one.md': too many levels of symbolic links; nothing was")
                && !refused.errors.contains("changed since"), "\(refused.errors)")
        let result = terminal.slip("undo", "--skip-changed")
        #expect(result.status == 0 && result.errors.contains("A/one.md"), "\(result.errors)")
        #expect(try terminal.read("two.md") == "y\n")
    }

    @Test func `undo creates a missing folder again, and reports when nothing is left to undo`() throws {
        let terminal = try Console(["A/sub/one.md": "x\n"])
        terminal.slip("rm", "A/sub/one.md", "--force")
        #expect(terminal.slip("trash", "list").output.contains("\tA/sub/one.md"))
        try terminal.remove("A")
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read("A/sub/one.md") == "x\n")
        terminal.slip("set", "A/sub/one.md", "due=+7d", "when=today")
        #expect(try terminal.read("A/sub/one.md").contains("\nwhen: 2024-03-30\n"))
        #expect(try !terminal.read("A/sub/one.md").contains("+7d"))
        try terminal.write("A/sub/one.md", "mine\n")
        let result = terminal.slip("undo", "--skip-changed")
        #expect(result.errors.contains("nothing left to undo") && !result.errors.contains("undone:"))
        #expect(terminal.slip("undo", "--forget").status == 0)
        #expect(terminal.slip("undo", "--forget").status == 2, "nothing is left")
    }

    @Test func `undo refuses a change with nothing left to undo, and keeps its record`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("set", "a.md", "x=1")
        let changed = try terminal.read("a.md")
        terminal.slip("set", "b.md", "x=1")
        try terminal.write("b.md", "mine\n")
        let refused = terminal.slip("undo", "--skip-changed")
        #expect(refused.isError("nothing left to undo in 'set x=1"), "\(refused)")
        #expect(refused.errors.contains("'b.md'") && refused.errors.contains("slip undo --forget"))
        #expect(terminal.slip("undo", "--list").lines.count == 2)
        try terminal.write("a.md", "mine\n")
        #expect(terminal.slip("undo", "2", "--skip-changed").status == 2)
        #expect(terminal.slip("undo", "--list").lines.count == 2)
        // If one change has something left to undo, the others are skipped.
        try terminal.write("a.md", changed)
        let undone = terminal.slip("undo", "2", "--skip-changed")
        #expect(undone.status == 0 && undone.errors.contains("'b.md'"), "\(undone)")
        #expect(try terminal.read("a.md") == Self.files["a.md"])
    }

    @Test func `undo fails if the trash of a removal is gone`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("rm", "a.md", "--force")
        try terminal.remove(".slipbox/trash")
        for command in [["undo"], ["undo", "--skip-changed"]] {
            let result = terminal.slip(command)
            #expect(result.isError("'a.md'"), "\(command): \(result)")
            #expect(!result.errors.contains("undone:"))
        }
        #expect(terminal.slip("undo", "--list").output.contains("rm a.md"))
    }

    @Test func `undo names the changed files if another cannot be read`() throws {
        let terminal = try Console(["A/one.md": "x\n", "two.md": "y\n", "three.md": "z\n"])
        terminal.slip("set", "A/one.md", "two.md", "three.md", "k=1")
        try terminal.move("A", to: "B")
        try terminal.link("A", to: "A")
        try terminal.write("two.md", "mine\n")
        let refused = terminal.slip("undo")
        #expect(
            refused.isError("/A/one.md': too many levels")
                && refused.errors.contains("changed since 'set k=1'")
                && refused.errors.contains("': 'two.md'; nothing was undone"), "\(refused.errors)")
    }

    @Test func `no sequence of rm, restore, empty and undo leaves a vault that cannot be changed`() throws {
        let steps = [
            ["rm", "a.md", "b.md", "--force"], ["trash", "restore", "a.md", "b.md"], ["trash", "empty", "--force"],
            ["undo"], ["redo"], ["rm", "a.md", "--force"], ["trash", "restore", "a.md"],
        ]
        // The digits of `number` select four steps.
        for number in 0..<(steps.count * steps.count * steps.count * steps.count) where number % 31 == 3 {
            let terminal = try Console(Self.files)
            var rest = number
            var names: [String] = []
            for _ in 0..<4 {
                let step = steps[rest % steps.count]
                names.append(step.joined(separator: " "))
                _ = terminal.slip(step)
                rest /= steps.count
            }
            try terminal.write("fresh.md", "x\n")
            let result = terminal.slip("set", "fresh.md", "k=1")
            #expect(result.status == 0, "\(names): \(result.errors)")
            #expect(!result.errors.contains("interrupted"), "\(names)")
        }
    }

    @Test func `a note is restored with the attachments removed with it`() throws {
        let terminal = try Console(Self.files)
        let before = try terminal.contents()
        #expect(terminal.slip("rm", "b.md", "--force").status == 0)
        #expect(!terminal.exists("Pictures/b.png"))
        let result = terminal.slip("trash", "restore", "b.md")
        #expect(result.status == 0 && result.errors.contains("Pictures/b.png"), "\(result.errors)")
        #expect(try terminal.contents() == before)
        #expect(terminal.slip("trash", "list").status == 1)
        #expect(terminal.slip("check").status == 0)
        #expect(terminal.slip("undo").status == 0)
        #expect(!terminal.exists("b.md") && !terminal.exists("Pictures/b.png"))
        #expect(terminal.slip("trash", "list").output.contains("b.md"))
    }

    @Test func `a note whose path is taken can be restored elsewhere`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("rm", "a.md", "--force")
        try terminal.write("a.md", "another\n")
        #expect(terminal.slip("trash", "restore", "a.md").isError("--to"))
        #expect(terminal.slip("trash", "restore", "a.md", "--to", "Old/a.md").status == 0)
        #expect(try terminal.read("Old/a.md") == Self.files["a.md"])
        #expect(try terminal.read("a.md") == "another\n")
    }

    @Test func `undo --skip-changed does not name skipped files as undone`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("set", "a.md", "b.md", "x=1")
        try terminal.write("b.md", "mine\n")
        let result = terminal.slip("undo", "--skip-changed")
        #expect(result.errors.contains("(a.md)\n"), "\(result.errors)")
    }
}
