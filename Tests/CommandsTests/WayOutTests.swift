import Foundation
import TestSupport
import Testing

/// What errors, remarks and last lines say about how to go on.
@Suite struct WayOutTests {
    private func vault() throws -> Console {
        try Console([
            "Inbox/a.md": "luhmann\n", "Inbox/b.md": "other\n", "c.md": "luhmann #kw\n", "Ideas/d.md": "luhmann\n",
        ])
    }

    @Test func `a search on a terminal says how many more lie outside its folder`() throws {
        let terminal = try vault()
        terminal.folder = "Inbox"
        terminal.isTerminal = true
        terminal.variables["PAGER"] = ""
        #expect(terminal.slip("search", "luhmann").output.hasSuffix("\n\n2 outside this folder: --scope all\n"))
        #expect(terminal.slip("search").output.hasSuffix("\n\n2 outside this folder: --scope all\n"))
        #expect(
            terminal.slip("search", "-n1").output.hasSuffix(
                "\n\n1 more; to list all: --limit 2\n2 outside this folder: --scope all\n"))
        #expect(terminal.slip("search", "--in", "/", "--scope", "here", "luhmann").output.contains("2 outside"))
        for quiet in [
            ["luhmann", "--scope", "all"], ["other"], ["luhmann", "-f", "paths"], ["luhmann", "-c"],
            // Not at the price of opening every note.
            ["/luhm/"],
        ] { #expect(!terminal.slip(["search"] + quiet).output.contains("outside"), "\(quiet)") }
        terminal.isTerminal = false
        #expect(!terminal.slip("search", "luhmann", "-f", "text").output.contains("outside"))
    }

    @Test func `a folder that is missing, or is where a note is meant, has a way out`() throws {
        let terminal = try vault()
        let missing = terminal.slip("new", "x", "--folder", "sub/de ep")
        #expect(missing.status == 2 && missing.errors.contains("to create it: slip folder new 'sub/de ep'"))
        #expect(terminal.slip("folder", "new", "sub/de ep").status == 0)
        #expect(terminal.slip("new", "x", "--folder", "sub/de ep").status == 0)
        let near = terminal.slip("new", "x", "--folder", "Idea").errors
        #expect(near.contains("did you mean 'Ideas'?  or to create it: slip folder new Idea"))
        for name in ["Ideas", "Ideas/", "./Ideas"] {
            let removed = terminal.slip("rm", name, "--force")
            #expect(removed.status == 2 && removed.errors.contains("'\(name)' is a folder"), "\(removed)")
            #expect(removed.errors.contains("slip folder rm \(name)"))
        }
        let set = terminal.slip("set", "Ideas", "x=1")
        #expect(set.status == 2 && set.errors.contains("is a folder") && set.errors.contains("in:Ideas"))
        #expect(terminal.exists("Ideas/d.md"))
    }

    @Test func `one note is one note`() throws {
        let terminal = try vault()
        #expect(terminal.slip("search", "#kw", "--explain").output.contains("#kw (1 note)"))
        #expect(try Console(["a.md": "x"]).slip("search", "--explain").output.contains("every note (1 note)"))
    }

    @Test(arguments: [
        (["CLICOLOR": "0"], false), (["CLICOLOR": "1"], true), ([:], true),
        (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ]) func `variables say whether there is colour`(variables: [String: String], isColored: Bool) throws {
        let terminal = try vault()
        terminal.isTerminal = true
        terminal.variables = variables.merging(["PAGER": ""]) { value, _ in value }
        #expect(terminal.slip("search", "other").output.contains("\u{1B}[") == isColored)
        #expect(terminal.slip("search", "other", "--color", "always").output.contains("\u{1B}["))
    }

    @Test(arguments: [["NO_COLOR": "1"], ["CLICOLOR": "0"]])
    func `matches are marked without colours too, and nothing else`(variables: [String: String]) throws {
        let terminal = try vault()
        terminal.isTerminal = true
        terminal.variables = variables.merging(["PAGER": "", "TERM": "xterm-256color"]) { value, _ in value }
        let found = terminal.slip("search", "other").output
        #expect(
            found.contains("\u{1B}[0;1;4mother\u{1B}[0m") && found.count { $0 == "\u{1B}" } == 2,
            "\(found.debugDescription)")
        #expect(!terminal.slip("search", "other", "--color", "never").output.contains("\u{1B}"))
        terminal.variables["TERM"] = "dumb"
        #expect(!terminal.slip("search", "other").output.contains("\u{1B}"))
        terminal.isTerminal = false
        terminal.variables["TERM"] = "xterm"
        #expect(!terminal.slip("search", "other", "-f", "text").output.contains("\u{1B}"))
    }

