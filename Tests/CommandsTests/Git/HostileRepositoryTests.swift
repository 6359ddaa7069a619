import Foundation
import TestSupport
import Testing

/// A repository whose configuration wants programs run: none is, by anything that only reads.
@Suite struct HostileRepositoryTests {
    private struct Trap: CustomTestStringConvertible, Sendable {
        var name: String
        /// What the configuration says; `RUN` is a program that leaves a mark.
        var settings: [(String, String)]
        /// Whether git by itself runs it on `git status` or `git log -p`, so that the trap is one.
        var springs = true
        var testDescription: String { name }
    }

    private static let traps = [
        Trap(name: "fsmonitor", settings: [("core.fsmonitor", "RUN")]),
        Trap(name: "clean filter", settings: [("filter.x.clean", "RUN"), ("filter.x.required", "true")]),
        Trap(name: "filter process", settings: [("filter.x.process", "RUN")]),
        Trap(name: "smudge filter", settings: [("filter.x.smudge", "RUN")], springs: false),
        Trap(name: "textconv", settings: [("diff.x.textconv", "RUN")]),
        Trap(name: "diff driver", settings: [("diff.x.command", "RUN")]),
        Trap(name: "external diff", settings: [("diff.external", "RUN")]),
        Trap(name: "hooks", settings: [("core.hooksPath", "HOOKS")]),
        Trap(
            name: "pager", settings: [("core.pager", "RUN"), ("pager.log", "RUN"), ("pager.status", "RUN")],
            springs: false),
        Trap(name: "editor", settings: [("core.editor", "RUN"), ("sequence.editor", "RUN")], springs: false),
        Trap(
            name: "ssh command",
            settings: [
                ("core.sshCommand", "RUN"), ("remote.origin.url", "ssh://example.invalid/x"),
                ("remote.origin.promisor", "true"), ("extensions.partialClone", "origin"),
            ], springs: false),
        Trap(name: "credential helper", settings: [("credential.helper", "!RUN")], springs: false),
        Trap(
            name: "signatures",
            settings: [("log.showSignature", "true"), ("gpg.program", "RUN"), ("gpg.ssh.program", "RUN")],
            springs: false),
        Trap(name: "include", settings: [("include.path", "EVIL")]),
        Trap(name: "alternates", settings: [("core.alternateRefsCommand", "RUN")], springs: false),
        Trap(name: "merge driver", settings: [("merge.x.driver", "RUN %A")], springs: false),
    ]

    @Test(arguments: traps) private func `nothing of a repository's configuration is run`(trap: Trap) throws {
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
        func executable(_ file: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }
        try executable(program, "#!/bin/sh\necho ran >> '\(mark)'\ncat\n")
        try FileManager.default.createDirectory(atPath: "\(path)/.git/evil", withIntermediateDirectories: true)
        for hook in ["post-index-change", "pre-commit", "fsmonitor-watchman", "post-checkout", "reference-transaction"]
        {
            try executable("\(path)/.git/evil/\(hook)", "#!/bin/sh\necho ran >> '\(mark)'\n")
        }
        try Data("[core]\n\tfsmonitor = \(program)\n[filter \"x\"]\n\tclean = \(program)\n".utf8)
            .write(to: URL(fileURLWithPath: "\(path)/.git/evil.config"))
        for (name, value) in trap.settings {
            let value = value.replacing("RUN", with: program).replacing("HOOKS", with: "\(path)/.git/evil")
                .replacing("EVIL", with: "\(path)/.git/evil.config")
            try folder.git(["config", name, value])
        }
        // The same content under another time, and another content: git has to look into both.
        try folder.write("a.md", "one more\n")
        try folder.write("b.md", "two, changed\n")
        if trap.springs {
            // Another test that forks at this moment may hold the program open for writing, so that it cannot be run.
            for _ in 0..<20 where !FileManager.default.fileExists(atPath: mark) {
                _ = try folder.git(["status"], accepts: Set(0...255))
                _ = try folder.git(["diff"], accepts: Set(0...255))
            }
            #expect(FileManager.default.fileExists(atPath: mark), "the trap is none")
            try? FileManager.default.removeItem(atPath: mark)
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
            #expect(!FileManager.default.fileExists(atPath: mark), "\(arguments) ran it")
        }
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        // Also where the environment names the repository, as it does in hooks.
        terminal.variables["GIT_DIR"] = ".git"
        #expect(terminal.slip("search", "is:dirty").output == "b.md\n")
        #expect(terminal.slip("check", "--staged").status == 0)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }
}
