import Commands
import Foundation
import SourceText
import TestSupport
import Testing
import VaultChanges
import VaultFiles

/// What commands report about text that other programs wrote to replaced notes, and `slip rescued`.
@Suite(.waits) struct RescuedTextTests {
    private static func vault() throws -> TemporaryVault {
        try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
    }

    /// Opens a note as a logger does.
    private static func open(_ path: String, in vault: TemporaryVault) throws -> FileHandle {
        let handle = try #require(FileHandle(forUpdatingAtPath: vault.full(VaultPath(path))))
        try handle.seekToEnd()
        return handle
    }

    /// Runs a command with a result in JSON, and returns its remarks.
    private static func remarks(_ command: [String], in vault: TemporaryVault) throws -> [String] {
        let result = try CommandLine.run(command + ["--format", "json"], in: vault)
        #expect(result.status == 0, "\(result.errors)")
        return try #require(result.object()["remarks"] as? [String])
    }

    @Test func `the JSON result of a change contains what was merged and kept`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        let forced = try Self.remarks(["set", "n.md", "x=1", "--force"], in: vault)
        #expect(forced.count == 1 && forced.first?.contains("'n.md' is open for writing") == true, "\(forced)")
        try handle.write(contentsOf: Data("late\n".utf8))
        try handle.close()
        #expect(try Self.remarks(["new", "Other"], in: vault) == ["merged what another program wrote to 'n.md'"])
        #expect(try Self.remarks(["undo"], in: vault) == [])
        #expect(try Self.remarks(["redo"], in: vault) == [])
        let undone = try Self.remarks(["undo", "2"], in: vault)
        #expect(undone.count == 1 && undone.first?.contains("slip rescued take") == true, "\(undone)")
    }

    @Test func `undo reports the text that it keeps with --quiet too`() throws {
        let vault = try Self.vault()
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write(contentsOf: Data("late\n".utf8))
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        let undone = try CommandLine.run(["undo", "2", "--quiet"], in: vault)
        #expect(undone.status == 0 && undone.errors.contains("slip rescued take"), "\(undone.errors)")
    }
}
