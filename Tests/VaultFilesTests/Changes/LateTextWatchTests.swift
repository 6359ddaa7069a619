import Commands
import Foundation
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// The merge of late text by a watcher.
@Suite(.waits) struct LateTextWatchTests {
    /// Opens a note as a logger does.
    private static func open(_ path: String, in vault: TemporaryVault) throws -> HeldNote {
        try HeldNote(vault.full(VaultPath(path)))
    }

    /// Changes the word that a test overwrites in the replaced file.
    private static let replacement = ["replace", "n.md", "--old", "my", "--new", "our", "--force"]

    /// While the note is open, the watcher makes no changes: a program that writes often would fill the history.
    @Test func `a watcher merges late text when the note is closed`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        let watcher = try LiveWatcher(vault)
        let before = Array("---\nx: 1\n---\nmy text\n".utf8)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("later\n")
        usleep(300_000)
        #expect(vault.read("n.md") == before)
        try handle.close()
        for _ in 0..<500 where vault.exists(".slipbox/displaced/1-0") { usleep(10_000) }
        #expect(vault.read("n.md") == before + Array("later\n".utf8))
        #expect(watcher.warnings.contains { $0.contains("merged what another program wrote to 'n.md'") })
        #expect(try CommandLine.run(["search", "later"], in: vault).output == "n.md\n")
        watcher.stop()
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        #expect(vault.read("n.md") == before)
    }

    @Test func `a watcher leaves text that conflicts to the next change`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        let watcher = try LiveWatcher(vault)
        #expect(try CommandLine.run(Self.replacement, in: vault).status == 0)
        handle.seekToStart()
        try handle.write("MY")
        try handle.close()
        usleep(300_000)
        #expect(watcher.warnings.isEmpty && !vault.exists(".slipbox/rescued"))
        let next = try CommandLine.run(["set", "o.md", "x=1"], in: vault)
        #expect(next.errors.contains("slip rescued take 1-0-1"), "\(next.errors)")
    }

    @Test func `a watcher examines text that conflicts once, until the text or the note changes`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(Self.replacement, in: vault).status == 0)
        handle.seekToStart()
        try handle.write("MY")
        var examined = ExaminedFiles()
        /// Returns how many calls were made that a test can stop, and what was merged.
        func examine() throws -> (calls: Int, merged: [Rescue], areLeft: Bool) {
            let seam = CallSeam()
            let result = try CallSeam.$current.withValue(seam) {
                VaultWriter.mergeClosedFiles(of: try Vault(root: vault.root), now: LocalZone.now(), examined: &examined)
            }
            return (seam.calls.count, result.merged, result.areLeft)
        }
        #expect(try examine().areLeft)
        try handle.close()
        let first = try examine()
        #expect(first.calls > 0 && first.merged.isEmpty && first.areLeft)
        let second = try examine()
        #expect(second.calls == 0 && second.areLeft)
        // An editor takes the change back.
        try vault.write("n.md", "my text\n")
        #expect(try examine().merged == [.merged(VaultPath("n.md"))])
        #expect(vault.read("n.md") == Array("MY text\n".utf8))
    }

    @Test func `a watcher merges nothing while a change is interrupted or can be redone`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n", "p.md": "p\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        let seam = CallSeam()
        _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(["set", "o.md", "p.md", "y=0"], in: vault) }
        let exchange = try #require(seam.calls.firstIndex { if case .exchange = $0 { true } else { false } })
        #expect(try CommandLine.run(["undo"], in: vault).status == 0)
        _ = try CallSeam.$current.withValue(CallSeam(stoppingAt: exchange + 1)) {
            try CommandLine.run(["set", "o.md", "p.md", "y=1"], in: vault)
        }
        let watcher = try LiveWatcher(vault)
        try handle.write("late\n")
        try handle.close()
        usleep(300_000)
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nmy text\n".utf8))
        let next = try CommandLine.run(["set", "o.md", "z=1"], in: vault)
        #expect(next.status == 0 && next.errors.contains("rolled back"), "\(next.errors)")
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nmy text\nlate\n".utf8))
        watcher.stop()
    }
}
