import TestSupport
import Testing

/// Links to folders: they resolve to the folder's index note, or else to the folder.
struct FolderLinkTests {
    private static let links = "[f](./F) [g](G/) [h](/F) [n](Nope/) [[G/]] [e](Empty) [up](.)\n"

    private static func vault() throws -> Console {
        let terminal = try Console(["F/Index.md": "# Features\n", "G/x.md": "x\n", "a.md": links])
        terminal.slip("folder", "new", "Empty")
        return terminal
    }

    @Test func `a link to a folder resolves to its index note, or to the folder`() throws {
        let terminal = try Self.vault()
        let links = terminal.slip("links", "a.md", "--format", "json").output
        #expect(links.contains(#"{"target": "./F", "path": "F/Index.md", "line": 1}"#), "\(links)")
        #expect(links.contains(#"{"target": "G/", "path": "G", "line": 1}"#))
        #expect(links.contains(#"{"target": "Empty", "path": "Empty", "line": 1}"#))
        #expect(links.contains(#"{"target": ".", "path": "", "line": 1}"#))
        #expect(links.contains(#"{"target": "Nope/", "path": null, "line": 1}"#))
        #expect(terminal.slip("search", "links-to:F/Index.md", "--format", "paths").output == "a.md\n")
        let broken = terminal.slip("check", "--kind", "broken-link").output
        #expect(broken.split(separator: "\n").count == 1 && broken.contains("'Nope/'"), "\(broken)")
    }

    @Test func `links are resolved again when a folder or its index note is created or removed`() throws {
        let terminal = try Self.vault()
        func end(_ target: String) throws -> String {
            let links = terminal.slip("links", "a.md", "--format", "json").output
            let object = try #require(links.firstRange(of: "\"target\": \"\(target)\", \"path\": "))
            return String(links[object.upperBound...].prefix { $0 != "," })
        }
        #expect(try end("G/") == "\"G\"")
        try terminal.write("G/README.markdown", "r\n")
        #expect(try end("G/") == "\"G/README.markdown\"")
        try terminal.write("G/index.md", "i\n")
        #expect(try end("G/") == "\"G/index.md\"")
        #expect(terminal.slip("folder", "rm", "G", "--recursive", "--force").status == 0)
        #expect(try end("G/") == "null")
        terminal.slip("folder", "new", "Nope")
        #expect(try end("Nope/") == "\"Nope\"")
        #expect(terminal.slip("index", "--verify").status == 0)
    }

    @Test(arguments: [
        ("[g](G/) [h](/G/) [[G/]] [i](./G) [x](G/x.md)", "[g](H/) [h](/H/) [[H/]] [i](./H) [x](H/x.md)"),
        ("[f](F) [f](./F/) [f](/F) [i](F/index.md) [[F/index]]", nil),
    ])
    func `links follow a renamed folder`(text: String, expected: String?) throws {
        let terminal = try Console(["F/index.md": "i\n", "G/x.md": "x\n", "a.md": text + "\n"])
        #expect(terminal.slip("folder", "rename", "G", "H").status == 0)
        #expect(try terminal.read("a.md") == (expected ?? text) + "\n")
        #expect(terminal.slip("folder", "rename", "F", "New").status == 0)
        #expect(try terminal.read("a.md") == (expected ?? text).replacing("F", with: "New") + "\n")
    }

    @Test func `links inside a moved folder keep their form`() throws {
        let inner = "[x](x.md) [x](./x.md) [x](../Box/x.md) [[x]] [d](sub/) [u](..) [me](./) [h](/Box/x.md)\n"
        let terminal = try Console(["Box/n.md": inner, "Box/x.md": "x\n", "Box/sub/y.md": "[b](../) [x](../x.md)\n"])
        #expect(terminal.slip("folder", "rename", "Box", "Crate").status == 0)
        #expect(try terminal.read("Crate/n.md") == inner.replacing("Box", with: "Crate"))
        #expect(try terminal.read("Crate/sub/y.md") == "[b](../) [x](../x.md)\n")
        terminal.slip("folder", "new", "A")
        #expect(terminal.slip("mv", "Crate", "A").status == 0)
        let moved = inner.replacing("/Box/", with: "/A/Crate/").replacing("../A/Crate/", with: "../Crate/")
        #expect(try terminal.read("A/Crate/n.md") == moved.replacing("[u](..)", with: "[u](../..)"))
    }
}
