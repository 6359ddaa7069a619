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
