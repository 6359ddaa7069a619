import Foundation
import TestSupport
import Testing

/// `slip merge-driver`, alone and as git runs it.
@Suite struct MergeDriverTests {
    private static let base = "# Log\n\n- a\n"

    private func versions(_ ours: String, _ theirs: String) throws -> Console {
        let terminal = try Console(["b.md": Self.base, "o.md": ours, "t.md": theirs])
        terminal.variables = GitFolder.variables
        return terminal
    }

    @Test func `--explain lists the rule and the line of each place`() throws {
        let terminal = try versions("# Log\n\n- a\n- ours\n", "# Log\n\n- a\n- theirs\n")
        let result = terminal.slip("merge-driver", "--explain", "b.md", "o.md", "t.md", "Log.md")
        #expect(result.status == 0)
        #expect(result.output == "Log.md:4: additions: both sides added something here; ours comes first\n")
        #expect(try terminal.read("o.md") == "# Log\n\n- a\n- ours\n- theirs\n")
    }

    @Test func `merge: lines in the configuration leaves bodies to git`() throws {
        let terminal = try versions("# Log\n\n- a\n- ours\n", "# Log\n\n- a\n- theirs\n")
        try terminal.write(".slipbox/config.yaml", "merge: lines\n")
        #expect(terminal.slip("merge-driver", "b.md", "o.md", "t.md", "Log.md").status == 1)
        #expect(
            try terminal.read("o.md") == "# Log\n\n- a\n<<<<<<< ours\n- ours\n=======\n- theirs\n>>>>>>> theirs\n")
    }

    @Test(.enabled(if: CommandLine.program != nil), arguments: ["merge", "rebase", "cherry-pick", "stash"])
    func `git merges bodies by structure`(command: String) throws {
        let terminal = try Console()
        terminal.variables = GitFolder.variables
        terminal.variables["PATH"] = TestProcess.searchPath()
        let here = try GitFolder(terminal.directory.path, isNew: false)
        try here.git(["init", "--quiet", "--initial-branch=main"])
        try terminal.write(".slipbox/.gitignore", "/*\n!/.gitignore\n")
        try terminal.write("Log.md", Self.base)
        #expect(terminal.slip("git", "setup", "--yes").status == 0)
        try here.commit("Begin", at: 1_600_000_000)
        try here.git(["checkout", "--quiet", "-b", "side"])
        try terminal.write("Log.md", Self.base + "- side\n")
        if command == "stash" {
            try here.git(["stash"])
            try here.git(["checkout", "--quiet", "main"])
        } else {
            try here.commit("Side", at: 1_600_000_100)
            try here.git(["checkout", "--quiet", "main"])
        }
        try terminal.write("Log.md", Self.base + "- main\n")
        try here.commit("Main", at: 1_600_000_200)
        let arguments =
            switch command {
            case "merge": ["merge", "--quiet", "--no-edit", "side"]
            case "stash": ["stash", "pop"]
            default: [command, "side"]
            }
        try here.git(arguments, variables: ["PATH": TestProcess.searchPath()])
        let items = try terminal.read("Log.md").split(separator: "\n").dropFirst(2)
        #expect(Set(items) == ["- main", "- side"])
    }
}
