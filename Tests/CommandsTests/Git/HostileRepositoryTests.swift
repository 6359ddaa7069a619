import Foundation
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

    @Test(arguments: traps) private func `no program in a repository's configuration is run`(trap: Trap) throws {
        let terminal = try Console([
            "a.md": "one\n", "b.md": "two\n", ".gitattributes": "*.md filter=x diff=x merge=x\n",
        ])
        terminal.variables = GitFolder.variables
        let path = terminal.directory.path
        let folder = try GitFolder(path)
        try folder.git(["-c", "filter.x.clean=cat", "add", "--all"])
        try folder.commit("one", at: 1_600_000_000)
        try folder.write("a.md", "one more\n")
        try folder.commit("two", at: 1_600_100_000)
        let mark = "\(path)/.git/mark"
        let program = "\(path)/.git/program"
        try terminal.writeProgram(".git/program", "#!/bin/sh\necho ran >> '\(mark)'\ncat\n")
        for hook in ["post-index-change", "pre-commit", "fsmonitor-watchman", "post-checkout", "reference-transaction"]
        {
            try terminal.writeProgram(".git/evil/\(hook)", "#!/bin/sh\necho ran >> '\(mark)'\n")
        }
        try terminal.write(
            ".git/evil.config", "[core]\n\tfsmonitor = \(program)\n[filter \"x\"]\n\tclean = \(program)\n")
        for (name, value) in trap.settings {
            let value = value.replacing("RUN", with: program).replacing("HOOKS", with: "\(path)/.git/evil")
                .replacing("EVIL", with: "\(path)/.git/evil.config")
            try folder.git(["config", name, value])
        }
        // The same content with another time, and another content: git must read both.
        try folder.write("a.md", "one more\n")
        try folder.write("b.md", "two, changed\n")
        if trap.isEffective {
            // A test that forks at this moment may hold the program open for writing, so that it cannot run.
            for _ in 0..<20 where !terminal.exists(".git/mark") {
                _ = try folder.git(["status"], accepts: Set(0...255))
                _ = try folder.git(["diff"], accepts: Set(0...255))
            }
            #expect(terminal.exists(".git/mark"), "the trap is not effective")
            try terminal.remove(".git/mark")
            try folder.write("a.md", "one more\n")
        }
        for arguments in [
            ["search", "is:dirty"], ["search", "is:untracked"], ["search", "since:HEAD~1"], ["search", "by:ada"],
            ["search", "--at", "HEAD~1"], ["search", "--git", "--format", "json"], ["show", "a.md", "--at", "HEAD"],
            ["history", "a.md", "--patch"], ["check", "--staged"], ["check", "--since", "HEAD~1"],
            ["suggest", "since:"],
            ["suggest", "by:"], ["git", "status"], ["git", "sync", "--dry-run"], ["search", "group:by"],
        ] {
            let result = terminal.slip(arguments)
            #expect(result.status < 2, "\(arguments): \(result.errors)")
            #expect(!terminal.exists(".git/mark"), "\(arguments) ran it")
        }
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        // In hooks the environment names the repository.
        terminal.variables["GIT_DIR"] = ".git"
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        #expect(terminal.slip("check", "--staged").status == 0)
        #expect(!terminal.exists(".git/mark"))
    }
}
