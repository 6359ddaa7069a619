import SourceText
import TestSupport
import Testing

/// Symbolic links to attachments: an attachment is referenced under all its names.
@Suite struct SymbolicLinkTests {
    private func vault() throws -> TemporaryVault {
        let vault = try TemporaryVault([
            "a/p.png": "P", "a/o.md": "![](p.png)\n", "n.md": "![](b/p.png)\n", "t.md": "x",
        ])
        try vault.makeFolder("b")
        try vault.link(VaultPath("b/p.png"), to: "../a/p.png")
        try vault.link(VaultPath("l.md"), to: "t.md")
        return vault
    }

    private func text(_ vault: TemporaryVault, _ path: String) -> String? {
        vault.read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func check(_ vault: TemporaryVault) throws -> String { try CommandLine.run(["check"], in: vault).output }

    @Test func `a link to an attachment is moved itself`() throws {
        let vault = try vault()
        let result = try CommandLine.run(["mv", "b/p.png", "c/"], in: vault)
        #expect(result.status == 0, "\(result.errors)")
        #expect(vault.exists("c/p.png") && !vault.exists("b/p.png") && text(vault, "a/p.png") == "P")
        #expect(text(vault, "n.md") == "![](c/p.png)\n")
        #expect(try check(vault) == "")
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(try check(vault) == "")
    }

    @Test(arguments: [
        ["mv", "b/p.png", "c/deeper/"], ["mv", "a/p.png", "a/q.png"], ["mv", "a", "z"], ["mv", "l.md", "x.md"],
        ["folder", "rename", "a", "z"],
    ])
    func `a move that would break a link is refused`(arguments: [String]) throws {
        let vault = try vault()
        let result = try CommandLine.run(arguments, in: vault)
        #expect(result.status == 2, "\(result.errors)")
        #expect(
            result.errors.contains(arguments[1] == "l.md" ? "use its target: 't.md'" : "b/p.png"), "\(result.errors)")
        #expect(try check(vault) == "")
    }

    @Test func `a link that moves with what it leads to is moved`() throws {
        let vault = try vault()
        try vault.link(VaultPath("a/same.png"), to: "p.png")
        try vault.write("m.md", "![](a/same.png)\n")
        #expect(try CommandLine.run(["mv", "a", "b", "in/"], in: vault).status == 0)
        #expect(text(vault, "m.md") == "![](in/a/same.png)\n")
        #expect(text(vault, "n.md") == "![](in/b/p.png)\n")
        #expect(try check(vault) == "")
    }

    @Test func `an attachment that a note shows through a link is not removed`() throws {
        let vault = try vault()
        #expect(try CommandLine.run(["rm", "a/o.md", "--force"], in: vault).status == 0)
        #expect(text(vault, "a/p.png") == "P")
        #expect(try check(vault) == "")
        let result = try CommandLine.run(["detach", "n.md", "b/p.png"], in: vault)
        #expect(result.status == 0, "\(result.errors)")
        #expect(text(vault, "a/p.png") == "P" && !vault.exists("b/p.png"))
    }

    @Test func `a link that leads elsewhere now is seen`() throws {
        let vault = try vault()
        try vault.write("a/q.png", "Q")
        _ = try vault.session()
        try vault.remove("b/p.png")
        try vault.link(VaultPath("b/p.png"), to: "../a/q.png")
        #expect(try check(vault) == "")
        try vault.write("a/o.md", "nothing\n")
        #expect(try check(vault).contains("a/p.png:1:1: unused-attachment"))
    }

    @Test(arguments: [
        (["mv", "t.md", "Old/"], "Old/"), (["mv", "a", "Old/a"], "Old/"), (["new", "y.tmp"], "*.tmp.md"),
        (["new", "y", "--folder", "x"], "x/**"), (["mv", "t.md", "t.tmp.md"], "*.tmp.md"),
        (["mv", "a", "x/a"], "x/**"),
    ])
    func `a move to an ignored path is refused`(arguments: [String], rule: String) throws {
        let vault = try TemporaryVault(
            ["t.md": "x", "a/o.md": "[[t]]", "l.md": "[x](t.md) [[o]]"],
            config: "ignore: [\"Old/\", \"*.tmp.md\", \"x/**\"]\n")
        try vault.makeFolder("x")
        let result = try CommandLine.run(arguments, in: vault)
        #expect(result.status == 2)
        #expect(result.errors.contains("'\(rule)' is under ignore:"), "\(result.errors)")
        #expect(vault.exists("t.md") && vault.exists("a/o.md"))
        #expect(text(vault, "l.md") == "[x](t.md) [[o]]")
    }
}
