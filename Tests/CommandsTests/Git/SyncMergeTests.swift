import Foundation
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
