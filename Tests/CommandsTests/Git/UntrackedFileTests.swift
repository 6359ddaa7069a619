import Foundation
import TestSupport
import Testing

/// `slip git sync` if another clone has added a file that is here too, but not in git.
struct UntrackedFileTests {
    private let terminal: Console
    private let a: GitFolder
    private let b: GitFolder

    /// Creates two clones of one remote. The first one commits `own.txt` and `dir/.gitattributes`.
    init() throws {
        terminal = try Console()
        terminal.variables = GitFolder.variables
        terminal.variables["PATH"] = TestProcess.searchPath()
        let here = try GitFolder(terminal.directory.path, isNew: false)
        try here.git(["init", "--quiet", "--bare", "--initial-branch=main", "remote.git"])
        try here.git(["clone", "--quiet", "remote.git", "a"])
        a = try GitFolder("\(terminal.directory.path)/a", isNew: false)
        try terminal.write("a/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("a/Note.md", "Text\n")
        try a.git(["checkout", "--quiet", "-B", "main"])
        try a.commit("Begin", at: 1_600_000_000)
        try a.git(["push", "--quiet", "origin", "main"])
        try here.git(["clone", "--quiet", "remote.git", "b"])
        b = try GitFolder("\(terminal.directory.path)/b", isNew: false)
        // The program of the tests is no merge driver.
        try b.git(["config", "merge.slip.driver", "git merge-file -L ours -L base -L theirs %A %O %B"])
        try terminal.write("a/own.txt", "the same\n")
        try terminal.write("a/dir/.gitattributes", "*.md text\n")
        try terminal.write("a/Note.md", "Text of a\n")
        try a.commit("Add files", at: 1_600_000_100)
        try a.git(["push", "--quiet", "origin", "main"])
    }

    private func sync() -> Console.Result {
        terminal.folder = "b"
        return terminal.slip("git", "sync")
    }

    @Test(arguments: ["nothing", "another note", "a conflict"])
    func `an equal file does not stop a sync`(own: String) throws {
        try terminal.write("b/own.txt", "the same\n")
        try terminal.write("b/dir/.gitattributes", "*.md text\n")
        if own == "another note" { try terminal.write("b/Other.md", "x\n") }
        if own == "a conflict" { try terminal.write("b/Note.md", "Text of b\n") }
        let result = sync()
        #expect((result.status == 0) == (own != "a conflict"), "\(result)")
        if own == "a conflict" {
            #expect(result.errors.contains("conflict with yours in 'Note.md'"), "\(result.errors)")
            #expect(try b.git(["status", "--porcelain"]) == "UU Note.md\n")
        } else {
            #expect(try b.git(["status", "--porcelain"]) == "")
            #expect(try terminal.read("b/Note.md") == "Text of a\n")
            #expect(try b.git(["rev-parse", "HEAD"]) == b.git(["rev-parse", "origin/main"]))
        }
        if own == "nothing" { #expect(try b.git(["rev-parse", "HEAD"]) == a.git(["rev-parse", "HEAD"])) }
        #expect(try terminal.read("b/own.txt") == "the same\n")
    }

    @Test func `a different file stops a sync, and stays`() throws {
        try terminal.write("b/own.txt", "another\n")
        try terminal.write("b/dir/.gitattributes", "*.md text\n")
        let result = sync()
        #expect(result.isError("'own.txt' is not in git here"), "\(result)")
        #expect(!result.errors.contains("\\t"))
        #expect(try terminal.read("b/own.txt") == "another\n")
        #expect(try b.git(["diff", "--cached", "--name-only"]) == "")
        try terminal.remove("b/own.txt")
        #expect(sync().status == 0)
    }

    @Test(arguments: ["another\n", "the same\n"])
    func `a file that git ignores is not replaced by a different one`(content: String) throws {
        try terminal.write("b/.git/info/exclude", "own.txt\n")
        try terminal.write("b/own.txt", content)
        let result = sync()
        let isEqual = content == "the same\n"
        #expect(isEqual ? result.status == 0 : result.isError("'own.txt' is not in git here"), "\(result)")
        #expect(try terminal.read("b/own.txt") == content)
        #expect(try b.git(["diff", "--cached", "--name-only"]) == "")
    }

    @Test func `a message of git is shown without tabs, and leaves nothing staged`() throws {
        #expect(sync().status == 0)
        try terminal.write("a/own.txt", "changed by a\n")
        try terminal.write("a/new.txt", "the same\n")
        try a.commit("Change", at: 1_600_000_200)
        try a.git(["push", "--quiet", "origin", "main"])
        // Git refuses because this is no note, and not committed.
        try terminal.write("b/own.txt", "changed by b\n")
        try terminal.write("b/new.txt", "the same\n")
        let result = sync()
        #expect(result.isError("git could not merge 'origin/main'"), "\(result)")
        #expect(result.errors.contains("    own.txt\n") && !result.errors.contains("\\t"), "\(result.errors)")
        #expect(try b.git(["status", "--porcelain"]) == " M own.txt\n?? new.txt\n")
    }

    @Test func `a file that was removed from git here is not added again`() throws {
        try b.git(["pull", "--quiet", "origin", "main"])
        try b.git(["rm", "--quiet", "--cached", "own.txt"])
        try b.git(["commit", "--quiet", "--message", "Remove it from git"])
        try terminal.write("a/Note.md", "More of a\n")
        try a.commit("Change", at: 1_600_000_200)
        try a.git(["push", "--quiet", "origin", "main"])
        #expect(sync().status == 0)
        #expect(try b.git(["status", "--porcelain"]) == "?? own.txt\n")
    }

    @Test func `an equal file does not stop the first sync of a repository without commits`() throws {
        let here = try GitFolder(terminal.directory.path, isNew: false)
        try here.git(["init", "--quiet", "--initial-branch=main", "c"])
        let c = try GitFolder("\(terminal.directory.path)/c", isNew: false)
        try c.git(["remote", "add", "origin", "../remote.git"])
        try terminal.write("c/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("c/own.txt", "the same\n")
        terminal.folder = "c"
        let result = terminal.slip("git", "sync")
        #expect(result.status == 0, "\(result)")
        #expect(try c.git(["status", "--porcelain"]) == "")
        #expect(try c.git(["rev-parse", "HEAD"]) == a.git(["rev-parse", "HEAD"]))
    }

    @Test func `a file that was removed from git and is ignored is not replaced`() throws {
        #expect(sync().status == 0)
        try terminal.write("b/.git/info/exclude", "own.txt\n")
        try b.git(["rm", "--quiet", "--cached", "own.txt"])
        try b.commit("Remove", at: 1_600_000_200)
        try terminal.write("b/own.txt", "mine\n")
        try terminal.write("a/own.txt", "changed\n")
        try a.commit("Change", at: 1_600_000_300)
        try a.git(["push", "--quiet", "origin", "main"])
        #expect(sync().isError("'own.txt' is not in git here"))
        #expect(try terminal.read("b/own.txt") == "mine\n")
    }

    @Test func `an equal file with another mode stops a sync until its mode is changed`() throws {
        try terminal.write("b/own.txt", "the same\n")
        try terminal.setMode("b/own.txt", 0o755)
        let result = sync()
        #expect(
            result.isError("'own.txt' is not in git here", "another mode", "run chmod -x on this file"), "\(result)")
        #expect(try b.git(["status", "--porcelain"]) == "?? own.txt\n")
        try b.git(["config", "core.fileMode", "false"])
        #expect(sync().status == 0)
    }

    @Test func `a folder in the place of a new file stops a sync only if it has files that are not in git`() throws {
        #expect(sync().status == 0)
        try a.git(["rm", "--quiet", "-r", "dir"])
        try terminal.write("a/dir", "a file\n")
        try a.commit("Replace", at: 1_600_000_200)
        try a.git(["push", "--quiet", "origin", "main"])
        try terminal.write("b/.git/info/exclude", "*.log\n")
        try terminal.write("b/dir/own.log", "mine\n")
        #expect(sync().isError("'dir/own.log' is not in git here"))
        #expect(try terminal.read("b/dir/own.log") == "mine\n")
        try terminal.remove("b/dir/own.log")
        #expect(sync().status == 0)
        #expect(try terminal.read("b/dir") == "a file\n")
    }

    /// Creates a clone whose vault is the folder `notes`, and with changes that conflict.
    private func conflictOfSubfolders() throws -> GitFolder {
        let here = try GitFolder(terminal.directory.path, isNew: false)
        try terminal.write("a/notes/.slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try terminal.write("a/notes/n.md", "Text\n")
        try a.commit("Add a vault", at: 1_600_000_200)
        try a.git(["push", "--quiet", "origin", "main"])
        try here.git(["clone", "--quiet", "remote.git", "c"])
        let c = try GitFolder("\(terminal.directory.path)/c", isNew: false)
        try c.git(["config", "merge.slip.driver", "git merge-file -L ours -L base -L theirs %A %O %B"])
        try terminal.write("a/notes/n.md", "Text of a\n")
        try terminal.write("c/notes/n.md", "Text of c\n")
        return c
    }

    @Test(arguments: ["mine\n", "of a\n"])
    func `a file outside of the vault that git ignores is not replaced`(content: String) throws {
        let c = try conflictOfSubfolders()
        try terminal.write("a/src/out.log", "of a\n")
        try a.commit("Add a log", at: 1_600_000_300)
        try a.git(["push", "--quiet", "origin", "main"])
        try terminal.write("c/.git/info/exclude", "*.log\n")
        try terminal.write("c/src/out.log", content)
        terminal.folder = "c/notes"
        let result = terminal.slip("git", "sync")
        #expect(result.isError("/c/src/out.log' is not in git here"), "\(result)")
        #expect(try terminal.read("c/src/out.log") == content)
        #expect(try c.git(["status", "--porcelain"]) == "")
        try terminal.remove("c/src/out.log")
        #expect(terminal.slip("git", "sync").isError("conflict with yours in 'n.md'"))
    }

    @Test func `a file that git ignores is not replaced by a folder`() throws {
        try terminal.write("b/.git/info/exclude", "dir\n")
        try terminal.write("b/dir", "mine\n")
        #expect(sync().isError("'dir' is not in git here"))
        #expect(try terminal.read("b/dir") == "mine\n")
    }

    @Test(arguments: [["mv", "Note.md", "New.md"], ["rm", "--quiet", "Note.md"]])
    func `a note that is open for writing is not replaced although it has another name in the branch`(
        command: [String]
    ) throws {
        #expect(sync().status == 0)
        try a.git(command)
        try a.commit("Move", at: 1_600_000_200)
        try a.git(["push", "--quiet", "origin", "main"])
        let note = try HeldNote("\(terminal.directory.path)/b/Note.md")
        #expect(sync().isError("'Note.md' is open for writing"))
        try note.write("late\n")
        try note.close()
        #expect(try terminal.read("b/Note.md") == "Text of a\nlate\n")
    }

    @Test func `a merge does not stash other files`() throws {
        try b.git(["config", "merge.autoStash", "true"])
        try b.git(["config", "diff.relative", "true"])
        try terminal.write("b/own.md", "x\n")
        #expect(sync().status == 0)
        try terminal.write("b/own.txt", "changed\n")
        try terminal.write("a/Note.md", "Text of a, again\n")
        try a.commit("Change", at: 1_600_000_200)
        try a.git(["pull", "--quiet", "--no-rebase", "origin", "main"])
        try a.git(["push", "--quiet", "origin", "main"])
        let file = try HeldNote("\(terminal.directory.path)/b/own.txt")
        _ = sync()
        try file.write("late\n")
        try file.close()
        #expect(try terminal.read("b/own.txt") == "changed\nlate\n")
    }
}
