import Foundation
import TestSupport
import Testing

/// Suggestions in errors, notices and closing lines.
@Suite struct AdviceTests {
    private func vault() throws -> Console {
        try Console([
            "Inbox/a.md": "luhmann\n", "Inbox/b.md": "other\n", "c.md": "luhmann #kw\n", "Ideas/d.md": "luhmann\n",
        ])
    }

    @Test func `a search on a terminal reports how many results are outside of its folder`() throws {
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
            // The count would require reading every note.
            ["/luhm/"],
        ] { #expect(!terminal.slip(["search"] + quiet).output.contains("outside"), "\(quiet)") }
        terminal.isTerminal = false
        #expect(!terminal.slip("search", "luhmann", "-f", "text").output.contains("outside"))
    }

    @Test func `a chosen folder and the whole vault contradict each other`() throws {
        let terminal = try vault()
        for command in [
            ["search"], ["task", "list"], ["suggest", "x"], ["stats"], ["set", "--query", "x", "a=b"],
            ["keyword", "add", "--query", "x", "k"],
        ] {
            let result = terminal.slip(command + ["--in", "Inbox", "--scope", "all"])
            #expect(result.isError("'--in' and '--scope all' cannot be used together"), "\(command): \(result)")
            #expect(terminal.slip(command + ["--in", "Inbox", "--scope", "here"]).status != 2)
        }
        let browse = terminal.slip("browse", "--in", "Inbox", "--scope", "all")
        #expect(browse.isError("'--in' and '--scope all' cannot be used together"), "\(browse)")
    }

    @Test func `an error about a missing or unexpected folder suggests a command`() throws {
        let terminal = try vault()
        #expect(terminal.slip("new", "x", "--folder", "sub/de ep").isError("to create it: slip folder new 'sub/de ep'"))
        #expect(terminal.slip("folder", "new", "sub/de ep").status == 0)
        #expect(terminal.slip("new", "x", "--folder", "sub/de ep").status == 0)
        let near = terminal.slip("new", "x", "--folder", "Idea").errors
        #expect(near.contains("did you mean 'Ideas'?  or to create it: slip folder new Idea"))
        for name in ["Ideas", "Ideas/", "./Ideas"] {
            let removed = terminal.slip("rm", name, "--force")
            #expect(removed.isError("'\(name)' is a folder"), "\(removed)")
            #expect(removed.errors.contains("slip folder rm \(name)"))
        }
        #expect(terminal.slip("set", "Ideas", "x=1").isError("is a folder", "in:Ideas"))
        #expect(terminal.exists("Ideas/d.md"))
    }

    @Test func `--explain counts one note in the singular`() throws {
        let terminal = try vault()
        #expect(terminal.slip("search", "#kw", "--explain").output.contains("#kw (1 note)"))
        #expect(try Console(["a.md": "x"]).slip("search", "--explain").output.contains("every note (1 note)"))
    }

    @Test(arguments: [
        (["CLICOLOR": "0"], false), (["CLICOLOR": "1"], true), ([:], true),
        (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ]) func `environment variables enable and disable colors`(variables: [String: String], isColored: Bool) throws {
        let terminal = try vault()
        terminal.isTerminal = true
        terminal.variables = variables.merging(["PAGER": ""]) { value, _ in value }
        #expect(terminal.slip("search", "other").output.contains("\u{1B}[") == isColored)
        #expect(terminal.slip("search", "other", "--color", "always").output.contains("\u{1B}["))
    }

    @Test(arguments: [["NO_COLOR": "1"], ["CLICOLOR": "0"]])
    func `without colors, matches are the only marked text`(variables: [String: String]) throws {
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

    @Test func `undo and redo print a JSON object`() throws {
        let terminal = try vault()
        #expect(terminal.slip("set", "c", "x=1").status == 0)
        #expect(terminal.slip("set", "a", "x=2").status == 0)
        struct Reversal: Decodable {
            struct Change: Decodable {
                var command: String
                var files: [String]
            }
            var title: String
            var done: Bool
            var changes: [Change]
            var skipped: [String]
        }
        func reversal(_ arguments: String...) throws -> Reversal {
            try JSONDecoder().decode(Reversal.self, from: Data(terminal.slip(arguments).output.utf8))
        }
        let undone = try reversal("undo", "2", "--format", "json")
        #expect(undone.title == "undo" && undone.done && undone.skipped.isEmpty)
        #expect(undone.changes.map(\.command) == ["set x=2", "set x=1"])
        #expect(undone.changes.map(\.files) == [["Inbox/a.md"], ["c.md"]])
        #expect(try reversal("redo", "-f", "json").changes.map(\.files) == [["c.md"]])
        let shown = terminal.slip("undo", "--show", "1", "--format", "json").output
        #expect(shown.contains("\"patch\": ") && shown.contains("\"title\": \"set x=1\""))
    }

    @Test func `unquoted words and SLIPBOX_VAULT are mentioned in errors`() throws {
        let terminal = try Console(["a.md": "text\n"])
        #expect(terminal.slip("links", "My", "thought").errors.contains("in quotes"))
        terminal.variables["SLIPBOX_VAULT"] = "/nope"
        #expect(terminal.slip("search", "text").errors.contains("SLIPBOX_VAULT"))
    }

    @Test func `a file in place of a folder, or the reverse, is refused`() throws {
        let terminal = try Console(["a.md": "---\npriority: 2\n---\nx\n", "F/b.md": "y\n"])
        for arguments in [["new", "x", "--folder", "a.md"], ["search", "--in", "a.md"], ["init", "a.md"]] {
            #expect(terminal.slip(arguments).errors.hasPrefix("slip: 'a.md' is not a folder"), "\(arguments)")
        }
        #expect(terminal.slip("attach", "a.md", "F").errors.contains("is not a file"))
        #expect(terminal.slip("search", "priority:>abc").isError("neither a number nor a date"))
        #expect(terminal.slip("search", "priority:>2024-13").errors.contains("2024-13"))
    }

    @Test func `a removed note can be restored by its title`() throws {
        let terminal = try Console(["F/Rust.md": "x\n"])
        #expect(terminal.slip("rm", "Rust", "--force").status == 0)
        #expect(terminal.slip("trash", "restore", "Rust").status == 0)
        #expect(try terminal.read("F/Rust.md") == "x\n")
    }

    @Test func `init creates a missing folder next to the vault`() throws {
        let terminal = try Console()
        try terminal.write("v/.slipbox/config.yaml", "")
        terminal.folder = "v"
        let result = terminal.slip("init", "../plain")
        #expect(result.status == 0 && terminal.exists("plain/.slipbox"), "\(result)")
        #expect(terminal.slip("init", "inside").errors.contains("is in the vault"))
    }
}