    @Test func `a keyword that no list has is said to be none`() throws {
        let result = try vault().slip("keyword", "list", "zzz")
        #expect(result.status == 1 && result.errors == "slip: no keyword contains 'zzz'\n")
    }

    @Test func `undo and redo tell what they did as one object`() throws {
        let terminal = try vault()
        #expect(terminal.slip("set", "c", "x=1").status == 0)
        #expect(terminal.slip("set", "a", "x=2").status == 0)
        struct Told: Decodable {
            struct Change: Decodable {
                var command: String
                var files: [String]
            }
            var title: String
            var done: Bool
            var changes: [Change]
            var skipped: [String]
        }
        func told(_ arguments: String...) throws -> Told {
            try JSONDecoder().decode(Told.self, from: Data(terminal.slip(arguments).output.utf8))
        }
        let undone = try told("undo", "2", "--format", "json")
        #expect(undone.title == "undo" && undone.done && undone.skipped.isEmpty)
        #expect(undone.changes.map(\.command) == ["set x=2", "set x=1"])
        #expect(undone.changes.map(\.files) == [["Inbox/a.md"], ["c.md"]])
        #expect(try told("redo", "-f", "json").changes.map(\.files) == [["c.md"]])
        let shown = terminal.slip("undo", "--show", "1", "--format", "json").output
        #expect(shown.contains("\"patch\": ") && shown.contains("\"title\": \"set x=1\""))
    }

    @Test func `words without quotes, and a vault named in the environment, are told of`() throws {
        let terminal = try Console(["a.md": "text\n"])
        #expect(terminal.slip("new", "My", "thought").errors.contains("in quotes"))
        terminal.variables["SLIPBOX_VAULT"] = "/nope"
        #expect(terminal.slip("search", "text").errors.contains("SLIPBOX_VAULT"))
    }

    @Test func `a file is not taken for a folder, nor a folder for a file`() throws {
        let terminal = try Console(["a.md": "---\npriority: 2\n---\nx\n", "F/b.md": "y\n"])
        for arguments in [["new", "x", "--folder", "a.md"], ["search", "--in", "a.md"], ["init", "a.md"]] {
            #expect(terminal.slip(arguments).errors.hasPrefix("slip: 'a.md' is not a folder"), "\(arguments)")
        }
        #expect(terminal.slip("attach", "a.md", "F").errors.contains("is not a file"))
        let result = terminal.slip("search", "priority:>abc")
        #expect(result.status == 2 && result.errors.contains("neither a number nor a date"), "\(result)")
        #expect(terminal.slip("search", "priority:>2024-13").errors.contains("2024-13"))
    }

    @Test func `what went to the trash comes back by the name it went by`() throws {
        let terminal = try Console(["F/Rust.md": "x\n"])
        #expect(terminal.slip("rm", "Rust", "--force").status == 0)
        #expect(terminal.slip("trash", "restore", "Rust").status == 0)
        #expect(try terminal.read("F/Rust.md") == "x\n")
    }

    @Test func `a folder beside the vault that is not there yet lies beside it`() throws {
        let terminal = try Console()
        try terminal.write("v/.slipbox/config.yaml", "")
        terminal.folder = "v"
        let result = terminal.slip("init", "../plain")
        #expect(result.status == 0 && terminal.exists("plain/.slipbox"), "\(result)")
        #expect(terminal.slip("init", "inside").errors.contains("is in the vault"))
    }
}
