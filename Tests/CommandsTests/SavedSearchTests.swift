import Foundation
import TestSupport
import Testing

/// `slip searches`, and the defaults of `slip search` in the configuration.
@Suite struct SavedSearchTests {
    private static let file = ".slipbox/config.yaml"
    private static let notes = [
        "a.md": "---\nstatus: draft\n---\nalpha one\n\nalpha two\n\nalpha three\n", "D/b.md": "beta #k\n",
        "D/E/c.md": "---\nstatus: review\n---\nalpha\n",
    ]
    private static let config = """
        # mine\r
        searches:  # all
          inbox: 'is:draft'  # why
          "on paper": "@inbox -beta"
        limit: 7

        """

    private static func vault(_ config: String = config) throws -> Console {
        let terminal = try Console(notes)
        try terminal.write(file, config)
        return terminal
    }

    // MARK: The command

    @Test func `searches are listed with the number of their notes`() throws {
        let terminal = try Self.vault()
        terminal.folder = "D"
        #expect(
            terminal.slip("searches").output
                == "@all\t3\t\n@favorites\t0\tis:favorite\n@inbox\t2\tis:draft\n@\"on paper\"\t1\t@inbox -beta\n"
                + "@recent\t0\tmodified:7d\n")
        #expect(terminal.slip("searches", "list", "PAPER").output == "@\"on paper\"\t1\t@inbox -beta\n")
        let nothing = terminal.slip("searches", "list", "xyz")
        #expect(nothing.status == 1 && nothing.errors.contains("no saved search contains 'xyz'"))
        let json = try terminal.slip("searches", "list", "box", "--format", "json").objects()
        #expect(json.first?["name"] as? String == "inbox" && json.first?["notes"] as? Int == 2)
        #expect(json.first?["built_in"] as? Bool == false)
        try terminal.write(Self.file, "searches: {bad: \"(\"}\n")
        let bad = terminal.slip("searches", "list", "bad")
        #expect(bad.status == 0 && bad.output == "@bad\t\t(\n" && bad.errors.contains("not a valid query"), "\(bad)")
    }

    @Test func `changes of saved searches keep all other bytes, and can be undone`() throws {
        let terminal = try Self.vault()
        let added = terminal.slip("searches", "add", "@todo", "task:open", "-#k")
        #expect(added.status == 0 && added.errors.contains("saved as @todo; undo with"), "\(added)")
        let line = "  \"on paper\": \"@inbox -beta\"\n"
        #expect(
            try terminal.read(Self.file)
                == Self.config.replacing(line, with: line + "  todo: \"task:open -#k\"\r\n"))
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read(Self.file) == Self.config)
        let renamed = terminal.slip("searches", "rename", "INBOX", "to do")
        #expect(renamed.status == 0, "\(renamed)")
        #expect(
            try terminal.read(Self.file)
                == Self.config.replacing("  inbox:", with: "  \"to do\":").replacing("@inbox", with: "@\\\"to do\\\""))
        #expect(terminal.slip("search", "@on paper", "-c").status == 2)
        #expect(terminal.slip("search", "@\"on paper\"", "-c").output == "1\n")
        #expect(terminal.slip("undo").status == 0)
        #expect(terminal.slip("searches", "remove", "on paper", "inbox").errors.contains("2 saved searches removed"))
        #expect(try terminal.read(Self.file) == "# mine\r\nsearches:  # all\nlimit: 7\n")
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read(Self.file) == Self.config)
    }

    @Test(arguments: [
        ("", ["add", "x", "a b"], "searches:\n  x: \"a b\"\n"),
        ("searches: {a: x, b: y}\n", ["remove", "a"], "searches: {b: y}\n"),
        (
            "searches: {a: x, b: '@a @b2 (-@A)', b2: z}\n", ["rename", "a", "n"],
            "searches: {n: x, b: '@n @b2 (-@n)', b2: z}\n"
        ),
        (
            "searches: {a: 'links-to:(@a2 x)', a2: z}\n", ["rename", "a2", "b"],
            "searches: {a: 'links-to:(@b x)', b: z}\n"
        ),
        ("searches: {a: 'text \"@b\"', b: z}\n", ["rename", "b", "c"], "searches: {a: 'text \"@b\"', c: z}\n"),
        ("searches: {a: x}\n", ["add", "a", "y", "--force"], "searches: {a: \"y\"}\n"),
        ("searches: {a: x}\n", ["add", "a", "x"], "searches: {a: x}\n"),
        ("searches: {recent: x}\n", ["remove", "recent"], "searches: {}\n"),
    ])
    func `each form of the section is edited in place`(config: String, arguments: [String], expected: String) throws {
        let terminal = try Self.vault(config)
        let result = terminal.slip(["searches"] + arguments)
        #expect(result.status == 0, "\(result)")
        #expect(try terminal.read(Self.file) == expected)
    }

    @Test(arguments: [
        (["add", "inbox", "x"], "'@inbox' is already saved: is:draft"), (["add", "recent", "x"], "is built in"),
        (["add", "a\nb", "x"], "is not a valid name"), (["add", "", "x"], "is not a valid name"),
        (["add", "x", "status:("], "never closed"), (["add", "inbox", "@on", "x", "--force"], "no saved search '@on'"),
        (["add", "inbox", "@\"on paper\" x", "--force"], "'@inbox' would refer to itself"),
        (["rename", "inbox", "on paper"], "'@on paper' is already saved"), (["rename", "all", "x"], "is built in"),
        (["rename", "inbx", "x"], "did you mean 'inbox'?"), (["remove", "recent"], "is built in"),
        (["remove", "inbox"], "'@on paper' contains '@inbox'"),
    ])
    func `a change that would break a search is refused`(arguments: [String], message: String) throws {
        let terminal = try Self.vault()
        let result = terminal.slip(["searches"] + arguments)
        #expect(result.status == 2 && result.errors.contains(message), "\(result)")
        #expect(try terminal.read(Self.file) == Self.config)
    }

    @Test func `a search that others contain is removed with --force, which names them`() throws {
        let terminal = try Self.vault()
        let removed = terminal.slip("searches", "remove", "inbox", "--force")
        #expect(removed.status == 0 && removed.errors.contains("'@on paper' contains '@inbox'"), "\(removed)")
    }

    @Test func `the names of saved searches are completed`() throws {
        let terminal = try Self.vault()
        for command in ["rename", "remove"] {
            let found = terminal.slip("complete", "zsh", "searches", command, "").output
            #expect(found.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["inbox", "on paper"], "\(found)")
        }
        #expect(terminal.slip("complete", "zsh", "searches", "rename", "inbox", "").output == "")
    }

    // MARK: Defaults

    @Test func `scope is the default of every query, also of a change`() throws {
        let terminal = try Self.vault("scope: all\n")
        terminal.folder = "D/E"
        #expect(terminal.slip("search", "-c").output == "3\n")
        #expect(terminal.slip("search", "-c", "--scope", "here").output == "1\n")
        #expect(terminal.slip("search", "-c", "--in", ".").output == "1\n")
        #expect(terminal.slip("suggest", "is:dr").output == "is:draft\t2\n")
        #expect(terminal.slip("set", "--query", "is:draft", "x=1").errors.contains("2 notes changed"))
        try terminal.write(Self.file, "scope: here\n")
        terminal.folder = "D"
        #expect(terminal.slip("search", "-c").output == "1\n")
    }

    @Test func `group and lines are defaults of text on a terminal`() throws {
        let terminal = try Self.vault("group: status\nlines: 3\n")
        #expect(terminal.slip("search", "alpha").output == "a.md\nD/E/c.md\n")
        #expect(try terminal.slip("search", "alpha", "--format", "json").objects().count == 2)
        terminal.isTerminal = true
        let shown = terminal.slip("search", "alpha").output
        #expect(shown.contains("Draft") && shown.contains("Review") && shown.contains("three"), "\(shown)")
        #expect(!terminal.slip("search", "alpha", "--group", "folder").output.contains("Draft\n"))
        #expect(!terminal.slip("search", "alpha", "--lines", "1").output.contains("three"))
    }

    @Test func `check reports defaults that have no meaning`() throws {
        let terminal = try Self.vault("scope: everything\ngroup: nothing\nlines: few\n")
        let found = terminal.slip("check", "--kind", "config")
        #expect(found.status == 1)
        for message in [
            "'scope' must be all, folder or here", "'nothing'", "'lines' must be a whole number, at least 0",
        ] {
            #expect(found.output.contains(message), "\(found)")
        }
        #expect(terminal.slip("search", "-c").output == "3\n")
    }
}
