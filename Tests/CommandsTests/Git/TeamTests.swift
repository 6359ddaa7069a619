import Foundation
import TestSupport
import Testing

/// `slip git` with two clones of a bare remote.
@Suite struct TeamTests {
    private let terminal: Console
    private let here: GitFolder

    /// Creates two clones of one remote, with the built program as merge driver.
    init() throws {
        terminal = try Console()
        terminal.variables = GitFolder.variables
        terminal.variables["PATH"] = TestProcess.searchPath()
        here = try GitFolder(terminal.directory.path, isNew: false)
        try here.git(["init", "--quiet", "--bare", "--initial-branch=main", "remote.git"])
        try here.git(["clone", "--quiet", "remote.git", "a"])
        try terminal.write("a/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("a/Note.md", "---\nstatus: draft\nkeywords: [one]\n---\nText\n")
        terminal.folder = "a"
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
        let a = try folder("a")
        try a.git(["checkout", "--quiet", "-B", "main"])
        try a.commit("Begin", at: 1_600_000_000)
        try a.git(["push", "--quiet", "origin", "main"])
        try here.git(["clone", "--quiet", "remote.git", "b"])
        terminal.folder = "b"
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
    }

    private func folder(_ name: String) throws -> GitFolder {
        try GitFolder("\(terminal.directory.path)/\(name)", isNew: false)
    }

    private func slip(_ name: String, _ arguments: String...) -> Console.Result {
        terminal.folder = name
        return terminal.slip(arguments)
    }

    @Test func `a rejected sync leaves the index of git as it was`() throws {
        try terminal.write("a/Other.md", "[[Note]]\n")
        #expect(slip("a", "git", "sync").status == 0)
        let git = try folder("a")
        let index = try git.git(["ls-files", "--stage"])
        try terminal.writeProgram("a/.git/hooks/pre-commit", "#!/bin/sh\nexit 1\n")
        try terminal.write("a/New.md", "new\n")
        try terminal.write("a/Note.md", "changed\n")
        try terminal.remove("a/Other.md")
        #expect(slip("a", "git", "sync").errors.contains("git commit failed"))
        #expect(try git.git(["ls-files", "--stage"]) == index)
        #expect(try git.git(["diff", "--cached", "--name-only"]) == "")
        // After everything was restored, there is nothing to commit.
        try git.git(["checkout", "--quiet", "--", "."])
        try terminal.remove("a/New.md")
        #expect(slip("a", "git", "sync").errors.contains("everything is up to date"))
        // A file that was staged and is gone is no commit either.
        try terminal.write("a/Gone.md", "x\n")
        try git.git(["add", "Gone.md"])
        try terminal.remove("a/Gone.md")
        #expect(slip("a", "git", "sync").errors.contains("everything is up to date"))
        #expect(try git.git(["status", "--porcelain"]) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil)) func `two clones sync changes, moves and conflicts`() throws {
        try terminal.write("a/Note.md", "---\nstatus: review\nkeywords: [one, two]\n---\nText\n")
        try terminal.write("b/Note.md", "---\nstatus: draft\nkeywords: [one, three]\n---\nText\n")
        try terminal.write("a/other.txt", "not a note\n")
        #expect(slip("a", "git", "sync").output == "committed 1 file: Note\npushed 1 commit to origin/main\n")
        #expect(
            slip("b", "git", "sync").output
                == "committed 1 file: Note\nmerged 1 commit from origin/main\npushed 2 commits to origin/main\n")
        #expect(slip("a", "git", "sync").output == "merged 2 commits from origin/main\n")
        #expect(
            try terminal.read("a/Note.md") == "---\nstatus: review\nkeywords: [one, three, two]\n---\nText\n"
                || terminal.read("a/Note.md") == "---\nstatus: review\nkeywords: [one, two, three]\n---\nText\n")
        #expect(slip("a", "git", "sync").errors == "slip: everything is up to date\n")
        #expect(try folder("a").git(["status", "--porcelain"]) == "?? other.txt\n")

        // One clone moves the note and the other changes it.
        try folder("a").git(["mv", "Note.md", "Moved.md"])
        try terminal.write("b/Note.md", terminal.read("b/Note.md") + "More\n")
        #expect(slip("a", "git", "sync").status == 0)
        #expect(slip("b", "git", "sync").status == 0)
        #expect(try terminal.read("b/Moved.md").hasSuffix("Text\nMore\n"))
        #expect(!terminal.exists("b/Note.md"))
        #expect(slip("a", "git", "sync").status == 0)

