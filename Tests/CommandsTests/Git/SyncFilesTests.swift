import Foundation
import TestSupport
import Testing

/// Links to notes that a merge moved.
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
