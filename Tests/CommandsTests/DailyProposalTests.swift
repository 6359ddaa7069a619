import TestSupport
import Testing

/// Daily notes that `slip init` takes over from other programs, or from the names of notes.
@Suite struct DailyProposalTests {
    /// Creates a folder with these files, makes it a vault, and returns it.
    private static func vault(_ files: [String: String]) throws -> Console {
        let terminal = try Console()
        for (path, text) in files { try terminal.write(path, text) }
        #expect(terminal.slip("init", "--yes").status == 0)
        return terminal
    }

    @Test(arguments: [
        ("YYYY-MM-DD", "Log/2024-03-30.md"), ("YYYY/MM/YYYY-MM-DD", "Log/2024/03/2024-03-30.md"),
        ("DD.MM.YYYY", "Log/30.03.2024.md"), ("[Day] YYYY-MM-DD", "Log/Day 2024-03-30.md"), ("", "Log/2024-03-30.md"),
        ("YYYY-MM-DD dddd", "Log/2024-03-30 Saturday.md"), ("YYYY-MMM-DD", "Log/2024-Mar-30.md"),
        ("YYYY/MM-MMMM/DD", "Log/2024/03-March/30.md"), ("YYYYMMDD", "Log/20240330.md"),
    ])
    func `init takes over the daily notes of Obsidian`(format: String, path: String) throws {
        let terminal = try Self.vault([
            ".obsidian/daily-notes.json": "{\"folder\": \"Log\", \"format\": \"\(format)\"}", "Log/a.md": "x\n",
        ])
        #expect(terminal.slip("today", "--print").output == "\(path)\n")
        #expect(terminal.slip("check", "--kind", "config").output.isEmpty)
    }