        // Contradictory changes.
        for (name, status) in [("a", "draft"), ("b", "archived")] {
            try terminal.write(
                "\(name)/Moved.md",
                terminal.read("\(name)/Moved.md").replacing("status: review", with: "status: \(status)"))
        }
        #expect(slip("a", "git", "sync").status == 0)
        let refused = slip("b", "git", "sync")
        #expect(refused.isError("conflict with yours in 'Moved.md'"), "\(refused)")
        #expect(
            try terminal.read("b/Moved.md").contains(
                "<<<<<<< ours\nstatus: archived\n=======\nstatus: draft\n>>>>>>> theirs\n"))
        #expect(slip("b", "git", "sync").errors.contains("a merge is in progress"))
        try folder("b").git(["merge", "--abort"])
        #expect(try terminal.read("b/Moved.md").contains("status: archived"))
    }

    @Test(.enabled(if: CommandLine.program != nil)) func `a sync names the notes that are merged by structure`() throws
    {
        for name in ["a", "b"] {
            try terminal.write("\(name)/Note.md", terminal.read("\(name)/Note.md") + "\n- \(name)\n")
        }
        #expect(slip("a", "git", "sync").status == 0)
        #expect(
            slip("b", "git", "sync").output
                == "committed 1 file: Note\nmerged 1 commit from origin/main\nmerged by structure: 'Note.md'\n"
                + "pushed 2 commits to origin/main\n")
        #expect(try terminal.read("b/Note.md").hasSuffix("Text\n\n- b\n- a\n"))
    }

    /// `git merge` would write the file again, over what an editor saves meanwhile.
    @Test func `a sync that cannot merge does not write to the files`() throws {
        try terminal.write("a/Note.md", "---\nstatus: review\nkeywords: [one]\n---\nText\n")
        #expect(slip("a", "git", "sync").status == 0)
        try terminal.write("b/Note.md", "---\nstatus: draft\nkeywords: [one]\n---\nText\nmore\n")
        // An editor saves the note right after the commit.
        try terminal.writeProgram("b/.git/hooks/post-commit", "#!/bin/sh\necho saved >> Note.md\n")
        let path = "\(terminal.directory.path)/b/Note.md"
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        let result = slip("b", "git", "sync")
        #expect(result.status != 0 && result.errors.contains("nothing was merged"), "\(result.errors)")
        #expect(try terminal.read("b/Note.md").hasSuffix("more\nsaved\n"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
        // The next sync commits and merges it.
        try terminal.remove("b/.git/hooks/post-commit")
        #expect(slip("b", "git", "sync").status == 0)
        #expect(try terminal.read("b/Note.md") == "---\nstatus: review\nkeywords: [one]\n---\nText\nmore\nsaved\n")
    }

    @Test func `a sync does not replace a note that another program has open for writing`() throws {
        try terminal.write("a/Note.md", "---\nstatus: review\nkeywords: [one]\n---\nText\n")
        #expect(slip("a", "git", "sync").status == 0)
        let handle = try HeldNote("\(terminal.directory.path)/b/Note.md")
        let result = slip("b", "git", "sync")
        #expect(result.status != 0 && result.errors.contains("'Note.md' is open for writing"), "\(result.errors)")
        try handle.write("late\n")
        try handle.close()
        #expect(slip("b", "git", "sync").status == 0)
        #expect(try terminal.read("b/Note.md") == "---\nstatus: review\nkeywords: [one]\n---\nText\nlate\n")
    }

    @Test func `git sync refuses to commit conflicts, and reports a missing branch or remote`() throws {
        let a = try folder("a")
        try terminal.write("a/Note.md", "<<<<<<< x\na\n=======\nb\n>>>>>>> y\n")
        #expect(slip("a", "git", "sync").errors.contains("there are conflict markers in 'Note.md'"))
        try a.git(["checkout", "--quiet", "Note.md"])
        try a.git(["checkout", "--quiet", "--detach"])
        #expect(slip("a", "git", "sync").errors.contains("no branch is checked out"))
        try a.git(["checkout", "--quiet", "main"])
        // Other staged files stay staged.
        try terminal.write("a/code.c", "int x;\n")
        try a.git(["add", "code.c"])
        try terminal.write("a/Neü.md", "x\n")
        #expect(slip("a", "git", "sync", "--dry-run").output == "would commit 1 file: Neü\n    Neü.md\n")
        #expect(slip("a", "git", "sync", "-m", "mine").status == 0)
        #expect(try a.git(["status", "--porcelain"]) == "A  code.c\n")
        #expect(try a.git(["log", "-1", "--format=%s"]) == "mine\n")
        // A missing remote.
        try a.git(["remote", "set-url", "origin", "\(terminal.directory.path)/gone.git"])
        try terminal.write("a/Neü.md", "y\n")
        let gone = slip("a", "git", "sync", "--format", "json")
        #expect(gone.status == 2)
        #expect(gone.output.contains("\"committed\": [\"Neü.md\"]"))
        try a.git(["remote", "remove", "origin"])
        try terminal.write("a/Neü.md", "z\n")
        #expect(slip("a", "git", "sync").output.contains("there is no remote"))
    }

    @Test func `git sync commits only files of the vault`() throws {
        let a = try folder("a")
        try terminal.write("a/.slipbox/config.yaml", "ignore: [\"private/**\"]\n")
        try terminal.write("a/private/diary.md", "secret\n")
        try terminal.write("a/loose.pdf", "nobody's\n")
        try terminal.write("a/used.pdf", "referenced\n")
        try terminal.write("a/New.md", "![](used.pdf)\n")
        // A staged file that was removed.
        try terminal.write("a/gone.md", "x\n")
        try a.git(["add", "gone.md"])
        try a.remove("gone.md")
        let result = slip("a", "git", "sync", "--format", "json")
        let committed = #""committed": ["New.md", "used.pdf"], "message": "New and 1 more""#
        #expect(result.output.contains(committed), "\(result)")
        #expect(try a.git(["show", "--name-only", "--format=", "HEAD"]) == "New.md\nused.pdf\n")
        #expect(
            try a.git(["status", "--porcelain"]) == " M .slipbox/config.yaml\n?? loose.pdf\n?? private/\n"
                || a.git(["status", "--porcelain"]) == "?? .slipbox/config.yaml\n?? loose.pdf\n?? private/\n")
    }

    @Test func `git setup is idempotent, and --remove restores the previous state`() throws {
        let a = try folder("a")
        let before = try (a.git(["config", "--local", "--list"]), terminal.read("a/.gitattributes"))
        #expect(slip("a", "git", "setup", "--yes").errors.hasPrefix("slip: nothing to set up\n"))
        #expect(try (a.git(["config", "--local", "--list"]), terminal.read("a/.gitattributes")) == before)
        #expect(slip("a", "git", "status").output.contains("hook          set up\n"))
        #expect(slip("a", "git", "setup", "--remove").status == 0)
        #expect(!terminal.exists("a/.gitattributes"))
        #expect(!terminal.exists("a/.git/hooks/pre-commit"))
        #expect(try !a.git(["config", "--local", "--list"]).contains("merge.slip"))
        // Existing files are left unchanged, and the lines to add are printed.
        try terminal.write("a/.gitattributes", "*.txt text\n*.md merge=union\n")
        try terminal.write("a/.git/hooks/pre-commit", "#!/bin/sh\nexit 0\n")
        let result = slip("a", "git", "setup", "--yes")
        #expect(result.errors.contains("*.md merge=slip diff=slip"))
        #expect(result.errors.contains("slip check --staged --errors || exit 1"))
        #expect(try terminal.read("a/.gitattributes") == "*.txt text\n*.md merge=union\n")
        #expect(try terminal.read("a/.git/hooks/pre-commit") == "#!/bin/sh\nexit 0\n")
        // Existing lines stay unchanged, with any line ending.
        for own in ["*.md merge=slip diff=slip\n", "*.txt text\r\n*.md merge=slip diff=slip\r\n", "# l\u{E9}\n"] {
            try terminal.write("a/.gitattributes", own)
            #expect(slip("a", "git", "setup", "--yes").status == 0)
            #expect(slip("a", "git", "setup", "--remove").status == 0)
            #expect(try terminal.read("a/.gitattributes") == own)
        }
        try terminal.write("a/.gitattributes", "*.txt text")
        #expect(slip("a", "git", "setup", "--yes").status == 0)
        #expect(try terminal.read("a/.gitattributes").hasPrefix("*.txt text\n#"))
        #expect(slip("a", "git", "setup", "--remove").status == 0)
        #expect(try terminal.read("a/.gitattributes") == "*.txt text")
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `check --staged reports only findings that a commit would add`() throws {
        let a = try folder("a")
        try terminal.write("a/Old.md", "[[nowhere]]\n")
        try terminal.write("a/Links.md", "[[Note]] and [[Note]]\n")
        try a.git(["add", "--all"])
        #expect(slip("a", "check", "--staged").output == "Old.md:1:3: broken-link: there is no note 'nowhere'\n")
        try a.git(["commit", "--quiet", "--no-verify", "--message", "x"])
        #expect(slip("a", "check", "--staged").status == 0)
        // Checks staged contents, not files. Links from other notes count. A moved note's old findings do not.
        try a.git(["mv", "Old.md", "Older.md"])
        try a.git(["mv", "Note.md", "Renamed.md"])
        try terminal.write("a/Renamed.md", "status\n")
        let staged = slip("a", "check", "--staged")
        #expect(
            staged.output.split(separator: "\n").map { $0.prefix(48) } == [
                "Links.md:1:3: broken-link: there is no note 'Not", "Links.md:1:16: broken-link: there is no note 'No",
            ])
        #expect(staged.status == 1)
        #expect(
            slip("a", "check", "--staged", "--format", "github").output.hasPrefix(
                "::error file=Links.md,line=1,col=3,title=broken-link::there is no note 'Note'"))
        #expect(slip("a", "check", "--staged", "Older.md").status == 0)
        let path = ["PATH": terminal.variables["PATH"] ?? ""]
        #expect(try a.git(["commit", "--message", "y"], variables: path, accepts: [1]).contains("broken-link"))
        try a.git(["commit", "--quiet", "--no-verify", "--message", "y"])
        #expect(slip("a", "check", "--since", "HEAD~1").output.contains("Links.md:1:3: broken-link"))
        #expect(!slip("a", "check", "--since", "HEAD~1").output.contains("nowhere"))
        #expect(slip("a", "check", "--since", "nope").status == 2)
    }

    @Test func `a link that a commit breaks is an error, and a new one that leads nowhere is a warning`() throws {
        let a = try folder("a")
        // Enough text that stays, so that git sees a renamed file.
        let rest = String(repeating: "\nmore text\n", count: 20)
        for (name, text) in [
            ("Target.md", "# T\n\n## Part\n"), ("Links.md", "[[Target]] ![](p.png) [[Other#Part]]\n" + rest),
            ("Other.md", "# O\n\n## Part\n\n[[#Part]] [[#gone]]\n"), ("p.png", ""),
        ] {
            try terminal.write("a/\(name)", text)
        }
        try a.git(["add", "--all"])
        #expect(slip("a", "check", "--staged", "--errors").status == 0)
        try a.git(["commit", "--quiet", "--no-verify", "--message", "x"])
        try a.git(["rm", "--quiet", "Target.md", "p.png"])
        try a.git(["mv", "Links.md", "Moved.md"])
        try terminal.write(
            "a/Moved.md", "New [[nowhere]]\n\n[[Target]] ![](p.png) [[Other#Part]] [[Target|again]]\n" + rest)
        try terminal.write("a/Other.md", "# O\n\n## Piece\n\n[[#Part]] [[#gone]] [[#too]]\n")
        try a.git(["add", "--all"])
        func errors(_ arguments: String...) throws -> [String] {
            terminal.folder = "a"
            return try terminal.slip(["check", "--format", "json"] + arguments).objects().filter {
                $0["severity"] as? String == "error"
            }.map { "\($0["path"] ?? "") \($0["line"] ?? "") \($0["kind"] ?? "") \($0["column"] ?? "")" }
        }
        let expected = [
            "Moved.md 3 broken-link 3", "Moved.md 3 missing-attachment 16", "Moved.md 3 missing-heading 25",
            "Moved.md 3 broken-link 40", "Other.md 5 missing-heading 1",
        ]
        #expect(try errors("--staged") == expected)
        #expect(try errors("--staged", "--errors") == expected)
        #expect(try errors("--since", "HEAD") == expected)
        try terminal.write("a/.slipbox/config.yaml", "findings: {broken-link: note}\n")
        try a.git(["add", "--all"])
        #expect(try errors("--staged") == expected.filter { !$0.contains("broken-link") })
    }

    @Test func `the hook of an earlier version is outdated, and setup replaces it`() throws {
        let path = "a/.git/hooks/pre-commit"
        let hook = try terminal.read(path)
        #expect(hook.hasSuffix("exec slip check --staged --errors\n"))
        try terminal.write(path, hook.replacing(" --errors", with: ""))
        #expect(slip("a", "git", "status").output.contains("hook          outdated"))
        #expect(slip("a", "git", "setup", "--yes").status == 0)
        #expect(try terminal.read(path) == hook)
        try terminal.write(path, hook.replacing(" --errors", with: ""))
        #expect(slip("a", "git", "setup", "--remove").status == 0)
        #expect(!terminal.exists(path))
    }

    @Test(.enabled(if: CommandLine.program != nil), arguments: ["hook", "sync"])
    func `only errors stop a commit, and the rest is counted`(way: String) throws {
        let a = try folder("a")
        let path = ["PATH": terminal.variables["PATH"] ?? ""]
        func commit(accepts: Set<Int32>) throws -> String {
            if way == "hook" {
                try a.git(["add", "--all"])
                return try a.git(["commit", "--message", "x"], variables: path, accepts: accepts)
            }
            let result = slip("a", "git", "sync")
            #expect(accepts.contains(result.status == 0 ? 0 : 1), "\(result)")
            return result.output + result.errors
        }
        try terminal.write("a/One.md", "---\nstatus: odd\n---\n# Same\n\n[[later]] ![](later.png)\n")
        try terminal.write("a/Two.md", "# Same\n")
        #expect(try commit(accepts: [0]).contains("5 warnings or notes; to list: slip check"))
        try terminal.write("a/One.md", "---\nx: [1\n---\n")
        #expect(try commit(accepts: [1]).contains("never closed"))
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `with --refresh the hook stops a commit while live blocks are stale`() throws {
        let a = try folder("a")
        let path = ["PATH": terminal.variables["PATH"] ?? ""]
        #expect(slip("a", "git", "setup", "--yes", "--refresh").status == 0)
        #expect(try terminal.read("a/.git/hooks/pre-commit").contains("slip refresh --check ||"))
        #expect(slip("a", "git", "status").output.contains("hook          set up"))
        try terminal.write("a/Index.md", "<!-- slip: status:draft -->\n")
        try a.git(["add", "--all"])
        #expect(try a.git(["commit", "--message", "x"], variables: path, accepts: [1]).contains("run: slip refresh"))
        #expect(slip("a", "refresh").status == 0)
        try a.git(["add", "--all"])
        try a.git(["commit", "--quiet", "--message", "x"], variables: path)
        // Without the option it stays, and it can be removed.
        #expect(slip("a", "git", "setup", "--yes").status == 0)
        #expect(try terminal.read("a/.git/hooks/pre-commit").contains("refresh --check"))
        #expect(slip("a", "git", "setup", "--remove").status == 0)
        #expect(!terminal.exists("a/.git/hooks/pre-commit"))
    }

    @Test func `git setup proposes the dates of commits, and leaves the configuration as it is`() throws {
        for text in ["dates: file\n", "limit: 5\n"] {
            try terminal.write("a/.slipbox/config.yaml", text)
            #expect(slip("a", "git", "setup", "--yes").errors.contains("add to .slipbox/config.yaml: dates: git\n"))
            #expect(try terminal.read("a/.slipbox/config.yaml") == text)
        }
        try terminal.write("a/.slipbox/config.yaml", "dates: git\n")
        #expect(!slip("a", "git", "setup", "--yes").errors.contains("dates"))
    }

    @Test func `git sync counts the commits of a first push, and names what it does not commit`() throws {
        try here.git(["init", "--quiet", "--bare", "--initial-branch=main", "empty.git"])
        try here.git(["init", "--quiet", "--initial-branch=main", "c"])
        let c = try folder("c")
        try terminal.write("c/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        for number in 1...3 {
            try terminal.write("c/Note.md", "\(number)\n")
            try c.commit("\(number)", at: 1_600_000_000 + Int64(number))
        }
        try c.git(["remote", "add", "origin", "../empty.git"])
        #expect(slip("c", "git", "sync").output == "pushed 3 commits to origin/main\n")
        try here.git(["init", "--quiet", "--initial-branch=main", "d"])
        try terminal.write("d/.slipbox/own", "")
        try folder("d").git(["remote", "add", "origin", "../empty.git"])
        #expect(slip("d", "git", "sync").output.hasPrefix("merged 3 commits from origin/main\n"))
        try terminal.write("c/.slipbox/config.yaml", "limit: 7\n")
        try terminal.write("c/.gitattributes", "*.md merge=slip\n")
        try terminal.write("c/.gitignore", "tmp/\n")
        for options in [["--dry-run"], []] {
            terminal.folder = "c"
            let result = terminal.slip(["git", "sync"] + options)
            #expect(
                result.errors.contains(
                    "'.gitattributes', '.gitignore', '.slipbox/config.yaml' differ from the last commit; "
                        + "to commit: git add and git commit"), "\(result)")
        }
    }
}
