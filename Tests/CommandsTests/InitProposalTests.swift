import Foundation
import TestSupport
import Testing

@Suite struct InitProposalTests {
    /// Returns an Obsidian vault with templates, an excluded folder, and other keys for dates and keywords.
    private func obsidian() throws -> Console {
        let terminal = try Console()
        try terminal.write(
            ".obsidian/app.json",
            """
            {"userIgnoreFilters": ["Old/", "/^tmp/", "gone/", "../out", "no*te.md", ".trash/"],
             "attachmentFolderPath": "Files", "newFileLocation": "folder", "newFileFolderPath": "Inbox"}
            """)
        try terminal.write(".obsidian/templates.json", #"{"folder": "Meta/Templates"}"#)
        try terminal.write(".obsidian/daily-notes.json", #"{"folder": "Journal", "format": "YYYY-MM-DD"}"#)
        try terminal.write("Meta/Templates/{{title}}.md", "# {{title}}\n")
        try terminal.write("Old/o.md", "x\n")
        try terminal.write("no*te.md", "x\n")
        try terminal.write("note.md", "x\n")
        for day in 1...4 {
            try terminal.write(
                "Notes/n\(day).md", "---\npublished: 2024-01-0\(day)\ntopics: [rust, go]\ndue: 2030-01-01\n---\nx\n")
        }
        return terminal
    }

    @Test func `init --yes writes the proposed settings`() throws {
        let terminal = try obsidian()
        let made = terminal.slip("init", "--yes")
        #expect(made.status == 0)
        let config = try terminal.read(".slipbox/config.yaml")
        #expect(config.contains("\nkeys: {keywords: [topics], created: [published]}\n"), "\(config)")
        #expect(config.contains("\nignore: [\"/Meta/Templates/\", \"/Old/\", \"/no\\\\*te.md\"]\n"), "\(config)")
        for words in [
            "found 8 notes in 4 folders", "settings of Obsidian", "attachments in 'Files'", "new notes in 'Inbox'",
            "daily notes in 'Journal' as YYYY-MM-DD", "/^tmp/ are excluded there, but not here",
            "'published' contains dates in 4 notes", "'topics' contains words in 4 notes", "the lines were written",
        ] { #expect(made.errors.contains(words), "\(words) in \(made.errors)") }
        #expect(!made.errors.contains("'due'"))
        let found = terminal.slip("search", "--sort", "path")
        #expect(found.output == "note.md\n" + (1...4).map { "Notes/n\($0).md\n" }.joined() && found.errors.isEmpty)
        #expect(terminal.slip("search", "created:2024-01", "-c").output == "4\n")
        #expect(terminal.slip("search", "#go", "-c").output == "4\n")
        #expect(terminal.slip("check", "--kind", "config").output.isEmpty)
        #expect(made.errors.hasSuffix("slip: try: slip search '#go'   (finds 4 notes)\n"), "\(made.errors)")
    }

    @Test func `types of Obsidian are proposed where the values of the notes have them`() throws {
        let terminal = try obsidian()
        try terminal.write(
            ".obsidian/types.json",
            """
            {"types": {"Rating": "number", "read": "checkbox", "seen": "datetime", "pages": "number", "cover": "text",
             "gone": "number", "tags": "tags", "odd": 7}}
            """)
        try terminal.write(
            "book.md", "---\nrating: 4\nread: true\nseen: 2024-05-06T07:08:09\npages: many\ncover: c.png\nodd: 1\n---\n"
        )
        #expect(terminal.slip("init", "--yes").status == 0)
        let config = try terminal.read(".slipbox/config.yaml")
        for line in ["rating: number", "read: bool", "seen: date"] { #expect(config.contains(line), "\(config)") }
        for key in ["pages", "cover", "gone", "odd"] { #expect(!config.contains("\(key):"), "\(key) in \(config)") }
        #expect(terminal.slip("check", "--kind", "config").output.isEmpty)
        for text in ["{", "[]", #"{"types": []}"#, #"{"types": {"rating": {"a": []}}}"#] {
            let other = try Console(["a.md": "---\nrating: 4\n---\n", ".obsidian/types.json": text])
            #expect(other.slip("init", "--yes").status == 0)
        }
    }

    @Test(arguments: ["y", "n", nil]) func `without --yes init writes the proposals after a yes, else as comments`(
        answer: String?
    ) throws {
        let terminal = try obsidian()
        terminal.answer = answer
        let made = terminal.slip("init")
        #expect(made.status == 0)
        #expect(made.errors.contains("Write them? [y/N]") == (answer != nil))
        #expect(made.errors.contains("the lines were written\n") == (answer == "y"))
        #expect(terminal.slip("search", "created:2024-01", "-c").output == (answer == "y" ? "4\n" : "0\n"))
        // The commented lines are valid when uncommented.
        let config = try terminal.read(".slipbox/config.yaml")
        let lines = config.split(separator: "\n").map { line in
            line.hasPrefix("# keys: {k") || line.hasPrefix("# ignore: [\"/M")
                ? String(line.dropFirst(2)) : String(line)
        }
        try terminal.write(".slipbox/config.yaml", lines.joined(separator: "\n") + "\n")
        #expect(terminal.slip("search", "created:2024-01", "-c").output == "4\n")
        #expect(terminal.slip("search", "-c").output == "5\n")
    }

    @Test func `init does not change an existing vault`() throws {
        let terminal = try obsidian()
        #expect(terminal.slip("init").status == 0)
        let before = try terminal.read(".slipbox/config.yaml")
        let again = terminal.slip("init", "--yes")
        #expect(again.output == "'.' is already a vault; nothing was changed\n" && again.errors.isEmpty)
        #expect(try terminal.read(".slipbox/config.yaml") == before)
    }

    @Test func `init reads the settings of zk`() throws {
        let terminal = try Console()
        try terminal.write(
            ".zk/config.toml",
            """
            # a comment
            [notebook]
            dir = "~/x" # another
            [note]
            text = '''
            exclude = ["wrong"]
            '''
            exclude = [
              "drafts/*", # why
              'log.md',
              "{a,b}.md",
            ]
            [format.markdown]
            hashtags = false
            """)
        for name in ["a.md", "drafts/b.md", "log.md", "sub/log.md"] { try terminal.write(name, "some #tag\n") }
        let made = terminal.slip("init", "-y")
        #expect(
            made.errors.contains("settings of zk") && made.errors.contains("{a,b}.md are excluded there, but not here"))
        let config = try terminal.read(".slipbox/config.yaml")
        #expect(config.contains("\nignore: [\"/drafts/*\", \"/log.md\"]\n") && config.contains("\nhashtags: false\n"))
        #expect(terminal.slip("search", "--sort", "path").output == "a.md\nsub/log.md\n")
    }

    @Test(arguments: [
        "", "{", "[]", #"{"userIgnoreFilters": "Old/"}"#, #"{"userIgnoreFilters": [1, null, {}]}"#, "\u{0}",
        String(repeating: "[", count: 100_000),
    ]) func `init ignores settings that cannot be read`(text: String) throws {
        let terminal = try Console()
        for path in [".obsidian/app.json", ".obsidian/templates.json", ".zk/config.toml"] {
            try terminal.write(path, text)
        }
        try terminal.write("a.md", "x\n")
        let made = terminal.slip("init", "--yes")
        #expect(made.status == 0 && made.errors.contains("found settings of Obsidian and zk"))
        let config = try terminal.read(".slipbox/config.yaml")
        #expect(!config.contains("\nignore:") && !config.contains("\nhashtags:"))
        // A file without the setting has its default.
        #expect(config.contains("\nline-breaks: keep\n") == text.hasPrefix("{\"user"))
    }

    @Test(arguments: [("{}", true), (#"{"strictLineBreaks": false}"#, true), (#"{"strictLineBreaks": true}"#, false)])
    func `init takes over the line breaks of Obsidian`(text: String, keeps: Bool) throws {
        let terminal = try Console()
        try terminal.write(".obsidian/app.json", text)
        try terminal.write("a.md", "Roses are red,\nviolets are *blue*.\n\nOne line\\\nand another\n")
        terminal.slip("init", "--yes")
        #expect(try terminal.read(".slipbox/config.yaml").contains("\nline-breaks: keep\n") == keeps)
        terminal.isTerminal = true
        terminal.variables["SLIPBOX_PAGER"] = ""
        let lines = terminal.slip("show", "a").output.split(separator: "\n").map(String.init)
        #expect(lines.contains(keeps ? "Roses are red," : "Roses are red, violets are blue."), "\(lines)")
        #expect(lines.contains("One line") && lines.contains("and another"))
        #expect(terminal.slip("export", "--html", ".site").status == 0)
        let page = try terminal.read(".site/a.html")
        #expect(page.contains("Roses are red,<br />\nviolets") == keeps && page.contains("One line<br />"), "\(page)")
    }

    @Test func `init reads no settings through a symbolic link`() throws {
        let terminal = try Console()
        try terminal.write("else/templates.json", #"{"folder": "T"}"#)
        try terminal.write("v/T/a.md", "x\n")
        try terminal.link("v/.obsidian", to: "../else")
        terminal.folder = "v"
        #expect(!terminal.slip("init", "--yes").errors.contains("Obsidian"))
    }

    @Test func `init does not propose keys with unsuitable values`() throws {
        let terminal = try Console()
        for number in 1...3 {
            try terminal.write(
                "n\(number).md",
                """
                ---
                created: 2024-01-0\(number)
                published: 2024-02-0\(number)
                categories: ["[[Books]]"]
                topics: A sentence that is much too long to be anything like a keyword
                labels: \(number)
                due: 2030-01-01
                ---
                x

                """)
        }
        let made = terminal.slip("init", "--yes")
        #expect(!made.errors.contains("  keys:") && !made.errors.contains("holds dates"), "\(made.errors)")
    }

    @Test(arguments: [(2, 10, false), (3, 10, true), (3, 150, true), (3, 151, false), (4, 200, true)])
    func `init proposes a key only if at least 3 notes and 2 % of the notes have it`(
        _ having: Int, _ notes: Int, _ isProposed: Bool
    ) throws {
        let terminal = try Console()
        for number in 1...notes {
            try terminal.write("n\(number).md", number <= having ? "---\ntopics: [rust]\n---\nx\n" : "x\n")
        }
        #expect(terminal.slip("init", "--yes").errors.contains("  keys: {keywords: [topics]}") == isProposed)
    }

    @Test func `init asks before it creates a vault around another one`() throws {
        let terminal = try Console(["a.md": "x\n"])
        try terminal.write("in/er/.slipbox/config.yaml", "")
        try terminal.write("out/b.md", "x\n")
        try terminal.remove(".slipbox")
        #expect(terminal.slip("init").isError("contains the vault 'in/er'"))
        #expect(!terminal.exists(".slipbox"))
        #expect(terminal.slip("init", "out").status == 0)
        terminal.answer = "y"
        #expect(terminal.slip("init").status == 0)
    }

    @Test func `the search that init suggests works from the current folder`() throws {
        let terminal = try Console()
        try terminal.write("my notes/Sub/It's a day.md", "x\n")
        let made = terminal.slip("init", "my notes")
        let path = terminal.url("my notes").path
        #expect(made.errors.hasSuffix("try: slip --vault '\(path)' search in:Sub   (finds 1 note)\n"), "\(made.errors)")
    }

    @Test(arguments: [
        "a*b", "a?b", "[ab]", "!a", "#a", "\"a\"", "'a'", "back\\slash", " a ", "é", "{a, b}", "a: b", "- a", "*",
        "a/**", "~", "null", "日本", "a\\*",
    ]) func `init ignores exactly the folder of templates, under any name`(name: String) throws {
        let terminal = try Console()
        let settings = try JSONEncoder().encode(["folder": name + "/"])
        try terminal.write(".obsidian/templates.json", String(decoding: settings, as: UTF8.self))
        // The same name elsewhere, and names that it would match as a pattern.
        let others = ["aab/n.md", "a/n.md", "b/n.md", "Sub/\(name)/n.md", "a/x/n.md", "n.md"]
        for path in others + ["\(name)/t.md"] { try terminal.write(path, "x\n") }
        #expect(terminal.slip("init", "--yes").errors.contains("the lines were written\n"))
        let found = terminal.slip("search", "--format", "jsonl", "--fields", "path")
        #expect(found.errors.isEmpty && found.status == 0)
        struct Row: Decodable { var path: String }
        let paths = try found.output.split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8)).path
        }
        #expect(Set(paths) == Set(others))
    }
}
