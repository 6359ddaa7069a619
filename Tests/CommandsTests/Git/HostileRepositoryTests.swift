import Foundation
import Git
import SourceText
import System
import TestSupport
import Testing

/// Repositories whose configuration names programs to run. Reading commands run none.
@Suite struct HostileRepositoryTests {
    private struct Trap: CustomTestStringConvertible, Sendable {
        var name: String
        /// The configuration. `RUN` is a program that writes a file.
        var settings: [(String, String)]
        /// Whether `git status` or `git diff` runs the program, so that the trap is effective.
        var isEffective = true
        var testDescription: String { name }
    }

    private static let traps = [
        Trap(name: "fsmonitor", settings: [("core.fsmonitor", "RUN")]),
        Trap(name: "clean filter", settings: [("filter.x.clean", "RUN"), ("filter.x.required", "true")]),
        Trap(name: "filter process", settings: [("filter.x.process", "RUN")]),
        Trap(name: "smudge filter", settings: [("filter.x.smudge", "RUN")], isEffective: false),
        Trap(name: "textconv", settings: [("diff.x.textconv", "RUN")]),
        Trap(name: "diff driver", settings: [("diff.x.command", "RUN")]),
        Trap(name: "external diff", settings: [("diff.external", "RUN")]),
        Trap(name: "hooks", settings: [("core.hooksPath", "HOOKS")]),
        Trap(
            name: "pager", settings: [("core.pager", "RUN"), ("pager.log", "RUN"), ("pager.status", "RUN")],
            isEffective: false),
        Trap(name: "editor", settings: [("core.editor", "RUN"), ("sequence.editor", "RUN")], isEffective: false),
        Trap(
            name: "ssh command",
            settings: [
                ("core.sshCommand", "RUN"), ("remote.origin.url", "ssh://example.invalid/x"),
                ("remote.origin.promisor", "true"), ("extensions.partialClone", "origin"),
            ], isEffective: false),
        Trap(name: "credential helper", settings: [("credential.helper", "!RUN")], isEffective: false),
        Trap(
            name: "signatures",
            settings: [("log.showSignature", "true"), ("gpg.program", "RUN"), ("gpg.ssh.program", "RUN")],
            isEffective: false),
        Trap(name: "include", settings: [("include.path", "EVIL")]),
        Trap(name: "alternates", settings: [("core.alternateRefsCommand", "RUN")], isEffective: false),
        Trap(name: "merge driver", settings: [("merge.x.driver", "RUN %A")], isEffective: false),
    ]

    /// Commands that read, each of which asks git.
    private static let readingCommands = [
        ["search", "is:dirty"], ["search", "is:untracked"], ["search", "since:HEAD~1"], ["search", "by:ada"],
        ["search", "--at", "HEAD~1"], ["search", "--git", "--format", "json"], ["show", "a.md", "--at", "HEAD"],
        ["history", "a.md", "--patch"], ["check", "--staged"], ["check", "--since", "HEAD~1"],
        ["suggest", "since:"],
        ["suggest", "by:"], ["git", "status"], ["git", "sync", "--dry-run"], ["search", "group:by"],
    ]

    /// A program that notes its run in `mark`, and the configuration that names it.
    private struct SetTrap {
        let console: Console
        /// A full path, like the others.
        let mark: String
        let program: String
        let hooks: String
        let include: String

        /// - Parameter place: a folder of the vault that is not committed.
        init(_ console: Console, at place: String) throws {
            self.console = console
            let path = "\(console.directory.path)/\(place)"
            (mark, program, hooks, include) = (
                "\(path)/mark", "\(path)/program", "\(path)/evil", "\(path)/evil.config"
            )
            try console.writeProgram("\(place)/program", "#!/bin/sh\necho ran >> '\(mark)'\ncat\n")
            for hook in [
                "post-index-change", "pre-commit", "fsmonitor-watchman", "post-checkout", "reference-transaction",
            ] {
                try console.writeProgram("\(place)/evil/\(hook)", "#!/bin/sh\necho ran >> '\(mark)'\n")
            }
            try console.write(
                "\(place)/evil.config",
                "[core]\n\tfsmonitor = \(program)\n[filter \"x\"]\n\tclean = \(program)\n")
        }

        func value(_ text: String) -> String {
            text.replacing("RUN", with: program).replacing("HOOKS", with: hooks).replacing("EVIL", with: include)
        }

        var hasRun: Bool { FileManager.default.fileExists(atPath: mark) }

        /// Checks that git, without slip, runs the program.
        func expectEffect(_ folder: GitFolder) throws {
            // A test that forks at this moment may hold the program open for writing, so that it cannot run.
            for _ in 0..<20 where !hasRun {
                _ = try folder.git(["status"], accepts: Set(0...255))
                _ = try folder.git(["diff"], accepts: Set(0...255))
            }
            #expect(hasRun, "the trap is not effective")
            try FileManager.default.removeItem(atPath: mark)
        }
    }

