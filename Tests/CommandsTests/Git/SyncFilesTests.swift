import Foundation
import TestSupport
import Testing

/// The files that `slip git sync` commits, and links to notes that a merge moved.
struct SyncFilesTests {
    private let console: Console
    private let git: GitFolder

    init() throws {
        console = try Console()
        console.variables = GitFolder.variables
        console.variables["PATH"] = TestProcess.searchPath()
        git = try GitFolder(console.directory.path, isNew: false)
        try git.git(["init", "--quiet", "--initial-branch=main"])
        try console.write(".slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try console.write("n.md", "x\n")
    }

    private func committed() throws -> [String] {
        try git.git(["ls-tree", "-r", "--name-only", "HEAD"]).split(separator: "\n").map(String.init)
    }

    @Test func `git sync commits the file that keeps an empty folder`() throws {
        #expect(console.slip("folder", "new", "A/New folder").status == 0)
        #expect(console.slip("git", "sync").status == 0)
        #expect(try committed() == ["A/New folder/.gitkeep", "n.md"])
        #expect(console.slip("folder", "rm", "A/New folder").status == 0)
        #expect(console.slip("git", "sync").output.contains("New folder"))
        #expect(try committed() == ["n.md"])
        try console.write(".hidden/.gitkeep", "")
        #expect(console.slip("git", "sync").errors.contains("up to date"))
    }

    @Test func `git sync names the attachments that it omits, and the file that keeps the index out of git`() throws {
        try console.write("n.md", "[a](a.sketch) ![](b.png) [[c.psd]]\n")
        for file in ["a.sketch", "b.png", "c.psd", "unused.psd", ".d.psd"] { try console.write(file, "1") }
        let planned = console.slip("git", "sync", "--dry-run")
        let result = console.slip("git", "sync")
        let text =
            "'a.sketch', 'c.psd' are not committed; to include them, add to attachment-extensions: in the configuration: psd, sketch"
        #expect(planned.errors.contains(text) && result.errors.contains(text), "\(result.errors)")
        #expect(result.errors.contains("'.slipbox/.gitignore' differs from the last commit"), "\(result.errors)")
        #expect(try committed() == ["b.png", "n.md"])
        #expect(console.slip("git", "status").output.contains(".slipbox/.gitignore"))
        #expect(console.slip("git", "sync", "--format", "json").output.contains("c.psd"))
    }

    @Test func `git sync commits canvases, which contain links to notes`() throws {
        try console.write("B.canvas", #"{"nodes":[{"id":"1","type":"file","file":"n.md"}]}"#)
        #expect(console.slip("git", "sync").status == 0)
        #expect(console.slip("mv", "n.md", "new.md").status == 0)
        #expect(console.slip("git", "sync").status == 0)
        #expect(try committed() == ["B.canvas", "new.md"])
        #expect(try git.git(["show", "HEAD:B.canvas"]).contains("new.md"))
    }

    @Test func `git sync names templates and schemas that are not committed`() throws {
        try console.write(".slipbox/.gitignore", "/*\n!/templates/\n!/schemas/\n")
        try console.write(".slipbox/templates/day.md", "x\n")
        try console.write(".slipbox/schemas/book.json", "{}\n")
        let result = console.slip("git", "sync")
        #expect(
            result.errors.contains(
                "'.slipbox/schemas/book.json', '.slipbox/templates/day.md' differ from the last commit"), "\(result)")
    }

    @Test func `the JSON result of git sync contains what was merged`() throws {
        let handle = try HeldNote(console.url("n.md").path)
        #expect(console.slip("set", "n.md", "y=1", "--force").status == 0)
        try handle.write("late\n")
        try handle.close()
        let result = console.slip("git", "sync", "--format", "json")
        #expect(try result.object()["remarks"] as? [String] == ["merged what another program wrote to 'n.md'"])
        #expect(try console.read("n.md").hasSuffix("x\nlate\n"))
    }

    @Test func `check --fix repairs links to a note that a merge moved`() throws {
        try console.write("Old.md", "The text of the note.\n")
        try git.commit("Begin", at: 1_600_000_000)
        console.slip("index")
        try git.git(["checkout", "--quiet", "-b", "other"])
        try git.git(["mv", "Old.md", "Middle.md"])
        try git.commit("Move", at: 1_600_000_100)
        try console.write("A/x.md", "")
        try git.git(["mv", "Middle.md", "A/New.md"])
        try git.commit("Move again", at: 1_600_000_200)
        try git.git(["checkout", "--quiet", "main"])
        try console.write("n.md", "[[Old]] [o](Old.md)\n")
        try git.commit("Link", at: 1_600_000_300)
        try git.git(["merge", "--quiet", "--no-edit", "other"])
        #expect(console.slip("check", "--fix").status == 0)
        #expect(try console.read("n.md") == "[[New]] [o](A/New.md)\n")
    }
}
