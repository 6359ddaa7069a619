import Foundation
import System
import TestSupport
import Testing

/// `slip git sync` in clones without `slip git setup`, and beside other clients.
@Suite struct SyncMergeTests {
    private let terminal: Console
    private let here: GitFolder

    /// Creates a remote repository.
    init() throws {
        terminal = try Console()
        terminal.variables = GitFolder.variables
        here = try GitFolder(terminal.directory.path, isNew: false)
        try here.git(["init", "--quiet", "--bare", "--initial-branch=main", "remote.git"])
    }

    private func folder(_ name: String) throws -> GitFolder {
        try GitFolder("\(terminal.directory.path)/\(name)", isNew: false)
    }

    /// The driver is the program itself, and attributes of the user and the repository win.
    @Test(.enabled(if: CommandLine.program != nil), arguments: [nil, "*.md merge=union\n"])
    func `a sync merges notes by structure without git setup`(attributes: String?) throws {
        let program = try #require(CommandLine.program)
        for name in ["e", "f"] {
            try here.git(["clone", "--quiet", "remote.git", name])
            if name == "f" {
                try folder("f").git(["checkout", "--quiet", "main"])
            } else {
                try terminal.write("e/[my] notes/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
                try terminal.write("e/[my] notes/n.md", "---\nk: [one]\n---\n- a\n")
                if let attributes { try terminal.write("e/.gitattributes", attributes) }
                try folder("e").git(["checkout", "--quiet", "-B", "main"])
                try folder("e").commit("Begin", at: 1_600_000_000)
                try folder("e").git(["push", "--quiet", "origin", "main"])
            }
        }
        for name in ["e", "f"] {
            try terminal.write("\(name)/[my] notes/n.md", "---\nk: [one, \(name)]\n---\n- a\n- \(name)\n")
            let result = try TestProcess.run(
                program, ["git", "sync"], in: "\(terminal.directory.path)/\(name)/[my] notes",
                environment: GitFolder.variables, joinsErrors: true)
            #expect(result.status == 0, "\(result.output)")
            if name == "f" { #expect(result.output.contains("merged by structure: 'n.md'") == (attributes == nil)) }
        }
        let expected =
            attributes == nil
            ? "---\nk: [one, f, e]\n---\n- a\n- f\n- e\n"
            : "---\nk: [one, f]\n---\n- a\n- f\nk: [one, e]\n---\n- a\n- e\n"
        #expect(try terminal.read("f/[my] notes/n.md") == expected)
        #expect(try folder("f").git(["config", "--local", "--list"]).contains("merge.slip") == false)
    }

    /// Creates two clones whose commits conflict in several ways. That of `f` is not pushed.
    private func conflictingClones() throws {
        let begin = ["a", "b", "c", "d", "e"].map { ($0, "one\ntwo\nthree\n") }
        let theirs = [("a", "one\nTWO\nthree\n"), ("c", "changed\n"), ("d", "changed\n"), ("new", "theirs\n")]
        let ours = [("a", "one\n2\nthree\n"), ("b", "changed\n"), ("new", "ours\n")]
        func write(_ notes: [(String, String)], _ name: String, removing removed: [String] = []) throws {
            for (note, text) in notes { try terminal.write("\(name)/\(note).md", text) }
            for note in removed { try terminal.remove("\(name)/\(note).md") }
            try folder(name).commit("Notes", at: 1_600_000_000)
        }
        try here.git(["clone", "--quiet", "remote.git", "e"])
        try folder("e").git(["checkout", "--quiet", "-B", "main"])
        try terminal.write("e/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        // Both merge by lines, without the driver of slip.
        try terminal.write("e/.gitattributes", "*.md merge=text\n")
        try write(begin, "e")
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try here.git(["clone", "--quiet", "remote.git", "f"])
        try folder("f").git(["checkout", "--quiet", "main"])
        try write(theirs, "e", removing: ["b", "e"])
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try write(ours, "f", removing: ["c"])
    }

    @Test func `a sync leaves a conflict as git does`() throws {
        try conflictingClones()
        try here.git(["clone", "--quiet", "f", "g"])
        let git = try folder("g")
        try git.git(["fetch", "--quiet", "\(terminal.directory.path)/remote.git", "+main:refs/remotes/origin/main"])
        #expect(throws: (any Error).self) { try git.git(["merge", "--quiet", "origin/main"]) }
        terminal.folder = "f"
        let refused = terminal.slip("git", "sync")
        #expect(refused.isError("conflict with yours in"), "\(refused)")
        for question in [
            ["ls-files", "--stage"], ["status", "--porcelain=v2", "--untracked-files=all"],
            ["rev-parse", "MERGE_HEAD"],
        ] {
            #expect(try folder("f").git(question) == git.git(question), "\(question)")
        }
        for note in ["a", "b", "c", "d", "new"] {
            #expect(try terminal.read("f/\(note).md") == terminal.read("g/\(note).md"), "\(note)")
        }
        #expect(!terminal.exists("f/e.md"))
        try folder("f").git(["merge", "--abort"])
        #expect(try folder("f").git(["status", "--porcelain"]) == "" && terminal.read("f/a.md").contains("2"))
    }

    /// Git runs the hook whenever it has written its index, also while it merges.
    @Test func `a save while a conflict is merged stays, and stops the merge`() throws {
        try conflictingClones()
        try terminal.writeProgram(
            "f/.git/hooks/post-index-change",
            """
            #!/bin/sh
            n=$(($(cat .git/count 2>/dev/null || echo 0) + 1))
            echo $n > .git/count
            echo "save $n." >> a.md
            """)
        try terminal.write("f/a.md", terminal.read("f/a.md") + "more\n")
        terminal.folder = "f"
        let refused = terminal.slip("git", "sync")
        #expect(refused.isError("git could not merge"), "\(refused)")
        let count = try #require(Int(terminal.read("f/.git/count").filter(\.isNumber)))
        let note = try terminal.read("f/a.md")
        #expect(count > 0 && (1...count).allSatisfy { note.contains("save \($0).\n") }, "\(note)")
        #expect(!terminal.exists("f/.git/MERGE_HEAD"))
    }

    /// Creates two clones, of which `e` has pushed changes of `a.md` and `b.md`, `new/d.md`, and the removal of `old/c.md`.
    private func changedClones() throws {
        try here.git(["clone", "--quiet", "remote.git", "e"])
        try folder("e").git(["checkout", "--quiet", "-B", "main"])
        try terminal.write("e/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("e/.gitattributes", "*.md filter=slow merge=text\n")
        for name in ["a.md", "b.md", "old/c.md", "key.json", "look.css", ".look.css"] {
            try terminal.write("e/\(name)", "one\n\ntwo\n")
        }
        try folder("e").commit("Begin", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try here.git(["clone", "--quiet", "remote.git", "f"])
        try folder("f").git(["checkout", "--quiet", "main"])
        for name in ["a.md", "b.md", "look.css", ".look.css", "new/d.md"] {
            try terminal.write("e/\(name)", "ONE\n\ntwo\n")
        }
        for name in ["old/c.md", "key.json"] { try terminal.remove("e/\(name)") }
        try folder("e").commit("Notes", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        terminal.folder = "f"
    }

    /// The filter saves `b.md` while `a.md` is converted. Git would have compared `b.md` before, and would replace it.
    @Test(arguments: [false, true]) func `a save while a merge replaces files is not lost`(isTrueMerge: Bool) throws {
        try changedClones()
        if isTrueMerge {
            try terminal.write("f/mine.md", "mine\n")
            try folder("f").commit("Mine", at: 1_600_000_000)
        }
        try terminal.writeProgram(
            "f/.git/slow",
            """
            #!/bin/sh
            if [ "$1" = a.md ]; then echo saved >> b.md; fi
            exec cat
            """)
        try folder("f").git(["config", "filter.slow.smudge", ".git/slow %f"])
        let refused = terminal.slip("git", "sync")
        #expect(refused.isError("git could not merge"), "\(refused)")
        #expect(try terminal.read("f/b.md") == "one\n\ntwo\nsaved\n")
        #expect(try terminal.read("f/a.md") == "one\n\ntwo\n")
        try folder("f").git(["config", "filter.slow.smudge", "cat"])
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try terminal.read("f/b.md") == "ONE\n\ntwo\nsaved\n")
        #expect(!terminal.exists("f/old"))
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test func `undo does not undo a merge`() throws {
        try changedClones()
        #expect(terminal.slip("append", "a.md", "mine").status == 0)
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try terminal.read("f/a.md").hasPrefix("ONE\n\ntwo\n") && terminal.read("f/a.md").contains("mine\n"))
        #expect(!terminal.exists("f/old"))
        #expect(terminal.slip("undo", "--list").output.split(separator: "\n").count == 1)
        #expect(terminal.slip("undo").isError("changed since"))
        #expect(terminal.slip("set", "b.md", "status=draft").status == 0 && terminal.slip("undo").status == 0)
        #expect(try terminal.read("f/b.md") == "ONE\n\ntwo\n")
    }

    /// Git keeps a file whose entry is that of the merge, with any content.
    @Test func `a merge keeps changes of a file that is staged as the branch has it`() throws {
        try changedClones()
        try terminal.write("f/look.css", "ONE\n\ntwo\n")
        try folder("f").git(["add", "look.css"])
        try terminal.write("f/look.css", "mine\n")
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try terminal.read("f/look.css") == "mine\n" && terminal.read("f/a.md").hasPrefix("ONE"))
    }

    @Test(arguments: ["--skip-worktree", "--assume-unchanged"])
    func `a merge keeps changes that git was told not to look for`(bit: String) throws {
        try changedClones()
        try folder("f").git(["update-index", bit, "a.md"])
        try terminal.write("f/a.md", "mine\n")
        #expect(terminal.slip("git", "sync").isError("git could not merge"))
        #expect(try terminal.read("f/a.md") == "mine\n" && terminal.read("f/b.md").hasPrefix("one"))
        #expect(try folder("f").git(["ls-files", "-v", "a.md"]).hasPrefix("H") == false)
    }

    @Test func `a merge removes no file that is ignored and no longer in git`() throws {
        try changedClones()
        try terminal.write("f/.git/info/exclude", "key.json\n")
        try folder("f").git(["rm", "--quiet", "--cached", "key.json"])
        try terminal.write("f/key.json", "mine\n")
        #expect(terminal.slip("git", "sync").status == 2)
        #expect(try terminal.read("f/key.json") == "mine\n" && terminal.read("f/a.md").hasPrefix("one"))
    }

    @Test func `two syncs of a vault do not run at the same time`() throws {
        try changedClones()
        let lock = try FileLock(Array("\(terminal.directory.path)/f/.slipbox/sync.lock".utf8))
        #expect(terminal.slip("git", "sync").isError("another 'slip git sync' is running"))
        withExtendedLifetime(lock) {}
        #expect(try terminal.read("f/a.md").hasPrefix("one"))
    }

    /// The hook runs when slip has replaced the notes, and git has not changed `.look.css` yet.
    @Test func `a merge that git refuses late leaves the notes as they were`() throws {
        try changedClones()
        try terminal.writeProgram(
            "f/.git/hooks/post-index-change",
            """
            #!/bin/sh
            if grep -q ONE a.md; then echo saved >> .look.css; fi
            """)
        let refused = terminal.slip("git", "sync")
        #expect(refused.isError("git could not merge") && refused.errors.contains(".look.css"), "\(refused)")
        for name in ["a.md", "b.md", "old/c.md"] { #expect(try terminal.read("f/\(name)") == "one\n\ntwo\n") }
        #expect(try folder("f").git(["status", "--porcelain"]) == " M .look.css\n")
        #expect(terminal.slip("redo").isError("no change to redo"))
    }

    /// Runs the program, which a hook kills when a condition is true and it has changed the notes.
    private func killedSync(when condition: String = "grep -q -e ONE -e TWO a.md") throws {
        try terminal.writeProgram(
            "f/.git/hooks/post-index-change",
            """
            #!/bin/sh
            if \(condition); then kill -9 $(cut -d " " -f 4 /proc/$PPID/stat); fi
            """)
        #expect(try sync().status < 0)
        #expect(try terminal.read("f/a.md").contains(where: \.isUppercase))
        try terminal.remove("f/.git/hooks/post-index-change")
    }

    private func sync() throws -> TestProcess.Result {
        try TestProcess.run(
            try #require(CommandLine.program), ["git", "sync"], in: "\(terminal.directory.path)/f",
            environment: GitFolder.variables, joinsErrors: true)
    }

    private func commit(_ name: String) throws -> String { try folder(name).git(["rev-parse", "HEAD"]) }

    @Test(.enabled(if: CommandLine.program != nil), arguments: [false, true])
    func `a sync that was killed before git recorded its merge is rolled back`(conflicts: Bool) throws {
        try conflicts ? conflictingClones() : changedClones()
        let before = try commit("f")
        try killedSync()
        #expect(try commit("f") == before)
        let again = try sync()
        #expect(again.output.contains("an earlier sync was interrupted"), "\(again.output)")
        if conflicts {
            #expect(again.output.contains("conflict with yours"), "\(again.output)")
            try folder("f").git(["merge", "--abort"])
            #expect(try commit("f") == before)
        } else {
            #expect(try commit("f") == commit("e"))
        }
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `a save after a sync that was killed stays`() throws {
        try changedClones()
        try killedSync()
        try terminal.write("f/b.md", "ONE\n\ntwo\nmine\n")
        let again = try sync()
        #expect(again.output.contains("were not restored: 'b.md'"), "\(again.output)")
        #expect(try terminal.read("f/b.md").hasSuffix("mine\n") && terminal.read("f/a.md").hasPrefix("ONE"))
        #expect(try folder("f").git(["log", "--format=%s", "-1", "--", "a.md"]) == "Notes\n")
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `a commit of the user after a sync that was killed stays`() throws {
        try changedClones()
        try killedSync()
        try folder("f").commit("Mine", at: 1_600_000_000)
        let again = try sync()
        #expect(again.status == 0 && !again.output.contains("interrupted"), "\(again.output)")
        #expect(try terminal.read("f/a.md").hasPrefix("ONE"))
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `a sync that was killed while it recorded a conflict is rolled back`() throws {
        try conflictingClones()
        let before = try commit("f")
        try killedSync(when: "git ls-files --unmerged | grep -q .")
        #expect(!terminal.exists("f/.git/MERGE_HEAD"))
        #expect(throws: (any Error).self) { try folder("f").git(["commit", "--quiet", "--message", "Markers"]) }
        #expect(try sync().output.contains("conflict with yours"))
        try folder("f").git(["merge", "--abort"])
        #expect(try commit("f") == before && folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `hidden files of a merge that was killed are rolled back`() throws {
        try changedClones()
        try terminal.write("e/.new", "new\n")
        try folder("e").commit("Hidden", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try terminal.write("f/a.md", "uno\n\ntwo\n")
        try folder("f").commit("Ours", at: 1_600_000_000)
        try killedSync(when: "grep -q ONE .look.css")
        #expect(try sync().output.contains("conflict with yours"))
        try folder("f").git(["merge", "--abort"])
        // It has the content that the merge adds, so that it could be a file of the user.
        #expect(try folder("f").git(["show", "--name-only", "--format="]) == ".new\n")
        #expect(try terminal.read("f/.look.css").hasPrefix("one"))
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `a locked index stops the sync before a merge is rolled back`() throws {
        try changedClones()
        try killedSync()
        try terminal.write("f/.git/index.lock", "")
        #expect(try sync().status != 0)
        #expect(try terminal.read("f/a.md").hasPrefix("ONE"))
        try terminal.remove("f/.git/index.lock")
        #expect(try sync().output.contains("was rolled back"))
        #expect(try commit("f") == commit("e"))
    }

    @Test func `a merge that git cannot record leaves no new notes`() throws {
        try changedClones()
        try terminal.write("f/.git/refs/heads/main.lock", "")
        #expect(terminal.slip("git", "sync").isError("git could not merge"))
        #expect(!terminal.exists("f/new/d.md") && terminal.exists("f/old/c.md"))
        #expect(try terminal.read("f/.look.css").hasPrefix("one"))
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
        try terminal.remove("f/.git/refs/heads/main.lock")
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try commit("f") == commit("e"))
    }

    /// Git changes all files then.
    @Test func `a merge of attributes that git cannot record leaves nothing`() throws {
        try changedClones()
        try terminal.write("e/.gitattributes", "*.md merge=text\n")
        try terminal.write("e/secret.md", "secret\n")
        try folder("e").commit("Attributes", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try terminal.write("f/.git/refs/heads/main.lock", "")
        #expect(terminal.slip("git", "sync").isError("git could not merge"))
        #expect(!terminal.exists("f/secret.md") && terminal.exists("f/old/c.md"))
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
    }

    /// A filter of a hidden file fails when git has changed others.
    @Test func `a merge that git stops halfway leaves nothing`() throws {
        try changedClones()
        try terminal.write("e/.gitattributes", "*.md merge=text\n.z filter=no\n")
        try terminal.write("e/.z", "one\n")
        try folder("e").commit("Attributes", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        #expect(terminal.slip("git", "sync").status == 0)
        let big = String(repeating: "big\n", count: 300_000)
        for (name, text) in [("b.md", big), (".z", "two\n"), ("a.md", "TWO\n"), (".look.css", "TWO\n")] {
            try terminal.write("e/\(name)", text)
        }
        try folder("e").commit("More", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try folder("f").git(["config", "filter.no.smudge", "false"])
        try folder("f").git(["config", "filter.no.required", "true"])
        try folder("f").git(["config", "filter.no.clean", "cat"])
        #expect(terminal.slip("git", "sync").isError("git could not merge"))
        #expect(try terminal.read("f/a.md").hasPrefix("ONE") && terminal.read("f/.look.css").hasPrefix("ONE"))
        try folder("f").git(["config", "filter.no.smudge", "cat"])
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try commit("f") == commit("e"))
    }

    /// The hook commits `b.md` as merged when slip has changed the notes. Git cannot fast-forward then.
    @Test func `a commit of another program during a merge keeps its files`() throws {
        try changedClones()
        try terminal.writeProgram(
            "f/.git/hooks/post-index-change",
            """
            #!/bin/sh
            if grep -q ONE a.md && ! [ -e .git/done ]; then
                touch .git/done
                unset GIT_DIR GIT_INDEX_FILE
                git commit --quiet --message Other b.md
            fi
            """)
        #expect(terminal.slip("git", "sync").isError("git could not merge"))
        #expect(try terminal.read("f/b.md").hasPrefix("ONE") && terminal.read("f/a.md").hasPrefix("one"))
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try folder("f").git(["log", "--format=%s", "-1", "--", "a.md"]) == "Notes\n")
        #expect(try terminal.read("f/a.md").hasPrefix("ONE"))
    }

    @Test func `another branch that is checked out during a fetch is neither merged nor pushed`() throws {
        try changedClones()
        try folder("f").git(["checkout", "--quiet", "-b", "draft"])
        try terminal.write("f/private.md", "private\n")
        try folder("f").commit("Private", at: 1_600_000_000)
        try folder("f").git(["checkout", "--quiet", "main"])
        let script = "\(terminal.directory.path)/fetch"
        try terminal.writeProgram(
            "fetch",
            """
            #!/bin/sh
            unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
            git -C '\(terminal.directory.path)/f' checkout --quiet draft
            exec git-upload-pack "$@"
            """)
        try folder("f").git(["config", "remote.origin.uploadpack", script])
        #expect(terminal.slip("git", "sync").isError("the branch 'main' is no longer checked out"))
        #expect(try here.git(["--git-dir=remote.git", "log", "--format=%s", "main"]) == "Notes\nBegin\n")
        #expect(try folder("f").git(["log", "--format=%s", "draft"]) == "Private\nBegin\n")
    }

    /// Git finds that our folder was renamed, and adds their note in the new one.
    @Test func `a merge replaces no ignored file in a renamed folder`() throws {
        try here.git(["clone", "--quiet", "remote.git", "e"])
        try folder("e").git(["checkout", "--quiet", "-B", "main"])
        try terminal.write("e/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        for name in ["a", "b", "c"] { try terminal.write("e/x/\(name).md", "one\ntwo\n\(name)\n") }
        try folder("e").commit("Begin", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try here.git(["clone", "--quiet", "remote.git", "f"])
        try terminal.write("e/x/private.md", "theirs\n")
        try folder("e").commit("Theirs", at: 1_600_000_000)
        try folder("e").git(["push", "--quiet", "origin", "main"])
        try folder("f").git(["checkout", "--quiet", "main"])
        try folder("f").git(["mv", "x", "new"])
        try terminal.write("f/.gitignore", "private*\n")
        try folder("f").commit("Ours", at: 1_600_000_000)
        try terminal.write("f/new/private.md", "mine\n")
        terminal.folder = "f"
        #expect(terminal.slip("git", "sync").isError("'new/private.md' is not in git here"))
        #expect(try terminal.read("f/new/private.md") == "mine\n")
    }

    @Test func `attributes that are only in the index convert the notes of a merge`() throws {
        try changedClones()
        try folder("f").git(["config", "filter.slow.smudge", "sed s/two/TWO/"])
        try folder("f").git(["config", "filter.slow.clean", "sed s/TWO/two/"])
        try folder("f").git(["sparse-checkout", "set", "--no-cone", "/*", "!/.gitattributes"])
        #expect(!terminal.exists("f/.gitattributes"))
        #expect(terminal.slip("git", "sync").status == 0)
        #expect(try terminal.read("f/a.md") == "ONE\n\nTWO\n")
        #expect(try folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test func `a conflict that git has resolved before is left to the user`() throws {
        try changedClones()
        try folder("f").git(["config", "rerere.enabled", "true"])
        try folder("f").git(["config", "rerere.autoUpdate", "true"])
        try terminal.write("f/a.md", "uno\n\ntwo\n")
        try folder("f").commit("Ours", at: 1_600_000_000)
        #expect(terminal.slip("git", "sync").isError("conflict with yours in 'a.md'"))
        #expect(try terminal.read("f/a.md").contains("\n>>>>>>> origin/main\n"))
        #expect(try commit("f") == folder("f").git(["rev-parse", "ORIG_HEAD"]))
        try terminal.write("f/a.md", "ONE uno\n\ntwo\n")
        try folder("f").commit("Merge", at: 1_600_000_000)
        try folder("f").git(["reset", "--quiet", "--hard", "HEAD~1"])
        #expect(terminal.slip("git", "sync").isError("git has resolved them as before"))
        #expect(try terminal.read("f/a.md") == "ONE uno\n\ntwo\n" && terminal.exists("f/.git/MERGE_HEAD"))
    }

    @Test func `a filter that fails stops a merge before it changes a file`() throws {
        try changedClones()
        try folder("f").git(["config", "filter.slow.smudge", "false"])
        try folder("f").git(["config", "filter.slow.clean", "cat"])
        try folder("f").git(["config", "filter.slow.required", "true"])
        #expect(terminal.slip("git", "sync").isError("checkout-index"))
        #expect(try terminal.read("f/a.md").hasPrefix("one") && folder("f").git(["status", "--porcelain"]) == "")
    }

    @Test func `staged changes are no part of a merge with conflicts`() throws {
        try conflictingClones()
        try terminal.write("f/other.txt", "x\n")
        try folder("f").git(["add", "other.txt"])
        terminal.folder = "f"
        #expect(terminal.slip("git", "sync").isError("there are staged changes"))
        #expect(try folder("f").git(["status", "--porcelain"]) == "A  other.txt\n")
    }

    /// Another client has the lock of the branch.
    @Test func `a sync pushes again if another client pushes at the same time`() throws {
        try terminal.writeProgram(
            "remote.git/hooks/pre-receive",
            """
            #!/bin/sh
            if [ -e tried ]; then rm -f refs/heads/main.lock; else : > tried; : > refs/heads/main.lock; fi
            """)
        try here.git(["clone", "--quiet", "remote.git", "a"])
        try folder("a").git(["checkout", "--quiet", "-B", "main"])
        try terminal.write("a/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("a/Note.md", "text\n")
        terminal.folder = "a"
        let result = terminal.slip("git", "sync")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasSuffix("pushed 1 commit to origin/main\n"))
        #expect(terminal.exists("remote.git/tried"))
    }
}
