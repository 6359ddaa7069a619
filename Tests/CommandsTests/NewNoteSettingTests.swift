import TestSupport
import Testing

/// `new:` in the configuration, and its proposal by `slip init`.
@Suite struct NewNoteSettingTests {
    private static func console(_ setting: String) throws -> Console {
        try Console(["a.md": "x\n", "In/b.md": "y\n", ".slipbox/config.yaml": "new: \(setting)\n"])
    }

    @Test func `new notes go to the folder of the configuration, except in a subfolder`() throws {
        let console = try Self.console("{folder: Inbox/New}")
        #expect(console.slip("new", "A thought").output == "Inbox/New/A thought.md\n")
        #expect(console.slip("new", "D", "--folder", "In").output == "In/D.md\n")
        console.folder = "In"
        #expect(console.slip("new", "C").output == "C.md\n" && console.exists("In/C.md"))
    }

    @Test func `new notes have the configured keys, and no title that the file name has`() throws {
        let console = try Self.console("{title: false, created: date, time: false, keywords: tags}")
        console.slip("new", "A thought", "--keyword", "one")
        #expect(try console.read("A thought.md") == "---\ntags: [one]\ndate: 2024-03-30\n---\n")
        let path = console.slip("new", "A/B: why?").lines[0]
        #expect(try console.read(path).contains("title: "), "\(path)")
        console.slip("today")
        #expect(try console.read("2024-03-30.md") == "---\ndate: 2024-03-30\n---\n")
    }

    @Test func `new notes have their title in a heading, and no date, if the configuration says so`() throws {
        let console = try Self.console("{title: heading, created: false}")
        console.slip("new", "A thought")
        #expect(try console.read("A thought.md") == "# A thought\n")
        console.slip("new", "B", "--keyword", "one")
        #expect(try console.read("B.md") == "---\nkeywords: [one]\n---\n# B\n")
        try console.write(".slipbox/templates/t.md", "# {{title}}\n\nText\n")
        console.slip("new", "C", "--template", "t")
        #expect(try console.read("C.md") == "# C\n\nText\n")
        #expect(console.slip("check", "--kind", "config").output.isEmpty)
    }

    @Test func `init proposes headings as titles and no dates if notes are so`() throws {
        let console = try Console()
        for number in 1...10 { try console.write("n\(number).md", "# Note \(number)\n\ntext\n") }
        console.slip("init", "--yes")
        #expect(
            try console.read(".slipbox/config.yaml").contains("\nnew: {title: heading, created: false}\n"))
        console.slip("new", "A thought")
        #expect(try console.read("A thought.md") == "# A thought\n")
    }

    @Test(arguments: [
        ("{title: perhaps}", "'title' must be true, false or heading"),
        ("{folder: ../out}", "'folder' in 'new' must be a folder of the vault"),
        ("{titel: x}", "unknown key 'titel' in 'new'"),
        ("{created: due}", "'due' in 'new' is not a name of 'created'"), ("x", "'new' must be a mapping"),
    ])
    func `an invalid setting is reported`(_ setting: String, _ message: String) throws {
        #expect(try Self.console(setting).slip("check").output.contains(message))
    }

    @Test func `init proposes the keys that most notes use`() throws {
        let console = try Console()
        for number in 1...5 {
            try console.write(
                "n\(number).md", "---\ndate: 2024-03-0\(number)\ntags: [a]\n---\ntext\n")
        }
        let made = console.slip("init", "--yes")
        #expect(
            try console.read(".slipbox/config.yaml").contains(
                "\nnew: {title: false, created: date, keywords: tags, time: false}\n"), "\(made.errors)")
        console.slip("new", "A thought", "-k", "b")
        #expect(try console.read("A thought.md") == "---\ntags: [b]\ndate: 2024-03-30\n---\n")
    }

    @Test func `init proposes nothing for notes as slip writes them`() throws {
        let console = try Console(["x.md": "y\n"])
        for title in ["A", "B", "C", "D"] { console.slip("new", title) }
        try console.remove(".slipbox")
        #expect(console.slip("init", "--yes").errors.contains("proposed") == false)
    }

    @Test func `init takes over the folder for new notes of Obsidian`() throws {
        let console = try Console()
        try console.write(
            ".obsidian/app.json",
            #"{"newFileLocation": "folder", "newFileFolderPath": "Inbox", "strictLineBreaks": true}"#)
        try console.write("Inbox/a.md", "x\n")
        console.slip("init", "--yes")
        #expect(try console.read(".slipbox/config.yaml").contains("\nnew: {folder: Inbox}\n"))
        #expect(console.slip("new", "B").output == "Inbox/B.md\n")
    }

    @Test func `today writes no title with 'title: false', for each form of its name`() throws {
        let console = try Console([
            ".slipbox/config.yaml":
                "new: {title: false, created: false}\ndaily: {name: \"{{year}}_{{month}}_{{day}}\"}\n"
        ])
        console.slip("today")
        #expect(try console.read("2024_03_30.md").isEmpty)
    }

    @Test func `a title with a slash names a folder if it exists`() throws {
        let console = try Self.console("{title: false, created: false}")
        #expect(console.slip("new", "In/Why not").output == "In/Why not.md\n")
        #expect(try console.read("In/Why not.md").isEmpty)
        let made = console.slip("new", "Out/Why")
        #expect(made.output == "Out-Why.md\n" && made.errors.contains("there is no folder 'Out'"), "\(made.errors)")
    }

    @Test func `keyword add and link use the keys of the configuration`() throws {
        let console = try Self.console("{keywords: tags, links: related}")
        console.slip("keyword", "add", "a.md", "one")
        console.slip("link", "a.md", "b")
        #expect(try console.read("a.md") == "---\ntags: [one]\nrelated: [\"[[b]]\"]\n---\nx\n")
        try console.write("c.md", "---\nkeywords: [two]\n---\n")
        console.slip("keyword", "add", "c.md", "one")
        #expect(try console.read("c.md") == "---\nkeywords: [two, one]\n---\n")
    }

    @Test func `init proposes a key for dates that it proposes as a name of created`() throws {
        let console = try Console()
        for number in 1...9 { try console.write("n\(number).md", "---\ncreated-date: 2024-03-0\(number)\n---\nx\n") }
        try console.write("z.md", "---\ndate: some day\n---\nx\n")
        let made = console.slip("init", "--yes")
        let config = try console.read(".slipbox/config.yaml")
        #expect(config.contains("\nkeys: {created: [created-date]}\n"), "\(config)")
        #expect(config.contains("\nnew: {title: false, created: created-date, time: false}\n"), "\(config)")
        #expect(!made.errors.contains("no note has a creation date"))
        console.slip("new", "A")
        #expect(try console.read("A.md") == "---\ncreated-date: 2024-03-30\n---\n")
    }

    @Test(arguments: [("todo", true), ("Draft", false)])
    func `init proposes the statuses of the notes if none is a usual one`(_ status: String, _ isProposed: Bool) throws {
        let console = try Console()
        for number in 1...4 { try console.write("d\(number).md", "---\nstatus: done\n---\n") }
        for number in 1...2 { try console.write("t\(number).md", "---\nstatus: \(status)\n---\n") }
        console.slip("init", "--yes")
        #expect(try console.read(".slipbox/config.yaml").contains("\nstatuses: [done, todo]\n") == isProposed)
        #expect(console.slip("set", "d1.md", "status=odd").isError("'statuses:' in .slipbox/config.yaml"))
    }
}
