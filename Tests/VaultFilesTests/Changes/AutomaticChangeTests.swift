import Foundation
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// Changes that no command asked for, between those of commands.
struct AutomaticChangeTests {
    /// Replaces the text of some notes, as a watcher does.
    @discardableResult
    private static func change(_ texts: KeyValuePairs<String, String>, in vault: TemporaryVault) throws -> Set<
        VaultPath
    > {
        try VaultWriter.changeAutomatically(Vault(root: vault.root), now: Moment(seconds: 100)) {
            var plan = ChangePlan("refresh")
            plan.operations = texts.map { path, text in
                .write(VaultPath(path), before: vault.read(path) ?? [], after: Array(text.utf8))
            }
            return plan
        }
    }

    private static func slip(_ words: String..., in vault: TemporaryVault) throws -> TestProcess.Result {
        try CommandLine.run(words, in: vault)
    }

    @Test func `undo and redo skip them`() throws {
        let vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n"])
        #expect(try Self.slip("set", "a.md", "x=1", in: vault).status == 0)
        let changed = vault.read("a.md")
        try Self.change(["a.md": "1\n", "b.md": "2\n"], in: vault)
        try Self.change(["a.md": "3\n"], in: vault)
        #expect(try !Self.slip("undo", "--list", in: vault).output.contains("refresh"))

        let undone = try Self.slip("undo", in: vault)
        #expect(undone.status == 0 && undone.errors == "slip: undone: set x=1 (a.md)\n")
        #expect(vault.read("a.md") == Array("a\n".utf8) && vault.read("b.md") == Array("b\n".utf8))
        // The watcher refreshes again.
        try Self.change(["a.md": "4\n"], in: vault)
        let redone = try Self.slip("redo", in: vault)
        #expect(redone.status == 0 && redone.errors == "slip: redone: set x=1 (a.md)\n")
        #expect(vault.read("a.md") == changed)
        #expect(try Self.slip("redo", in: vault).status == 2)
    }

    @Test func `undo leaves those of other notes`() throws {
        let vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n"])
        #expect(try Self.slip("set", "a.md", "x=1", in: vault).status == 0)
        try Self.change(["b.md": "2\n"], in: vault)
        #expect(try Self.slip("undo", in: vault).status == 0)
        #expect(vault.read("a.md") == Array("a\n".utf8) && vault.read("b.md") == Array("2\n".utf8))
        #expect(try Self.slip("undo", in: vault).errors.contains("there is no change to undo"))
    }

    @Test func `an undo that fails makes them again`() throws {
        let vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n"])
        #expect(try Self.slip("set", "a.md", "b.md", "x=1", in: vault).status == 0)
        try Self.change(["a.md": "1\n"], in: vault)
        try vault.write("b.md", "other\n")
        let undone = try Self.slip("undo", in: vault)
        #expect(undone.status == 2 && undone.errors.contains("b.md"))
        #expect(vault.read("a.md") == Array("1\n".utf8) && vault.read("b.md") == Array("other\n".utf8))
        // A note that was edited after a refresh cannot be undone.
        try vault.write("a.md", "mine\n")
        #expect(try Self.slip("undo", in: vault).status == 2)
        #expect(vault.read("a.md") == Array("mine\n".utf8))
    }

    @Test func `a change of a moved folder is undone with them`() throws {
        let vault = try TemporaryVault(["box/a.md": "a\n"])
        #expect(try Self.slip("mv", "box", "case", in: vault).status == 0)
        try Self.change(["case/a.md": "1\n"], in: vault)
        #expect(try Self.slip("undo", in: vault).status == 0)
        #expect(vault.read("box/a.md") == Array("a\n".utf8) && !vault.exists("case"))
    }

    @Test func `more of them than the history keeps do not end the history`() throws {
        let vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n"])
        #expect(try Self.slip("set", "a.md", "x=1", in: vault).status == 0)
        for number in 0..<110 { try Self.change(["b.md": "\(number)\n"], in: vault) }
        #expect(try Self.slip("undo", in: vault).status == 0)
        #expect(vault.read("a.md") == Array("a\n".utf8))
        let records = try FileManager.default.contentsOfDirectory(atPath: vault.rootText + "/.slipbox/undo")
        #expect(records.count <= 102)
    }

    @Test func `notes that cannot be changed now are left out`() throws {
        let vault = try TemporaryVault(["a.md": "a\n", "b.md": "b\n", "c.md": "c\n", "d.md": "d\n"])
        let held = try HeldNote(vault.full(VaultPath("a.md")))
        var mark = UnsavedMark(VaultPath("b.md"), in: try Vault(root: vault.root))
        #expect(mark != nil)
        #expect(try UnsavedMark.isSet(VaultPath("b.md"), in: Vault(root: vault.root)))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: vault.rootText + "/c.md")
        let texts: KeyValuePairs = ["a.md": "1\n", "b.md": "2\n", "c.md": "3\n", "d.md": "4\n"]
        #expect(try Self.change(texts, in: vault) == [VaultPath("d.md")])
        try held.close()
        mark = nil
        #expect(try !UnsavedMark.isSet(VaultPath("b.md"), in: Vault(root: vault.root)))
        #expect(try Self.change(["a.md": "1\n", "b.md": "2\n"], in: vault) == [VaultPath("a.md"), VaultPath("b.md")])
    }

    @Test func `nothing is done while another process changes the vault`() throws {
        let vault = try TemporaryVault(["a.md": "a\n"])
        let writer = try VaultWriter(locking: Vault(root: vault.root), now: Moment(seconds: 100))
        #expect(try Self.change(["a.md": "1\n"], in: vault).isEmpty)
        withExtendedLifetime(writer) {}
        #expect(vault.read("a.md") == Array("a\n".utf8))
    }

    @Test func `a mark does not follow a link out of the vault`() throws {
        let vault = try TemporaryVault(["a.md": "a\n"])
        let outside = try TemporaryVault([:])
        try FileManager.default.createSymbolicLink(
            atPath: vault.rootText + "/.slipbox/unsaved", withDestinationPath: outside.rootText)
        #expect(UnsavedMark(VaultPath("a.md"), in: try Vault(root: vault.root)) == nil)
        #expect(try !UnsavedMark.isSet(VaultPath("a.md"), in: Vault(root: vault.root)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.rootText).allSatisfy { $0.hasPrefix(".") })
    }

    @Test func `one between two changes is undone and redone with them`() throws {
        let vault = try TemporaryVault(["a.md": "a\n"])
        func text() -> String { String(decoding: vault.read("a.md") ?? [], as: UTF8.self) }
        #expect(try Self.slip("set", "a.md", "x=1", in: vault).status == 0)
        let first = text()
        try Self.change(["a.md": first + "results\n"], in: vault)
        #expect(try Self.slip("set", "a.md", "y=2", in: vault).status == 0)
        let last = text()
        for count in ["1", "2"] {
            for _ in 0..<(count == "1" ? 2 : 1) { #expect(try Self.slip("undo", count, in: vault).status == 0) }
            #expect(text() == "a\n")
            #expect(try Self.slip("redo", in: vault).status == 0)
            #expect(text() == first)
            try Self.change(["a.md": first + "other results\n"], in: vault)
            let redone = try Self.slip("redo", in: vault)
            #expect(redone.status == 0 && redone.errors == "slip: redone: set y=2 (a.md)\n", "\(redone)")
            #expect(text() == last)
        }
    }
}
