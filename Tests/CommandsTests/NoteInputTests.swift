import Arguments
import Foundation
import SourceText
import TestSupport
import Testing

/// Notes as arguments, on standard input, or from a query.
@Suite struct NoteInputTests {
    private static func vault() throws -> Console {
        try Console([
            "a.md": "---\nstatus: draft\n---\nx\n", "b b.md": "---\nstatus: review\n---\nx\n", "D/c.md": "y\n",
        ])
    }

    /// Arguments and standard input that name `a.md` and `b b.md`.
    static let inputs: [([String], String)] = [
        (["a.md", "b b.md"], ""), (["-"], "a.md\nb b.md\n"), (["-"], "a.md\nb b.md"), (["-"], "a.md\n\na.md\nb b.md\n"),
        (["-0", "-"], "a.md\0b b.md\0"), (["--null", "-"], "a.md\0b b.md"), (["a.md", "-"], "b b.md\n"),
        (["--query", "x"], ""), (["-q", "x status:draft,review"], ""), (["--query", "x", "--scope", "here"], ""),
    ]

    @Test(arguments: inputs) func `set accepts named notes, standard input and a query`(
        _ arguments: [String], _ input: String
    ) throws {
        let terminal = try Self.vault()
        let result = terminal.slip(["set"] + arguments + ["status=archived"], input: input)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("2 notes changed") && result.errors.contains("slip undo"))
        #expect(try terminal.read("a.md") == "---\nstatus: archived\n---\nx\n")
        #expect(try terminal.read("b b.md") == "---\nstatus: archived\n---\nx\n")
        #expect(try terminal.read("D/c.md") == "y\n")
    }

    @Test(arguments: inputs) func `mv, rm and show accept named notes, standard input and a query`(
        _ arguments: [String], _ input: String
    ) throws {
        let moved = try Self.vault()
        #expect(moved.slip(["mv"] + arguments + ["Done/"], input: input).status == 0)
        #expect(moved.exists("Done/a.md") && moved.exists("Done/b b.md") && moved.exists("D/c.md"))
        let removed = try Self.vault()
        #expect(removed.slip(["rm", "--force"] + arguments, input: input).status == 0)
        #expect(!removed.exists("a.md") && !removed.exists("b b.md") && removed.exists("D/c.md"))
        if arguments.contains(where: { $0.hasPrefix("-") && $0.contains("q") }) { return }
        let shown = try Self.vault().slip(["show", "--raw"] + arguments, input: input)
        #expect(shown.output == "---\nstatus: draft\n---\nx\n---\nstatus: review\n---\nx\n")
    }

    @Test func `keyword accepts named notes, standard input and a query`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("keyword", "add", "a.md", "one", "two").status == 0)
        #expect(terminal.slip("keyword", "add", "-", "three", input: "a.md\nb b.md\n").status == 0)
        #expect(terminal.slip("keyword", "add", "--query", "status:draft", "four").status == 0)
        #expect(terminal.slip("keyword", "remove", "-q", "x", "one").status == 0)
        #expect(terminal.slip("search", "#three", "-c").output == "2\n")
        #expect(try terminal.read("a.md").contains("[two, three, four]"))
    }

    @Test func `set accepts notes and assignments in any order`() throws {
        for line in [
            ["status=review", "a.md"], ["a.md", "status=review"], ["k=1", "a.md", "status=review"],
            ["status=review", "-"],
        ] {
            let terminal = try Self.vault()
            #expect(terminal.slip(["set"] + line, input: "a.md\n").status == 0)
            #expect(try terminal.read("a.md").contains("status: review"))
        }
    }

    @Test func `an argument that is both an assignment and a note is refused as ambiguous`() throws {
        let terminal = try Console(["a.md": "x\n", "k=1.md": "y\n"])
        #expect(terminal.slip("set", "a.md", "k=1.md").isError("./k=1.md"))
        #expect(try terminal.read("a.md") == "x\n")
        #expect(terminal.slip("set", "./k=1.md", "j=2").status == 0)
        #expect(try terminal.read("k=1.md").contains("j: 2"))
    }

    @Test(arguments: [
        ["set", "-", "-", "k=1"], ["set", "-0", "a.md", "k=1"], ["set", "k=1"], ["set", "a.md"],
        ["set", "--query", "x", "a.md", "k=1"], ["set", "a.md", "--scope", "all", "k=1"], ["mv", "--query", "x"],
        ["mv", "a.md"], ["keyword", "add", "a.md"], ["keyword", "add", "-q", "x"], ["link", "-", "-"], ["links", "-"],
        ["check", "--fix", "a.md"], ["check", "nosuch.md"], ["check", "-k", "nosuch"],
    ])
    func `incomplete or contradictory arguments are refused, and nothing is changed`(_ line: [String]) throws {
        let terminal = try Self.vault()
        let result = terminal.slip(line, input: "a.md\nb b.md\n")
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(try terminal.read("a.md") == "---\nstatus: draft\n---\nx\n")
    }

    @Test func `the limit of a query applies to changes, that of the configuration does not`() throws {
        let files = Dictionary(uniqueKeysWithValues: (1...9).map { ("n\($0).md", "x\n") })
        let terminal = try Console(files.merging([".slipbox/config.yaml": "limit: 2\n"]) { $1 })
        #expect(terminal.slip("set", "--query", "x", "k=1", "-n", "-f", "json").output.contains("n9.md"))
        #expect(terminal.slip("set", "--query", "x limit:3", "k=1", "--expect", "3").status == 0)
        #expect(terminal.slip("set", "--query", "x", "j=1", "--expect", "9").status == 0)
        #expect(terminal.slip("set", "--query", "status:draft status:review", "j=1").status == 2)
    }

    @Test func `a command in a subfolder reports which path of the vault it uses`() throws {
        let terminal = try Self.vault()
        terminal.folder = "D"
        #expect(terminal.slip("set", "a.md", "k=1").errors.contains("using 'a.md' for 'a.md'"))
        #expect(terminal.slip("set", "-q", "y", "--in", "D", "k=1").errors.contains("using 'D' for 'D'"))
        #expect(terminal.slip("new", "T", "--folder", "D").errors.contains("using 'D' for 'D'"))
        #expect(!terminal.slip("show", "a.md").errors.contains("using"))
    }

    @Test func `the editor opens all notes, and no lock is held meanwhile`() throws {
        let terminal = try Self.vault()
        terminal.variables["EDITOR"] = "code -w"
        var opened: [String] = []
        terminal.runShell = { [unowned terminal] command, paths in
            #expect(command == "code -w")
            opened = paths.map { String(decoding: $0, as: UTF8.self) }
            // Another command changes the vault while the editor is open.
            let inner = terminal.slip("set", "D/c.md", "k=1")
            #expect(inner.status == 0)
            #expect(!inner.errors.contains("waiting"))
            return 0
        }
        let root = terminal.directory.path
        #expect(terminal.slip("edit", "a.md", "D/c.md").status == 0)
        #expect(opened == ["\(root)/a.md", "\(root)/D/c.md"])
        #expect(terminal.slip("edit", "-", input: "b b.md\n").status == 0)
        #expect(opened == ["\(root)/b b.md"])
        #expect(terminal.slip("new", "Fresh", "--edit").output == "Fresh.md\n")
        #expect(opened == ["\(root)/Fresh.md"])
    }

    @Test func `new --edit creates no note without an editor`() throws {
        let terminal = try Console(["a.md": "x\n"])
        for variables in [[:], ["EDITOR": "", "VISUAL": ""]] {
            terminal.variables = variables
            let made = terminal.slip("new", "Q", "--edit")
            #expect(made.status == 2 && made.output.isEmpty && made.errors.contains("no editor is set"), "\(made)")
        }
        #expect(!terminal.exists("Q.md"))
        #expect(terminal.slip("new", "Q", "--edit", "--dry-run").status == 0)
        #expect(terminal.slip("today").output == "2024-03-30.md\n")
        terminal.variables["EDITOR"] = "false"
        terminal.runShell = { _, _ in 1 }
        let failed = terminal.slip("new", "Q", "--edit")
        #expect(failed.status == 2 && failed.output.isEmpty, "\(failed)")
        #expect(failed.errors.contains("created 'Q.md'; undo with: slip undo") && terminal.exists("Q.md"))
    }

    @Test func `check checks the given paths`() throws {
        let terminal = try Console([
            "a.md": "[[nope]]\n", "D/b.md": "[[nada]]\n", "D/E/c.md": "[[nil]]\n", "ok.md": "x\n",
        ])
        #expect(terminal.slip("check").lines.count == 3)
        #expect(terminal.slip("check", "D").lines.count == 2)
        #expect(terminal.slip("check", "a.md", "D/E").lines.count == 2)
        #expect(terminal.slip("check", "-", input: "a.md\n").lines.count == 1)
        #expect(terminal.slip("check", "ok.md") == Console.Result(status: 0, output: "", errors: ""))
        #expect(terminal.slip("check", "-", input: "").status == 0)
        terminal.folder = "D"
        #expect(terminal.slip("check", ".").lines.count == 2)
        #expect(terminal.slip("check", "b.md").output.hasPrefix("b.md:1:3: broken-link"))
    }

    @Test func `an unknown kind is refused before anything is fixed`() throws {
        let terminal = try Console(["a.md": "A long enough text to be known by\n", "l.md": "[x](a.md)\n"])
        terminal.slip("index")
        try terminal.move("a.md", to: "b.md")
        #expect(terminal.slip("check", "--fix", "--kind", "broken-lnk").isError("broken-link"))
        #expect(try terminal.read("l.md") == "[x](a.md)\n")
    }

    @Test func `a terminal shows findings by file, with a summary by kind`() throws {
        let terminal = try Console(["a.md": "[[nope]] [[nada]]\n", "b.md": "[[nil]] ![](x.png)\n"])
        terminal.isTerminal = true
        terminal.variables["SLIPBOX_PAGER"] = ""
        let lines = terminal.slip("check").output.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        #expect(lines[0...3] == ["4 problems in 2 files", "     3  broken-link", "     1  missing-attachment", ""])
        #expect(lines[4] == "a.md")
        #expect(lines[5].hasPrefix("  1:3   broken-link         there is no note"))
    }

    @Test func `a change is printed as JSON, also for a dry run`() throws {
        let terminal = try Self.vault()
        func object(_ line: [String]) throws -> [String: Any] {
            let result = terminal.slip(line)
            #expect(result.status == 0, "\(result.errors)")
            return try result.object()
        }
        func operations(_ object: [String: Any]) -> [[String: Any]] { object["operations"] as? [[String: Any]] ?? [] }
        let planned = try object(["set", "a.md", "k=1", "-n", "--format", "json"])
        #expect(planned["done"] as? Bool == false)
        #expect((operations(planned).first?["patch"] as? String)?.contains("+k: 1") == true)
        let done = try object(["set", "a.md", "k=1", "--format", "json"])
        #expect(done["done"] as? Bool == true && done["title"] as? String == "set k=1")
        let moved = try object(["mv", "a.md", "e.md", "-fjson"])
        #expect(operations(moved).first?["operation"] as? String == "move")
        #expect(operations(moved).first?["to"] as? String == "e.md")
        let removed = try object(["rm", "e.md", "--force", "-fjson"])
        #expect(operations(removed).map { $0["operation"] as? String } == ["trash"])
        #expect(try object(["new", "T", "-fjson"])["path"] as? String == "T.md")
        #expect(try object(["new", "U", "-nfjson"])["path"] as? String == "U.md")
        #expect(!terminal.exists("U.md"))
    }

    @Test(arguments: [
        (["search", "statsu:x", "--format", "json"], "query"), (["show", "nosuch", "-fjson"], "vault"),
        (["search", "--nosuch", "--format=jsonl"], "usage"),
    ])
    func `an error is printed as one JSON object on standard error`(_ line: [String], _ kind: String) throws {
        let result = try Self.vault().slip(line)
        #expect(result.status == 2 && result.output.isEmpty)
        let error = try #require(try result.errorObject())
        #expect(Set(error.keys) == ["kind", "message", "help", "offset", "path", "line"])
        #expect(error["kind"] as? String == kind)
        if kind == "query" { #expect(error["offset"] as? Int == 0) }
    }

    @Test func `an error in JSON names its file and line`() throws {
        let terminal = try Self.vault()
        try terminal.write("conflict.md", "# C\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
        func error(_ line: [String]) throws -> [String: Any] { try #require(try terminal.slip(line).errorObject()) }
        let conflict = try error(["set", "conflict.md", "status=draft", "-fjson"])
        #expect(conflict["path"] as? String == "conflict.md")
        #expect(conflict["line"] as? Int == 3)
        let hidden = try error(["mv", "conflict.md", ".hidden.md", "-fjson"])
        #expect(hidden["path"] as? String == ".hidden.md")
        #expect(hidden["line"] is NSNull)
    }

    @Test func `an unknown format version is refused`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("search", "--format-version", "1").status == 0)
        #expect(terminal.slip("--format-version", "1", "search").status == 0)
        #expect(terminal.slip("search", "--format-version", "2").status == 2)
    }
}
