import Foundation
import SourceText
import TestSupport
import Testing
import VaultFiles

/// The option `--force` of commands that write notes which another program has open.
@Suite(.waits) struct ForceTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault(["n.md": "---\nlinks: [\"[[o]]\"]\n---\n- [ ] task\n", "o.md": "o\n", "p.md": "p\n"])
    }

    private static func open(_ vault: TemporaryVault) throws -> HeldNote {
        try HeldNote(vault.full(VaultPath("n.md")))
    }

    @Test(arguments: [
        ["link", "n.md", "p.md"], ["unlink", "n.md", "o.md"], ["keyword", "add", "n.md", "k"],
        ["task", "done", "n.md:4"],
        ["set", "n.md", "x=1"], ["new", "n", "--append-if-exists", "--body", "text"],
    ])
    func `a command that is refused because a note is open makes the change with --force`(command: [String]) throws {
        let vault = try Self.vault()
        let before = vault.read("n.md")
        let handle = try Self.open(vault)
        let refused = try CommandLine.run(command, in: vault)
        #expect(refused.isError("'n.md' is open for writing", "to change it anyway: --force"), "\(refused.errors)")
        #expect(vault.read("n.md") == before)
        let forced = try CommandLine.run(command + ["--force"], in: vault)
        #expect(forced.status == 0 && forced.errors.contains("'n.md' is open for writing"), "\(forced.errors)")
        #expect(vault.read("n.md") != before)
        try handle.close()
    }

    @Test func `a command without --force does not name it`() throws {
        let vault = try Self.vault()
        #expect(try CommandLine.run(["set", "n.md", "x=1"], in: vault).status == 0)
        let handle = try Self.open(vault)
        let refused = try CommandLine.run(["undo", "--format", "json"], in: vault)
        #expect(refused.isError("'n.md' is open for writing", "close it there"), "\(refused.errors)")
        #expect(!refused.errors.contains("--force"), "\(refused.errors)")
        try handle.close()
    }

    @Test func `check needs --fix for --force`() throws {
        let vault = try Self.vault()
        #expect(try CommandLine.run(["check", "--force"], in: vault).isError("'--force' requires '--fix'"))
    }
}
