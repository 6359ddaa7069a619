import TestSupport
import Testing

/// Paths in the configuration follow moved folders and notes.
struct ConfigurationMoveTests {
    @Test(arguments: [
        ("in:Box", "in:Crate"), ("dir:box/", "dir:Crate/"), ("folder:Box/Sub -is:draft", "folder:Crate/Sub -is:draft"),
        ("path:Box/** OR in:\"Box\"", "path:Crate/** OR in:\"Crate\""), ("links-to:Box/z", "links-to:Crate/z"),
        ("linked-from:(in:Box #k)", "linked-from:(in:Crate #k)"), ("links-to:z", "links-to:z"),
        ("Box title:Box path:Box in:Boxes", "Box title:Box path:Box in:Boxes"), ("in:Box (", "in:Box ("),
    ])
    func `saved searches follow a renamed folder`(query: String, expected: String) throws {
        let config = "# mine\nsearches:\n  q: '\(query)' # why\nlimit: 5\n"
        let terminal = try Console(["Box/z.md": "z\n", "Box/Sub/n.md": "n\n", "Boxes/b.md": "b\n"])
        try terminal.write(".slipbox/config.yaml", config)
        #expect(terminal.slip("folder", "rename", "Box", "Crate").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == config.replacing(query, with: expected))
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == config)
    }

    @Test(arguments: [
        ("links-to:a", "z", "links-to:z"), ("links-to:a.md", "B/a", "links-to:B/a.md"),
        ("links-to:a", "B/my note", "links-to:\"B/my note\""), ("linked-from:/a", "B/b", "linked-from:\"/B/b\""),
        ("path:a.md", "z", "path:z.md"), ("links-to:Title", "z", "links-to:Title"),
    ])
    func `saved searches follow a moved note`(query: String, dest: String, expected: String) throws {
        let terminal = try Console(["a.md": "# Title\n", "B/b2.md": "[[a]]\n"])
        try terminal.write(".slipbox/config.yaml", "searches: {q: '\(query)'}\n")
        let isChanged = terminal.slip("mv", "a.md", dest + ".md", "--dry-run").output.contains("config.yaml")
        #expect(isChanged == (query != expected))
        #expect(terminal.slip("mv", "a.md", dest + ".md").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == "searches: {q: '\(expected)'}\n")
    }

    @Test(arguments: [
        ("daily: {folder: Box}", "daily: {folder: Crate}"),
        ("daily:\n  folder: Box/Days\n  name: \"{{date}}\"", "daily:\n  folder: Crate/Days\n  name: \"{{date}}\""),
        ("daily: {name: \"Box/{{year}}/{{date}}\"}", "daily: {name: \"Crate/{{year}}/{{date}}\"}"),
        ("daily: {folder: Other}", "daily: {folder: Other}"),
    ])
    func `the daily notes setting follows a renamed folder`(config: String, expected: String) throws {
        let terminal = try Console(["Box/z.md": "z\n"])
        try terminal.write(".slipbox/config.yaml", config + "\n")
        #expect(terminal.slip("folder", "rename", "Box", "Crate").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == expected + "\n")
    }

    @Test(arguments: ["", "ignore: [/Box/T/]\n"])
    func `the live blocks of templates follow the renamed folder that contains them`(ignore: String) throws {
        let template = "# {{title}}\n<!-- slip: in:Box/A -->\n<!-- /slip -->\n"
        let terminal = try Console(["Box/A/a.md": "a\n", "Box/T/t.md": template])
        try terminal.write(".slipbox/config.yaml", "template-folder: Box/T\n" + ignore)
        #expect(terminal.slip("folder", "rename", "Box", "Crate").status == 0)
        #expect(try terminal.read("Crate/T/t.md") == template.replacing("Box", with: "Crate"))
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read("Box/T/t.md") == template)
    }

    @Test(arguments: [
        ("in:Box", "in:\"/\""), ("in:Box/Sub", "in:Sub"), ("-in:Box/Sub x", "-in:Sub x"), ("in:Top -in:Box", nil),
        ("path:Box/**", "path:**"), ("-path:Box/*", nil), ("path:Box/Sub/n.md", "path:Sub/n.md"),
        ("links-to:Box/Sub/n", "links-to:Sub/n"), ("in:Box/Empty", nil), ("folder:Box/Sub/Deep", nil),
        ("in:Top", "in:Top"),
    ])
    func `saved searches follow the notes of a removed folder, or are named`(query: String, expected: String?) throws {
        let config = "searches:\n  q: '\(query)'\n"
        let terminal = try Console([
            "Box/z.md": "z\n", "Box/Sub/n.md": "n\n", "Box/Empty/.gitkeep": "", "Box/Sub/Deep/.gitkeep": "",
            "Top/t.md": "t\n",
        ])
        try terminal.write(".slipbox/config.yaml", config)
        let removal = terminal.slip("folder", "rm", "Box", "--keep-notes", "--force")
        #expect(removal.status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == config.replacing(query, with: expected ?? query))
        #expect(removal.errors.contains("the saved search 'q' names '") == (expected == nil), "\(removal)")
        #expect(expected == nil || terminal.slip("check", "--kind", "config").status == 0)
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == config)
    }

    @Test(arguments: [("Box/Sub", "Sub"), ("Box/Sub/Deep", nil), ("Top", "Top")] as [(String, String?)])
    func `the daily notes setting follows the notes of a removed folder, or is named`(
        folder: String, expected: String?
    ) throws {
        let terminal = try Console(["Box/Sub/n.md": "n\n", "Box/Sub/Deep/.gitkeep": "", "Top/t.md": "t\n"])
        try terminal.write(".slipbox/config.yaml", "daily: {folder: \(folder)}\n")
        let removal = terminal.slip("folder", "rm", "Box", "--keep-notes", "--force")
        #expect(try terminal.read(".slipbox/config.yaml") == "daily: {folder: \(expected ?? folder)}\n")
        #expect(removal.errors.contains("the setting 'daily' names") == (expected == nil), "\(removal)")
    }

    @Test(arguments: [
        "new: {folder: Box}", "attachment-folder: Box/in", "daily: {folder: Box}", "daily: {name: 'Box/{{date}}'}",
    ])
    func `a removal names the settings whose folder is removed`(setting: String) throws {
        let terminal = try Console(["Box/a.md": "z\n", "b.md": "n\n", ".slipbox/config.yaml": setting + "\n"])
        let key = setting.prefix { $0 != ":" }
        let dry = terminal.slip("folder", "rm", "Box", "--recursive", "--dry-run")
        #expect(dry.errors.contains("the setting '\(key)' names the folder 'Box"), "\(dry)")
        #expect(try terminal.read(".slipbox/config.yaml") == setting + "\n")
    }

    @Test(arguments: ["new: {folder: Box}", "attachment-folder: Box"])
    func `a setting is named if the notes of its folder move to the root`(setting: String) throws {
        let terminal = try Console(["Box/a.md": "z\n", ".slipbox/config.yaml": setting + "\n"])
        let result = terminal.slip("folder", "rm", "Box", "--keep-notes", "--force")
        #expect(result.status == 0 && result.errors.contains("names the folder 'Box', which is removed"), "\(result)")
        #expect(try terminal.read(".slipbox/config.yaml") == setting + "\n")
    }

    @Test(arguments: [
        ("in:Box", ["folder", "rm", "Box", "--recursive"]), ("path:Box/*", ["folder", "rm", "Box", "--recursive"]),
        ("#k -links-to:a", ["folder", "rm", "Box", "--recursive"]), ("linked-from:a", ["rm", "Box/a.md"]),
        ("path:box/a.md", ["rm", "Box/a.md"]),
    ])
    func `a removal names the saved searches that lead nowhere after it`(query: String, command: [String]) throws {
        let terminal = try Console(["Box/a.md": "z\n", "b.md": "n\n"])
        try terminal.write(".slipbox/config.yaml", "searches: {q: '\(query)', other: 'links-to:b'}\n")
        let dry = terminal.slip(command + ["--dry-run"])
        #expect(dry.errors.contains("the saved search 'q' names '"), "\(dry)")
        let removal = terminal.slip(command + ["--force"])
        #expect(removal.status == 0 && removal.errors.contains("the saved search 'q' names '"))
        #expect(!removal.errors.contains("'other'"))
    }

    @Test(arguments: [
        ("[the note][r] and [r][] and [r] and [x].\n\n[r]: x.md\n", "the note and r and r and [x].\n\n"),
        ("> ![alt][r] stays\n>\n> [r]: <x.md> \"t\"\n> more\n", "> alt stays\n>\n> more\n"),
        ("- [r]: x.md\n- [a][r]\n", "- \n- a\n"),
        ("[a][r]\r\n\r\n[r]: x.md\r\n[s]: y.md\r\n", "a\r\n\r\n[s]: y.md\r\n"),
    ])
    func `rm --unlink removes reference links and their definition`(text: String, expected: String) throws {
        let terminal = try Console(["x.md": "x\n", "y.md": "y\n", "a.md": text])
        #expect(terminal.slip("rm", "x.md", "--unlink", "--force").status == 0)
        #expect(try terminal.read("a.md") == expected)
    }

    @Test func `the folder of new notes follows a moved folder`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "new: {folder: Inbox/Now, title: false}\n", "Inbox/Now/a.md": "x\n",
        ])
        let result = console.slip("mv", "Inbox", "Eingang")
        #expect(result.status == 0 && result.errors.contains("new notes"), "\(result)")
        #expect(try console.read(".slipbox/config.yaml") == "new: {folder: Eingang/Now, title: false}\n")
        #expect(console.slip("undo").status == 0)
        #expect(try console.read(".slipbox/config.yaml") == "new: {folder: Inbox/Now, title: false}\n")
    }

    @Test func `ignored files of a moved folder stay ignored, and inbox, kinds and templates follow`() throws {
        let config =
            "ignore: [\"Box/priv/**\", \"*.tmp\"]\ntask-inbox: Box/in.md\nkinds: {k: {where: \"in:Box\", required: [x]}}\n"
        let terminal = try Console([
            "Box/in.md": "a\n", "Box/priv/s.md": "secret\n", ".slipbox/config.yaml": config,
            ".slipbox/templates/t.md": "<!-- slip: in:Box -->\n",
        ])
        let result = terminal.slip("folder", "rename", "Box", "Crate")
        #expect(result.status == 0 && result.errors.contains("kinds, task-inbox, ignore"), "\(result)")
        #expect(try terminal.read(".slipbox/config.yaml") == config.replacing("Box", with: "Crate"))
        #expect(try terminal.read(".slipbox/templates/t.md") == "<!-- slip: in:Crate -->\n")
        #expect(terminal.slip("search", "secret").status == 1)
        #expect(terminal.slip("undo").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml") == config)
    }

    @Test func `live blocks, kinds and the inbox that name something removed are named`() throws {
        let terminal = try Console([
            "Box/in.md": "a\n", "b.md": "<!-- slip: in:Box -->\n<!-- slip: links-to:z -->\n", "z.md": "z\n",
            ".slipbox/config.yaml": "task-inbox: Box/in.md\nkinds: {k: {where: \"in:Box\", required: [x]}}\n",
        ])
        let folder = terminal.slip("folder", "rm", "Box", "--recursive", "--force", "--dry-run").errors
        for name in [
            "a live block in 'b.md' names 'Box'", "the kind 'k' names 'Box'", "'task-inbox' names 'Box/in.md'",
        ] {
            #expect(folder.contains(name), "\(folder)")
        }
        #expect(terminal.slip("rm", "z.md", "--force").errors.contains("a live block in 'b.md' names 'z'"))
    }
}