    @Test(arguments: [
        "YYYY-[W]WW", "YYYY", "dddd", "{{YYYY}}-MM-DD", "YYYYY-MM-DD", "gggg-ww-DD",
    ])
    func `init reports a format of daily notes that slip cannot write`(format: String) throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", "{\"folder\": \"Log\", \"format\": \"\(format)\"}")
        try terminal.write("Log/a.md", "x\n")
        let made = terminal.slip("init", "--yes")
        #expect(made.errors.contains("daily notes in 'Log' as \(format)"), "\(made.errors)")
        #expect(!made.errors.contains("daily: {"))
    }

    @Test func `init reports the format of daily notes in the root, and what Dendron writes`() throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", "{\"format\": \"gggg-[W]ww\"}")
        try terminal.write("dendron.yml", "version: 5\n")
        let made = terminal.slip("init", "--yes")
        #expect(made.errors.contains("daily notes as gggg-[W]ww"), "\(made.errors)")
        #expect(made.errors.contains("Dendron") && made.errors.contains("milliseconds"), "\(made.errors)")
    }

    @Test func `the title in a template of daily notes is the file name`() throws {
        let terminal = try Self.vault([
            ".obsidian/daily-notes.json":
                "{\"folder\": \"Log\", \"format\": \"YYYY-MM-DD dddd\", \"template\": \"Templates/Day\"}",
            ".obsidian/templates.json": "{\"folder\": \"Templates\"}", "Templates/Day.md": "# {{title}}\n",
            "Log/a.md": "x\n",
        ])
        #expect(terminal.slip("today", "--print").status == 0)
        let text = try terminal.read("Log/2024-03-30 Saturday.md")
        #expect(text.contains("# 2024-03-30 Saturday\n"), "\(text)")
    }

    @Test(arguments: ["Gone", "../Out", ".hidden", "a.md", ""])
    func `init proposes no folder of daily notes that is missing, hidden or outside`(folder: String) throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", "{\"folder\": \"\(folder)\"}")
        try terminal.write("a.md", "x\n")
        try terminal.write(".hidden/b.md", "x\n")
        #expect(!terminal.slip("init", "--yes").errors.contains("daily: {"))
    }

    @Test func `init takes over names of days only if notes have them`() throws {
        let settings = "{\"folder\": \"Log\", \"format\": \"YYYY-MM-DD dddd\"}"
        for (name, isTaken) in [("2023-05-01 Monday", true), ("2023-05-01 Montag", false)] {
            let terminal = try Self.vault([".obsidian/daily-notes.json": settings, "Log/\(name).md": "x\n"])
            #expect(try terminal.read(".slipbox/config.yaml").contains("\ndaily: {") == isTaken, "\(name)")
        }
    }

    @Test(arguments: [
        ("Templates/Day", "Templates/Day.md", "# {{title}}\n{{date:dddd}}\n", "# 2024-03-30\nSaturday\n"),
        ("Templates/Day.md", "Templates/Day.md", "{{Date}} {{date:D MMM}}\n", "2024-03-30 30 Mar\n"),
    ])
    func `init takes over the template of daily notes`(
        setting: String, path: String, template: String, text: String
    ) throws {
        let settings = "{\"folder\": \"Log\", \"template\": \"\(setting)\"}"
        let terminal = try Self.vault([".obsidian/daily-notes.json": settings, "Log/a.md": "x\n", path: template])
        terminal.slip("today")
        let made = try terminal.read("Log/2024-03-30.md")
        #expect(made.hasSuffix(text), "\(made)")
        #expect(terminal.slip("check", "--kind", "config").output.isEmpty)
    }

    @Test(arguments: ["<% tp.date.now() %>", "{{author}}", "{{date:gggg}}"])
    func `init reports a template of daily notes with fields that slip does not fill`(template: String) throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", "{\"folder\": \"Log\", \"template\": \"T/Day\"}")
        try terminal.write("T/Day.md", template)
        try terminal.write("Log/a.md", "x\n")
        let made = terminal.slip("init", "--yes")
        #expect(made.errors.contains("the template 'T/Day.md' of daily notes"), "\(made.errors)")
        #expect(try !terminal.read(".slipbox/config.yaml").contains("\ntemplate-folder:"))
    }

    @Test func `an unknown field in the name of daily notes is an error that lists the fields`() throws {
        let terminal = try Console(["a.md": "x\n", ".slipbox/config.yaml": "daily: {name: \"{{day-name}}\"}\n"])
        let made = terminal.slip("today")
        #expect(made.status != 0 && made.errors.contains("unknown field '{{day-name}}'"), "\(made.errors)")
    }

    @Test func `init takes over the daily notes of zk`() throws {
        let terminal = try Self.vault([
            ".zk/config.toml": """
            [group.daily]
            paths = ["journal/daily"]
            [group.daily.note]
            filename = "{{format-date now '%Y-%m-%d'}}"

            """,
            "journal/daily/a.md": "x\n",
        ])
        #expect(terminal.slip("today", "--print").output == "journal/daily/2024-03-30.md\n")
    }

    @Test func `init takes over names of days of zk`() throws {
        let terminal = try Self.vault([
            ".zk/config.toml": """
            [group.daily]
            paths = ["log"]
            [group.daily.note]
            filename = "{{format-date now '%Y-%m-%d-%A'}}"

            """,
            "log/a.md": "x\n",
        ])
        #expect(terminal.slip("today", "--print").output == "log/2024-03-30-Saturday.md\n")
    }

    @Test(arguments: [
        ("{}", "journals/2024_03_30.md"),
        ("{:journal/file-name-format \"yyyy-MM-dd\"}", "journals/2024-03-30.md"),
        ("{;; :journal/file-name-format \"yyyy-MM-dd\"\n}", "journals/2024_03_30.md"),
        ("{:journals-directory \"days\"}", "days/2024_03_30.md"),
        ("{:journal/file-name-format \"EEE, dd MMMM yyyy\"}", "journals/Sat, 30 March 2024.md"),
        ("{:journal/file-name-format \"EEEE yyyy'w'MM-dd\"}", "journals/Saturday 2024w03-30.md"),
    ])
    func `init takes over the journal of Logseq, and ignores its own folder`(config: String, path: String) throws {
        let terminal = try Self.vault([
            "logseq/config.edn": config, "logseq/bak/old.md": "x\n", "journals/a.md": "x\n", "days/a.md": "x\n",
        ])
        #expect(terminal.slip("today", "--print").output == "\(path)\n")
        #expect(!terminal.slip("search", "--scope", "all").output.contains("logseq/"))
    }

    @Test(arguments: [
        ("Diary/2024-01-0", "Diary/2024-03-30.md"), ("D/2024/2024-01-0", "D/2024/2024-03-30.md"),
        ("D/2023/01/2023-01-0", "D/2024/03/2024-03-30.md"), ("D/2024_01_0", "D/2024_03_30.md"),
        ("D/2024010", "D/20240330.md"), ("D/2024/01/2024010", "D/2024/03/20240330.md"),
    ])
    func `init finds the folder of most notes that are named by dates`(start: String, path: String) throws {
        var files = ["a.md": "x\n", "Other/2024-01-09.md": "x\n"]
        for day in 1...3 { files["\(start)\(day).md"] = "x\n" }
        #expect(try Self.vault(files).slip("today", "--print").output == "\(path)\n")
    }

    @Test func `init proposes no folder for few or scattered notes that are named by dates`() throws {
        var files = ["A/2024-01-01.md": "x\n", "A/2024-01-02.md": "x\n"]
        #expect(try Self.vault(files).slip("today", "--print").output == "2024-03-30.md\n")
        for day in 3...6 { files["\(day)/2024-01-0\(day).md"] = "x\n" }
        files["A/2024-01-09.md"] = "x\n"
        #expect(try Self.vault(files).slip("today", "--print").output == "2024-03-30.md\n")
    }

    @Test func `init takes over the daily notes of Periodic Notes if they are enabled`() throws {
        let periodic = """
            {"daily": {"enabled": true, "folder": "Days", "format": "YYYY/YYYY-MM-DD"}, "weekly": {"enabled": true}}
            """
        for (settings, path) in [
            (periodic, "Days/2024/2024-03-30.md"),
            (periodic.replacing("true, \"folder", with: "false, \"folder"), "Log/2024-03-30.md"),
        ] {
            let terminal = try Console([
                ".obsidian/daily-notes.json": #"{"folder": "Log"}"#, "Log/a.md": "x\n", "Days/a.md": "x\n",
                ".obsidian/plugins/periodic-notes/data.json": settings,
            ])
            try terminal.remove(".slipbox")
            let made = terminal.slip("init", "--yes")
            #expect(made.errors.contains("weekly notes, which slip does not create"))
            #expect(terminal.slip("today", "--print").output == "\(path)\n")
        }
    }

    @Test func `init takes over settings of the plugin Tasks, and reports its global filter`() throws {
        let terminal = try Console()
        try terminal.write(
            ".obsidian/plugins/obsidian-tasks-plugin/data.json",
            ##"{"recurrenceOnNextLine": true, "globalFilter": "#task"}"##)
        try terminal.write("a.md", "x\n")
        let made = terminal.slip("init", "--yes")
        #expect(made.errors.contains("only tasks with #task count there, but all tasks here"))
        #expect(try terminal.read(".slipbox/config.yaml").contains("\ntask-next: below\n"))
    }

    @Test func `init names the field for which it leaves out a template`() throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", #"{"folder": "Log", "template": "T/Day"}"#)
        try terminal.write("T/Day.md", "# {{title}}\n[[{{yesterday}}]]\n")
        try terminal.write("Log/a.md", "x\n")
        #expect(terminal.slip("init", "--yes").errors.contains("because slip does not fill {{yesterday}}"))
    }
}
