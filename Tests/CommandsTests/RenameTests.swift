import System
import TestSupport
import Testing

/// New names and paths of `mv` and `rename`.
struct RenameTests {
    private static func console() throws -> Console {
        try Console([
            "A/one.md": "---\ntitle: First\nid: 17\naliases: [Uno]\n---\n", "A/p.tar.gz": "1", "B/x.md": "",
            "two.md": "",
            "two.markdown": "",
        ])
    }

    @Test(arguments: ["First", "17", "Uno", "one", "one.md"])
    func `mv keeps the folder of a note that is named otherwise than by its path`(name: String) throws {
        let console = try Self.console()
        let result = console.slip("mv", name, "New name")
        #expect(result.status == 0 && console.exists("A/New name.md"), "\(result.errors)")
    }

    @Test(arguments: [
        ("A/one.md", "New", "New.md"), ("First", "B", "B/one.md"), ("First", "./New", "New.md"),
        ("First", "B/New", "B/New.md"), ("First", "new/", "new/one.md"), ("First", "B/", "B/one.md"),
    ])
    func `mv reads a path as that of the new file`(note: String, destination: String, path: String) throws {
        let console = try Self.console()
        #expect(console.slip("mv", note, destination).status == 0 && console.exists(path))
    }

    @Test func `a note that moves keeps a name that some file systems do not allow`() throws {
        let console = try Console(["Meeting: Plan.md": "x\n", "a.md": "[[Meeting: Plan]]\n", "sub/b.md": "y\n"])
        #expect(console.slip("mv", "Meeting: Plan.md", "sub/").status == 0)
        #expect(console.exists("sub/Meeting: Plan.md"))
        #expect(console.slip("mv", "a.md", "sub/A: b.md").isError("contains ':'"))
        #expect(console.slip("mv", "sub/Meeting: Plan.md", "A: b/").isError("contains ':'"))
    }

    @Test func `mv says that it created a folder`() throws {
        let console = try Console(["a.md": "x\n", "b.md": "y\n", "Old/c.md": "z\n"])
        #expect(console.slip("mv", "a.md", "New/Deep/").errors.contains("; folder 'New/Deep' created; undo with"))
        #expect(!console.slip("mv", "b.md", "New/").errors.contains("created"))
        #expect(!console.slip("mv", "Old", "Older").errors.contains("created"))
    }

    @Test func `mv keeps the folder of the only result of a query, and resolves numbers of results`() throws {
        let console = try Self.console()
        #expect(console.slip("mv", "--query", "title:First", "New").status == 0 && console.exists("A/New.md"))
        console.isTerminal = true
        console.terminal = TerminalName(device: "pts/9", session: 5)
        #expect(console.slip("search", "path:x").status == 0)
        #expect(console.slip("mv", "two.md", "%1").isError("already exists") && console.exists("two.md"))
        #expect(console.slip("mv", "two.md", "%2").isError("has no result 2"))
        #expect(console.slip("mv", "%1", "y").status == 0 && console.exists("B/y.md"))
    }

    @Test(arguments: [
        ("A/one.md", "New", "A/New.md"), ("First", "New.md", "A/New.md"), ("A", "C", "C/one.md"),
        ("A/p.tar.gz", "q", "A/q.tar.gz"), ("A/p.tar.gz", "q.zip", "A/q.zip"),
        ("two.markdown", "Three", "Three.markdown"),
    ])
    func `rename keeps the folder`(note: String, name: String, path: String) throws {
        let console = try Self.console()
        let result = console.slip("rename", note, name)
        #expect(result.status == 0 && console.exists(path), "\(result.errors)")
    }

    @Test func `rename refuses paths and names that are taken`() throws {
        let console = try Self.console()
        #expect(console.slip("rename", "A/one.md", "B/one").isError("is a path", "slip mv"))
        #expect(console.slip("rename", "two.md", "B").isError("already exists"))
        #expect(console.slip("rename", "A", "B").isError("already exists"))
        #expect(console.slip("rename", "two.md", "TWO").status == 0 && console.exists("TWO.md"))
        #expect(console.slip("rename", "two.md").status == 2)
        try console.write("p.tar.gz", "1")
        #expect(console.slip("mv", "p.tar.gz", "q").status == 0 && console.exists("q.tar.gz"))
    }
}
