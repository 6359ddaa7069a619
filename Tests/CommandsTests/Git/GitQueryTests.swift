import Foundation
import System
import TestSupport
import Testing

/// Git data in queries, sorting, sections and formats.
@Suite(.waits) struct GitQueryTests {
    /// Returns a vault in a subfolder of a repository, with a name that is not ASCII, and a file outside of it.
    private func versioned() throws -> (Console, GitFolder) {
        let terminal = try Console()
        let folder = try terminal.makeRepository()
        try terminal.write("docs/.slipbox/.gitignore", "/*\n!/.gitignore\n")
        try terminal.write("docs/Über uns.md", "---\nstatus: draft\n---\nwir alle\n")
        try terminal.write("docs/a.md", "one two three\n")
        try terminal.write("outside.md", "nobody's note\n")
        terminal.folder = "docs"
        try folder.commit("Begin", at: 1_600_000_000)
        try terminal.write("docs/a.md", "one two three four\n")
        try folder.commit("More", at: 1_610_000_000, as: "Bob Çelik <bob@example.org>")
        try folder.git(["tag", "v1"])
        try folder.git(["mv", "docs/a.md", "docs/b.md"])
        try folder.commit("Move", at: 1_620_000_000)
        return (terminal, folder)
    }

    @Test(arguments: [
        ("by:bob", "b.md"), ("by:celik", "b.md"), ("by:bob@example.org", "b.md"), ("-by:bob", "Über uns.md"),
        ("commits:>1", "b.md"), ("commits:3", "b.md"), ("commits:1", "Über uns.md"), ("committed:2021", "b.md"),
        ("committed:<2021", "Über uns.md"), ("since:v1", "b.md"), ("since:HEAD", ""), ("since:2020-12-01", "b.md"),
        ("is:dirty", ""), ("by:nobody", ""),
    ])
    func `a query can contain fields of git`(query: String, expected: String) throws {
        let (terminal, _) = try versioned()
        #expect(terminal.slip("search", query).output == (expected.isEmpty ? "" : expected + "\n"))
    }

    @Test(.takes(atMostMinutes: 1)) func `a history that cannot be read is reported while another process writes`()
        throws
    {
        let (terminal, folder) = try versioned()
        #expect(terminal.slip("search", "by:bob").status == 0)
        try folder.commit("Next", at: 1_630_000_000)
        let lock = try FileLock(Array("\(folder.path)/docs/.slipbox/index.lock".utf8))
        defer { lock.release() }
        #expect(terminal.slip("search", "by:bob").isError("the index is being updated by"))
    }

    @Test func `is:dirty matches git status`() throws {
        let (terminal, folder) = try versioned()
        try terminal.write("docs/b.md", "changed\n")
        try terminal.write("docs/neü.md", "new\n")
        try terminal.write("docs/staged.md", "staged\n")
        try terminal.write("docs/ignored.md", "ignored\n")
        try terminal.write(".gitignore", "ignored.md\n")
        try folder.git(["add", "docs/staged.md"])
        #expect(terminal.slip("search", "is:dirty", "sort:path").output == "b.md\nneü.md\nstaged.md\n")
        #expect(terminal.slip("search", "is:untracked").output == "neü.md\n")
        #expect(terminal.slip("search", "-is:dirty", "sort:path").output == "ignored.md\nÜber uns.md\n")
        #expect(terminal.slip("search", "since:HEAD~1", "sort:path").output == "b.md\nneü.md\nstaged.md\n")
    }

