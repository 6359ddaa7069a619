import Foundation
import TestSupport
import Testing

/// What `--dry-run` prints is a patch: git makes of the vault what the command would have made.
@Suite struct PatchTests {
    private static let files = [
        "Old/a b.md": "---\nkeywords: [old]\n---\nSee [[c]] and #old.\n", "Old/c.md": "[x](<a b.md>)\r\nno end",
        "d.md": "[[c]] [y](Old/c.md)\n", "tab\there \"q\".md": "#old\n",
    ]

    private static func snapshot(_ terminal: Console) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: terminal.directory.path)
        where !path.hasPrefix(".") {
            files[path] = try? Data(contentsOf: terminal.directory.appendingPathComponent(path))
        }
        return files
    }

    @Test(arguments: [
        ["set", "--query", "", "x=1"], ["mv", "Old/c.md", "New/e.md"], ["mv", "Old", "Other"],
        ["keyword", "rename", "old", "new"], ["mv", "d.md", "Old/d d.md"],
    ])
    func `git applies it`(_ command: [String]) throws {
        let terminal = try Console(Self.files)
        // A byte that is not UTF-8 beside what changes.
        let latin = terminal.directory.appendingPathComponent("latin.md")
        try Data(Array("caf".utf8) + [0xE9] + Array(" #old\n".utf8)).write(to: latin)
        let before = try Self.snapshot(terminal)
        let patch = terminal.slipBytes(command + ["--dry-run"])
        #expect(terminal.slip(command).status == 0)
        let after = try Self.snapshot(terminal)
        #expect(terminal.slip("undo").status == 0)
        #expect(try Self.snapshot(terminal) == before)
        try patch.write(to: terminal.directory.appendingPathComponent(".patch"))
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "apply", "--unsafe-paths", ".patch"]
        git.currentDirectoryURL = terminal.directory
        git.environment = ProcessInfo.processInfo.environment.merging([
            "GIT_DIR": "/nonexistent", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
        ]) { $1 }
        try git.run()
        git.waitUntilExit()
        #expect(git.terminationStatus == 0, "\(String(decoding: patch, as: UTF8.self))")
        #expect(try Self.snapshot(terminal) == after)
    }
}
