import Foundation
import TestSupport
import Testing

/// `--dry-run` prints a patch. Applied with git, it has the effect of the command.
@Suite struct PatchTests {
    private static let files = [
        "Old/a b.md": "---\nkeywords: [old]\n---\nSee [[c]] and #old.\n", "Old/c.md": "[x](<a b.md>)\r\nno end",
        "d.md": "[[c]] [y](Old/c.md)\n", "tab\there \"q\".md": "#old\n",
    ]

    private static func snapshot(_ terminal: Console) throws -> [String: Data] {
        try terminal.contents { !$0.hasPrefix(".") }
    }

    @Test(arguments: [
        ["set", "--query", "", "x=1"], ["mv", "Old/c.md", "New/e.md"], ["mv", "Old", "Other"],
        ["keyword", "rename", "old", "new"], ["mv", "d.md", "Old/d d.md"],
    ])
    func `git apply accepts the output of --dry-run`(_ command: [String]) throws {
        let terminal = try Console(Self.files)
        // A byte that is not UTF-8 on a line that does not change.
        try Data(Array("caf".utf8) + [0xE9] + Array(" #old\n".utf8)).write(to: terminal.url("latin.md"))
        let before = try Self.snapshot(terminal)
        let patch = terminal.slipBytes(command + ["--dry-run"])
        #expect(terminal.slip(command).status == 0)
        let after = try Self.snapshot(terminal)
        #expect(terminal.slip("undo").status == 0)
        #expect(try Self.snapshot(terminal) == before)
        try patch.write(to: terminal.url(".patch"))
        let git = try TestProcess.run(
            "git", ["apply", "--unsafe-paths", ".patch"], in: terminal.directory.path,
            environment: GitFolder.variables.merging(["GIT_DIR": "/nonexistent"]) { $1 })
        #expect(git.status == 0, "\(String(decoding: patch, as: UTF8.self))")
        #expect(try Self.snapshot(terminal) == after)
    }
}
