import Foundation
import TestSupport
import Testing

/// `link`, `unlink`, `attach` and `detach` with a query.
@Suite struct QueryChangeTests {
    private func vault() throws -> Console {
        try Console(["a.md": "#k\n", "S/b.md": "#k\n", "c.md": "x\n", "Target.md": "#k\n"])
    }

    private func files(_ terminal: Console) throws -> [String] {
        try ["a.md", "S/b.md", "c.md", "Target.md"].map { try terminal.read($0) }
    }

    @Test func `link and unlink change all notes of a query`() throws {
        let terminal = try vault()
        let before = try files(terminal)
        let linked = terminal.slip("link", "--query", "#k", "Target")
        #expect(linked.status == 0 && linked.errors.contains("link to 'Target.md' added to 2 notes"), "\(linked)")
        #expect(terminal.slip("search", "links-to:Target", "--sort", "path").output == "a.md\nS/b.md\n")
        #expect(terminal.slip("link", "-q", "#k", "Target").errors.contains("nothing to change"))
        let after = try files(terminal)
        #expect(terminal.slip("undo").status == 0)
        #expect(try files(terminal) == before)
        #expect(terminal.slip("redo").status == 0)
        #expect(try files(terminal) == after)
        #expect(terminal.slip("unlink", "-", "Target", input: "a.md\nS/b.md\nc.md\n").status == 0)
        #expect(terminal.slip("search", "links-to:Target").output.isEmpty)
    }

    @Test func `a file attached to several notes is removed with its last reference`() throws {
        let terminal = try vault()
        let outside = TestFolder.new("picture").appendingPathExtension("png")
        try Data("p".utf8).write(to: outside)
        defer { try? FileManager.default.removeItem(at: outside) }
        let name = outside.lastPathComponent
        #expect(terminal.slip("attach", "-q", "#k sort:path", outside.path).status == 0)
        #expect(terminal.exists(name) && !terminal.exists("S/\(name)"))
        #expect(terminal.slip("search", "has:attachment", "-c").output == "3\n")
        #expect(terminal.slip("check").output.isEmpty)
        #expect(terminal.slip("detach", "--query", "in:S", name).status == 0)
        #expect(terminal.exists(name))
        let detached = terminal.slip("detach", "--query", "", name)
        #expect(detached.status == 0 && detached.errors.contains("is moved to the trash"), "\(detached)")
        #expect(!terminal.exists(name) && terminal.slip("search", "has:attachment").output.isEmpty)
        #expect(terminal.slip("detach", "--query", "", name).status == 2)
    }

    @Test(arguments: ["link", "unlink", "attach", "detach"])
    func `contradictory arguments are refused, and an empty result is reported`(command: String) throws {
        let terminal = try vault()
        let before = try files(terminal)
        #expect(terminal.slip(command, "Target").status == 2)
        #expect(terminal.slip(command).status == 2)
        #expect(terminal.slip(command, "--query", "#k", "a", "Target").isError("use only one of them"))
        let none = terminal.slip(command, "--query", "nowhere", "Target")
        #expect(none.status == 1 && none.errors.contains("no notes found"), "\(none)")
        #expect(terminal.slip(command, "--query", "#k", "--expect", "7", "Target").status == 2)
        #expect(try files(terminal) == before)
    }
}
