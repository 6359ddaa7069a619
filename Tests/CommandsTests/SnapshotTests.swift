import Arguments
import Commands
import TestSupport
import Testing

/// Complete outputs, compared with stored snapshots.
@Suite struct SnapshotTests {
    private static func vault() throws -> Console {
        try Console([
            ".slipbox/config.yaml": "searches:\n  mine: \"status:review\"\n",
            "Box.md": """
            ---
            title: The box
            status: review
            keywords: [method, "a, b"]
            created: 2024-03-01T10:00:00Z
            modified: 2024-03-02
            due: 2024-04-01
            ---
            # Inside
            The box holds [[Card]] and ![a](p.png).
            - [ ] look
            - [x] see

            """,
            "F/Card.md": """
            ---
            created: 2024-02-01
            modified: 2024-02-02
            aliases: [Slip]
            order: 3
            ---
            A card of the box, \u{1B}[31mand\ttabs "quoted", <b>.

            """,
            "p.png": "x",
        ])
    }

    @Test func `the help of every command equals its snapshot`() throws {
        let terminal = try Console([:])
        var text = terminal.slip("help").output + "\n=== --all\n\n" + terminal.slip("help", "--all").output
        for name in Program.commands.flatMap({ command in
            [command.name] + command.subcommands.map { "\(command.name) \($0.name)" }
        }) {
            text += "\n=== \(name)\n\n" + terminal.slip(["help"] + name.split(separator: " ").map(String.init)).output
        }
        #expect(try Snapshot.difference(text, named: "help") == nil)
    }

    @Test(arguments: ["text", "paths", "vimgrep", "json", "jsonl", "csv", "tsv"])
    func `results in every format equal their snapshots`(format: String) throws {
        let terminal = try Self.vault()
        var text = ""
        for arguments in [["box"], ["box", "--group", "status"], ["has:link"], ["nothing"]] {
            let result = terminal.slip(["search", "--format", format] + arguments)
            text += "=== \(arguments.joined(separator: " "))\n\(result.output)--- \(result.status)\n\(result.errors)"
        }
        #expect(try Snapshot.difference(text, named: "search-\(format)") == nil)
    }

    @Test func `the explanations of queries equal their snapshot`() throws {
        let terminal = try Self.vault()
        var text = ""
        for query in [
            "box", "@mine -#method due:<2024-05", "\"the box\" OR contains:olds sort:title",
            "words:>3 group:folder limit:2",
        ] {
            text += terminal.slip("search", "--explain", query).output + "\n"
        }
        #expect(try Snapshot.difference(text, named: "explain") == nil)
    }

    @Test func `the output of check, show, links and lists equals its snapshot`() throws {
        let terminal = try Self.vault()
        try terminal.write(
            "Odd.md", "---\nstatus: odd\nkeywrds: [x]\ncreated: 2024-01-01\nmodified: 2024-01-01\n---\n[[Nowhere]]\n")
        var text = ""
        for arguments in [
            ["check"], ["check", "--kind", "broken-link", "--format", "json"], ["show", "Card", "--format", "json"],
            ["links", "Box"], ["keyword", "list"], ["property", "list"], ["folder", "tree"], ["suggest", "sta"],
            ["task", "list"], ["set", "Box", "status=draft", "--dry-run"], ["mv", "F/Card.md", "New.md", "--dry-run"],
        ] {
            let result = terminal.slip(arguments)
            text += "=== \(arguments.joined(separator: " "))\n\(result.output)--- \(result.status)\n\(result.errors)"
        }
        #expect(try Snapshot.difference(text, named: "commands") == nil)
    }
}