    @Test func `git data can be sorted, grouped and printed as JSON`() throws {
        let (terminal, _) = try versioned()
        #expect(terminal.slip("search", "sort:committed").output == "b.md\nÜber uns.md\n")
        #expect(terminal.slip("search", "sort:commits+").output == "Über uns.md\nb.md\n")
        let json = terminal.slip("search", "commits:3", "--format", "json").output
        #expect(
            json.contains(
                #""git": {"first": "2020-09-13T12:26:40Z", "last": "2021-05-03T00:00:00Z", "commits": 3, "authors": ["Ada Lovelace", "Bob Çelik"], "dirty": false}"#
            ), "\(json)")
        #expect(!terminal.slip("search", "--format", "json").output.contains("\"git\""))
        #expect(terminal.slip("search", "--git", "--format", "json").output.contains("\"git\""))
        #expect(terminal.slip("show", "b.md", "--git", "--format", "json").output.contains("\"commits\": 3"))
        #expect(
            terminal.slip("search", "group:by", "--template", "{{group}} {{path}}").output
                == "Ada Lovelace Über uns.md\nAda Lovelace b.md\nBob Çelik b.md\n"
                || terminal.slip("search", "group:by", "--template", "{{group}} {{path}}").output
                    == "Ada Lovelace b.md\nAda Lovelace Über uns.md\nBob Çelik b.md\n"
        )
        #expect(
            terminal.slip("search", "--fields", "path,git.commits,git.dirty", "--format", "csv", "sort:path").output
                == "path,git.commits,git.dirty\nb.md,3,false\nÜber uns.md,1,false\n")
    }

    @Test func `--at searches the vault as it was at a commit`() throws {
        let (terminal, folder) = try versioned()
        try terminal.write("docs/b.md", "five\n")
        #expect(terminal.slip("search", "--at", "v1", "four").output == "a.md\n")
        #expect(terminal.slip("search", "--at", "HEAD~2", "four").status == 1)
        #expect(terminal.slip("search", "--at", "2020-12-01", "sort:path").output == "a.md\nÜber uns.md\n")
        #expect(
            terminal.slip("search", "--at", "main", "--template", "{{path}} {{modified}} {{snippet}}", "three").output
                == "b.md 2021-01-07T06:13:20Z one three two four\n"
                || terminal.slip("search", "--at", "main", "--template", "{{path}} {{modified}}", "three").output
                    == "b.md 2021-01-07T06:13:20Z\n"
        )
        #expect(terminal.slip("show", "a", "--at", "v1", "--raw").output == "one two three four\n")
        #expect(terminal.slip("search", "--at", "v1", "is:dirty").status == 2)
        #expect(terminal.slip("search", "--at", "nope").errors.contains("there is no commit 'nope'"))
        // The work tree, git's index and the branches are unchanged.
        #expect(try folder.git(["status", "--porcelain"]) == " M docs/b.md\n")
        for commit in ["HEAD", "HEAD~1", "HEAD~2"] { terminal.slip("search", "--at", commit) }
        #expect(terminal.slip("search", "--at", "v1", "four").output == "a.md\n")
    }

    @Test func `queries and commands that need git report a missing repository`() throws {
        let terminal = try Console(["a.md": "x\n"])
        terminal.variables = GitFolder.variables
        for query in ["is:dirty", "by:ada", "commits:>1", "sort:committed", "group:by", "since:HEAD"] {
            let result = terminal.slip("search", query)
            #expect(result.status == 2, "\(query)")
            #expect(result.errors.contains("not in a git repository"), "\(result.errors)")
        }
        for arguments in [
            ["history", "a"], ["search", "--at", "HEAD"], ["git", "status"], ["git", "sync"], ["check", "--staged"],
        ] {
            let result = terminal.slip(arguments)
            #expect(result.status == 2, "\(arguments)")
            #expect(result.errors.contains("not in a git repository"), "\(result.errors)")
        }
        #expect(terminal.slip("search").output == "a.md\n")
        terminal.variables["PATH"] = "/nonexistent"
        #expect(terminal.slip("search", "x").status == 0)
    }

    @Test func `answers do not depend on git's configuration`() throws {
        let (terminal, folder) = try versioned()
        for setting in [
            ("diff.relative", "true"), ("i18n.logOutputEncoding", "ISO-8859-1"), ("diff.autoRefreshIndex", "false"),
            ("diff.noprefix", "true"), ("log.showRoot", "false"), ("diff.renames", "false"), ("core.quotePath", "true"),
            ("log.diffMerges", "separate"), ("status.showUntrackedFiles", "no"), ("status.relativePaths", "true"),
        ] { try folder.git(["config", setting.0, setting.1]) }
        #expect(terminal.slip("search", "by:çelik").output == "b.md\n")
        #expect(terminal.slip("search", "commits:1").output == "Über uns.md\n")
        #expect(terminal.slip("history", "b").output.contains("Bob Çelik  More"))
        try terminal.write("docs/b.md", "one two three four\n")
        #expect(terminal.slip("search", "since:HEAD").output.isEmpty)
        try terminal.write("docs/neü.md", "x\n")
        #expect(terminal.slip("search", "is:dirty").output == "neü.md\n")
    }

    @Test func `a commit with an invalid date is no error`() throws {
        let (terminal, folder) = try versioned()
        let tree = try folder.git(["rev-parse", "HEAD^{tree}"]).trimmingCharacters(in: .whitespacesAndNewlines)
        let head = try folder.git(["rev-parse", "HEAD"]).trimmingCharacters(in: .whitespacesAndNewlines)
        let text = """
            tree \(tree)
            parent \(head)
            author X <x@y> 9000000000000000000 +0000
            committer X <x@y> -5 +0000

            odd

            """
        let commit = try folder.git(
            ["hash-object", "-t", "commit", "-w", "--literally", "--stdin"], input: Array(text.utf8)
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        try folder.git(["reset", "--quiet", "--hard", commit])
        #expect(terminal.slip("search", "commits:3").output == "b.md\n")
        #expect(terminal.slip("search", "--at", "1960-01-01").errors.contains("no commit before"))
    }

    @Test func `a move that is not committed yet keeps the note's history`() throws {
        let (terminal, _) = try versioned()
        try terminal.write("docs/.slipbox/config.yaml", "dates: git\n")
        try terminal.write("docs/long.md", "a note that is long enough to be recognized by its content\n")
        try GitFolder(terminal.directory.path, isNew: false).commit("Long", at: 1_630_000_000)
        terminal.slip("search")
        terminal.slip("mv", "long.md", "longer.md")
        #expect(
            terminal.slip("search", "path:longer.md", "--template", "{{created}}").output == "2021-08-26T17:46:40Z\n")
        #expect(terminal.slip("history", "longer").output.contains("Long"))
    }

    @Test func `a vault created in a repository takes its dates from git`() throws {
        let terminal = try Console()
        _ = try terminal.makeRepository()
        for number in 0..<3 { try terminal.write("a\(number).md", "---\npublished: 2024-01-01\n---\n") }
        #expect(terminal.slip("init", "--yes").status == 0)
        let config = try terminal.read(".slipbox/config.yaml")
        #expect(config.contains("\ndates: git\n"))
        #expect(config.contains("published"))
    }

    @Test func `names with newlines are handled`() throws {
        let (terminal, folder) = try versioned()
        try terminal.write("docs/two\nlines.md", "x\n")
        try folder.commit("Odd", at: 1_640_000_000)
        #expect(terminal.slip("history", "two\nlines.md").status == 0)
        #expect(terminal.slip("history", "b").output.contains("More"))
        #expect(terminal.slip("search", "--at", "HEAD", "--count").output == "3\n")
    }

    @Test func `a shallow history is reported`() throws {
        let (terminal, _) = try versioned()
        let clone = terminal.url("clone").path
        try GitFolder(terminal.directory.path, isNew: false)
            .git(["clone", "--quiet", "--depth", "1", "file://\(terminal.directory.path)", clone])
        terminal.folder = "clone/docs"
        try terminal.write("clone/docs/.slipbox/config.yaml", "dates: git\n")
        #expect(terminal.slip("search", "commits:1").errors.contains("clone is shallow"))
        #expect(terminal.slip("search").errors.contains("clone is shallow"))
    }

    @Test func `history lists the commits of a note`() throws {
        let (terminal, _) = try versioned()
        let lines = terminal.slip("history", "b").lines
        #expect(lines.count == 6)
        #expect(lines[0].hasSuffix("2021-05-03  Ada Lovelace  Move"))
        #expect(lines[1] == "          moved from a.md to b.md")
        #expect(lines[2].hasSuffix("2021-01-07  Bob Çelik  More"))
        #expect(lines[3] == "          +1 -0 words")
        #expect(lines[4].hasSuffix("2020-09-13  Ada Lovelace  Begin"))
        #expect(lines[5] == "          +3 -0 words")
        #expect(terminal.slip("history", "b", "--patch").output.contains("one two three{+ four+}"))
        #expect(terminal.slip("history", "b", "--format", "json").output.contains("\"old_path\": \"a.md\""))
        #expect(terminal.slip("history", "b", "--limit", "1").lines.count == 2)
    }

    @Test func `on a terminal the commits of a history are numbered for the next command`() throws {
        let (console, _) = try versioned()
        console.isTerminal = true
        console.terminal = TerminalName(device: "/dev/pts/7", session: 1)
        console.variables["SLIPBOX_PAGER"] = ""
        let lines = console.slip("history", "b").lines
        #expect(lines[0].hasPrefix("1 ") && lines[2].hasPrefix("2 ") && lines[4].hasPrefix("3 "), "\(lines)")
        #expect(lines[1] == "            moved from a.md to b.md")
        // The note was a.md in the third one.
        #expect(console.slip("show", "%3", "--raw").output == "one two three\n")
        #expect(console.slip("show", "%1", "--raw").output == "one two three four\n")
        #expect(console.slip("search", "--at", "%3", "three", "--format", "paths").output == "a.md\n")
        #expect(console.slip("links", "%3").status == 0)
        console.isTerminal = false
        #expect(!console.slip("history", "b").output.hasPrefix("1 "))
    }

    @Test(arguments: [
        ("end.\n", "end\n", ""), ("a - b\n", "a b\n", ""), ("don't\n", "do not\n", "+2 -2 words"),
        ("[[Box]]\n", "[[Box#Part]]\n", "+1 -0 words"), ("図書館\n", "図書 館\n", "+2 -1 words"),
        ("Box\n", "box\n", "+1 -1 words"),
    ])
    func `history counts words as runs of letters and digits`(before: String, after: String, words: String) throws {
        let terminal = try Console(["a.md": before])
        let folder = try terminal.makeRepository()
        try folder.commit("Begin", at: 1_600_000_000)
        try terminal.write("a.md", after)
        try folder.commit("Change", at: 1_610_000_000)
        let lines = terminal.slip("history", "a", "--limit", "1").output.split(separator: "\n").dropFirst()
        #expect(lines.joined(separator: "\n").drop { $0 == " " } == words)
    }
}