    @Test(arguments: traps) private func `no program in a repository's configuration is run`(trap: Trap) throws {
        let terminal = try Console([
            "a.md": "one\n", "b.md": "two\n", ".gitattributes": "*.md filter=x diff=x merge=x\n",
        ])
        terminal.variables = GitFolder.variables
        let folder = try GitFolder(terminal.directory.path)
        try folder.git(["-c", "filter.x.clean=cat", "add", "--all"])
        try folder.commit("one", at: 1_600_000_000)
        try folder.write("a.md", "one more\n")
        try folder.commit("two", at: 1_600_100_000)
        let set = try SetTrap(terminal, at: ".git")
        for (name, value) in trap.settings { try folder.git(["config", name, set.value(value)]) }
        // The same content with another time, and another content: git must read both.
        try folder.write("a.md", "one more\n")
        try folder.write("b.md", "two, changed\n")
        if trap.isEffective {
            try set.expectEffect(folder)
            try folder.write("a.md", "one more\n")
        }
        for arguments in Self.readingCommands {
            let result = terminal.slip(arguments)
            #expect(result.status < 2, "\(arguments): \(result.errors)")
            #expect(!set.hasRun, "\(arguments) ran it")
        }
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        // In hooks the environment names the repository.
        terminal.variables["GIT_DIR"] = ".git"
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        #expect(terminal.slip("check", "--staged").status == 0)
        #expect(!set.hasRun)
    }

    /// A vault below the root of a work tree, whose folder is also a bare repository: ordinary files that a clone has.
    @Test(arguments: traps) private func `a bare repository in a vault is a folder of files`(trap: Trap) throws {
        let terminal = try Console([
            "v/.slipbox/config.yaml": "", "v/a.md": "one\n", "v/b.md": "two\n",
            "v/.gitattributes": "*.md filter=x diff=x merge=x\n",
        ])
        terminal.variables = GitFolder.variables
        terminal.folder = "v"
        let inner = try GitFolder("\(terminal.directory.path)/v", isNew: false)
        try inner.git(["init", "--quiet", "--bare", "."])
        for (name, value) in [("core.bare", "false"), ("core.worktree", inner.path)] {
            try inner.git(["config", name, value])
        }
        try inner.git(["-c", "filter.x.clean=cat", "add", "a.md", "b.md", ".gitattributes"])
        try inner.git(["commit", "--quiet", "--message", "inner"], at: 1_500_000_000)
        let outer = try GitFolder(terminal.directory.path)
        try outer.git(["add", "--force", "--all"])
        try outer.commit("one", at: 1_600_000_000)
        try outer.write("v/a.md", "one more\n")
        try outer.commit("two", at: 1_600_100_000)
        let set = try SetTrap(terminal, at: ".git")
        for (name, value) in trap.settings { try inner.git(["config", name, set.value(value)]) }
        try inner.write("a.md", "one\n")
        try inner.write("b.md", "two, changed\n")
        if trap.isEffective { try set.expectEffect(inner) }
        try inner.write("a.md", "one more\n")
        for arguments in Self.readingCommands {
            let result = terminal.slip(arguments)
            if arguments[0...1] != ["git", "sync"] { #expect(result.status < 2, "\(arguments): \(result.errors)") }
            #expect(!set.hasRun, "\(arguments) ran it")
        }
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        // Synchronizing runs hooks and filters, so it must be clear whose.
        let sync = terminal.slip("git", "sync")
        #expect(sync.status == 2 && sync.errors.contains("v' looks like a bare git repository"), "\(sync)")
        #expect(!set.hasRun)
    }

    @Test func `the path of a repository need not be UTF-8`() throws {
        let terminal = try Console(["a.md": "one\n"])
        let root = Array("\(terminal.directory.path)/v".utf8) + [0xFF]
        try Files.makeDirectory(root)
        try Files.makeDirectory(root + Array("/.slipbox".utf8))
        try Files.create(root + Array("/n.md".utf8), Array("new\n".utf8))
        let variables = GitFolder.variables
        try terminal.writeProgram("run", "#!/bin/sh\ncd '\(terminal.directory.path)'/v* && git init --quiet .\n")
        #expect(try TestProcess.run("\(terminal.directory.path)/run", [], in: "/", environment: variables).status == 0)
        let found = try #require(try Repository.workTreeState(of: root, from: root, variables))
        #expect(found.untracked.contains(VaultPath("n.md")))
    }

    @Test func `a program in the vault is not run for git, even if the PATH has the current directory`() throws {
        let terminal = try Console(["a.md": "one\n"])
        try GitFolder(terminal.directory.path).commit("one", at: 1_600_000_000)
        try terminal.writeProgram("git", "#!/bin/sh\necho ran > mark\n")
        let path = try #require(GitFolder.variables["PATH"])
        for value in [".:\(path)", ":\(path)", "\(path):", "bin/..:\(path)"] {
            terminal.variables = GitFolder.variables.merging(["PATH": value]) { $1 }
            #expect(terminal.slip("search", "is:untracked").output == "", "\(value)")
        }
        terminal.variables["PATH"] = "."
        #expect(terminal.slip("search", "is:untracked").errors.contains("git is not installed"))
        #expect(!terminal.exists("mark"))
    }
}
