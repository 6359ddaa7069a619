import Commands
import Foundation
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// The merge of text that another program wrote to a replaced note.
@Suite(.waits) struct LateTextMergeTests {
    /// Opens a note as a logger does.
    private static func open(_ path: String, in vault: TemporaryVault) throws -> HeldNote {
        try HeldNote(vault.full(VaultPath(path)))
    }

    /// Changes the word that a test overwrites in the replaced file.
    private static let replacement = ["replace", "n.md", "--old", "my", "--new", "our", "--force"]

    @Test func `text in the line after a changed one is merged by structure`() throws {
        let vault = try TemporaryVault(["n.md": "- my text\n- b\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(Self.replacement, in: vault).status == 0)
        handle.seek(to: 12)
        try handle.write("late\n")
        try handle.close()
        let next = try CommandLine.run(["set", "o.md", "x=1"], in: vault)
        #expect(next.errors.contains("merged what another program wrote to 'n.md'"), "\(next.errors)")
        #expect(vault.read("n.md") == Array("- our text\n- late\n".utf8))
    }

    @Test(arguments: ["yaml", "lines"]) func `text is merged by lines in other files and with merge: lines`(
        kind: String
    ) throws {
        let vault = try TemporaryVault(["n.md": "- my text\n- b\n", "o.md": "o\n"])
        let path = kind == "lines" ? VaultPath("n.md") : VaultPath(".slipbox/x.yaml")
        if kind == "lines" { try vault.write(".slipbox/config.yaml", "merge: lines\n") }
        let texts = ["- my text\n- b\n", "- our text\n- b\n", "- my text\n- late\n"].map { Array($0.utf8) }
        let merged = try Vault(root: vault.root).merge(path, base: texts[0], ours: texts[1], theirs: texts[2])
        #expect(merged.hasConflicts && !merged.usesStructure)
    }

    @Test func `a text that conflicts in one place is merged with markers there alone`() throws {
        let vault = try TemporaryVault(["n.md": "- my text\n- b\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(Self.replacement, in: vault).status == 0)
        handle.seek(to: 0)
        try handle.write("- MY text\n- late\n")
        try handle.close()
        let next = try CommandLine.run(["set", "o.md", "x=1"], in: vault)
        #expect(next.errors.contains("slip rescued take 1-0-1"), "\(next.errors)")
        let taken = try CommandLine.run(["rescued", "take", "1-0-1"], in: vault)
        #expect(taken.errors.contains("with conflict markers"), "\(taken.errors)")
        #expect(
            vault.read("n.md")
                == Array("<<<<<<< note\n- our text\n=======\n- MY text\n>>>>>>> 1-0-1\n- late\n".utf8))
    }

    @Test func `lines that both add at the end are merged`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["append", "n.md", "ours", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        // A line after a paragraph is a part of it.
        #expect(vault.read("n.md") == Array("my text\nlate\n\nours\n".utf8))
    }

    @Test func `undo of a merge keeps the text, and a dry run merges nothing`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        let before = vault.allFiles().map { ($0, vault.read(VaultPath($0))) }.filter {
            !$0.0.hasPrefix(".slipbox/index")
        }
        #expect(try CommandLine.run(["set", "n.md", "x=2", "--dry-run"], in: vault).status == 0)
        for (path, bytes) in before where path.hasSuffix(".md") { #expect(vault.read(VaultPath(path)) == bytes) }
        #expect(try CommandLine.run(["check"], in: vault).output.contains("the next change merges that text"))
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        #expect(try CommandLine.run(["undo", "2"], in: vault).errors.contains("slip rescued take"))
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nmy text\n".utf8))
        #expect(try CommandLine.run(["rescued"], in: vault).output.contains("    + late\n"))
    }

    @Test func `undo of a forced change restores the note with late text, and keeps no copy`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        let undone = try CommandLine.run(["undo"], in: vault)
        #expect(undone.status == 0 && undone.errors.contains("'n.md' contains what another program wrote"), "\(undone)")
        #expect(!undone.errors.contains("slip rescued"), "\(undone.errors)")
        #expect(vault.read("n.md") == Array("my text\nlate\n".utf8))
        #expect(try CommandLine.run(["rescued"], in: vault).status == 1)
        #expect(try !CommandLine.run(["set", "o.md", "x=1"], in: vault).errors.contains("n.md"))
    }

    @Test func `late text follows a note that was moved`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        #expect(try CommandLine.run(["mv", "n.md", "F/m.md"], in: vault).status == 0)
        try handle.write("late\n")
        try handle.close()
        #expect(try CommandLine.run(["set", "o.md", "x=1"], in: vault).status == 0)
        #expect(vault.read("F/m.md") == Array("---\nx: 1\n---\nmy text\nlate\n".utf8))
    }

    @Test func `late text is not added to another note that took the path`() throws {
        let vault = try TemporaryVault(["n.md": "my text\n", "o.md": "o\n"])
        let handle = try Self.open("n.md", in: vault)
        #expect(try CommandLine.run(["set", "n.md", "x=1", "--force"], in: vault).status == 0)
        try vault.replace(VaultPath("n.md"), Array("wholly other\n".utf8))
        try handle.write("late\n")
        try handle.close()
        let next = try CommandLine.run(["set", "o.md", "x=1"], in: vault)
        #expect(next.errors.contains("slip rescued take"), "\(next.errors)")
        #expect(vault.read("n.md") == Array("wholly other\n".utf8))
    }
}
