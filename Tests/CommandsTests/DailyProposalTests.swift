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
    ])
    func `init takes over the daily notes of Obsidian`(format: String, path: String) throws {
        let terminal = try Self.vault([
            ".obsidian/daily-notes.json": "{\"folder\": \"Log\", \"format\": \"\(format)\"}", "Log/a.md": "x\n",
        ])
        #expect(terminal.slip("today", "--print").output == "\(path)\n")
        #expect(terminal.slip("check", "--kind", "config").output.isEmpty)
    }

    @Test(arguments: [
        "YYYY-MM-DD dddd", "YYYY-[W]WW", "YYYY-MMM-DD", "YYYY", "{{YYYY}}-MM-DD", "YYYYY-MM-DD",
    ])
    func `init reports a format of daily notes that slip cannot write`(format: String) throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", "{\"folder\": \"Log\", \"format\": \"\(format)\"}")
        try terminal.write("Log/a.md", "x\n")
        let made = terminal.slip("init", "--yes")
        #expect(made.errors.contains("daily notes in 'Log' as \(format)"), "\(made.errors)")
        #expect(!made.errors.contains("daily: {"))
    }

    @Test(arguments: ["Gone", "../Out", ".hidden", "a.md", ""])
    func `init proposes no folder of daily notes that is missing, hidden or outside`(folder: String) throws {
        let terminal = try Console()
        try terminal.write(".obsidian/daily-notes.json", "{\"folder\": \"\(folder)\"}")
        try terminal.write("a.md", "x\n")
        try terminal.write(".hidden/b.md", "x\n")
        #expect(!terminal.slip("init", "--yes").errors.contains("daily: {"))
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

    @Test(arguments: [
        ("{}", "journals/2024_03_30.md"),
        ("{:journal/file-name-format \"yyyy-MM-dd\"}", "journals/2024-03-30.md"),
        ("{;; :journal/file-name-format \"yyyy-MM-dd\"\n}", "journals/2024_03_30.md"),
        ("{:journals-directory \"days\"}", "days/2024_03_30.md"),
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
}
