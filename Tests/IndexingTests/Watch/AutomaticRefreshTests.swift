import Foundation
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// The refresh of live blocks by a watcher, which is a program.
@Suite(.enabled(if: CommandLine.program != nil), .waits, .takes(atMostMinutes: 5)) struct AutomaticRefreshTests {
    private static let block = "<!-- slip: #project sort:title -->\n"

    private func start(_ vault: TemporaryVault) throws -> Process {
        let program = try #require(CommandLine.program)
        let process = try CommandLine.start(program, ["index", "--watch"], in: vault)
        #expect(try vault.isConfirmed(LocalZone.calendar))
        return process
    }

    /// Whether the note with the block contains a text within ten seconds, or no longer contains it.
    private func waits(_ vault: TemporaryVault, for text: String, isIn: Bool = true) -> Bool {
        for _ in 0..<1000 {
            if String(decoding: vault.read("Index.md") ?? [], as: UTF8.self).contains(text) == isIn { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func `a watcher refreshes a second after the last change, and undo skips that`() throws {
        let vault = try TemporaryVault(
            ["Index.md": Self.block, "Alpha.md": "#project\n", "Beta.md": "text\n"], config: "refresh: auto\n")
        let process = try start(vault)
        defer { process.terminate() }
        #expect(waits(vault, for: "Alpha"))
        #expect(
            try CommandLine.run(["keyword", "add", "Beta.md", "project"], in: vault, calendar: LocalZone.calendar)
                .status == 0)
        #expect(waits(vault, for: "Beta"))
        let undone = try CommandLine.run(["undo"], in: vault, calendar: LocalZone.calendar)
        #expect(undone.status == 0 && undone.errors.contains("undone: keyword add"), "\(undone.errors)")
        #expect(vault.read("Beta.md") == Array("text\n".utf8))
        #expect(waits(vault, for: "Beta", isIn: false) && waits(vault, for: "Alpha"))
        #expect(try CommandLine.run(["refresh", "--check"], in: vault, calendar: LocalZone.calendar).status == 0)
        let before = vault.read("Index.md")
        usleep(1_500_000)
        #expect(vault.read("Index.md") == before)
    }

    @Test func `without the setting, and in a note with unsaved changes, nothing is written`() throws {
        let vault = try TemporaryVault(["Index.md": Self.block, "Alpha.md": "#project\n"])
        let process = try start(vault)
        defer { process.terminate() }
        usleep(1_500_000)
        #expect(vault.read("Index.md") == Array(Self.block.utf8))
        var mark = UnsavedMark(VaultPath("Index.md"), in: try Vault(root: vault.root))
        try vault.write(".slipbox/config.yaml", "refresh: auto\n")
        usleep(1_500_000)
        #expect(vault.read("Index.md") == Array(Self.block.utf8))
        #expect(mark != nil)
        mark = nil
        try vault.write("Gamma.md", "#project\n")
        #expect(waits(vault, for: "Gamma"))
    }
}
