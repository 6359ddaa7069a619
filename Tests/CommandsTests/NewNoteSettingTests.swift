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
}
