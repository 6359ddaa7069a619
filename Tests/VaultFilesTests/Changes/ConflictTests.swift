import Commands
import Foundation
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// Changes that are repeated because another program changed a file meanwhile.
@Suite(.waits) struct ConflictTests {
    @Test func `a change is repeated after a conflict, and not after another error`() throws {
        var (attempts, updates) = (0, 0)
        let value = try VaultWriter.retryingConflicts(prepare: { updates += 1 }) {
            attempts += 1
            if attempts < 4 { throw VaultError("changed", cause: .conflict) }
            return attempts
        }
        #expect(value == 4 && updates == 3)
        for cause in [VaultError.Cause.other, .precondition] {
            attempts = 0
            #expect(throws: VaultError.self) {
                try VaultWriter.retryingConflicts(prepare: {}) {
                    attempts += 1
                    throw VaultError("failed", cause: cause)
                }
            }
            #expect(attempts == 1)
        }
    }

    /// A program that saves in place empties the note, writes and closes it.
    @Test func `a change waits for a program that is saving the note`() throws {
        let vault = try TemporaryVault(["n.md": "half "])
        let file = try HeldNote(vault.full(VaultPath("n.md")))
        Thread {
            usleep(100_000)
            try? file.write("and the rest\n")
            try? file.close()
        }.start()
        #expect(try CommandLine.run(["set", "n.md", "x=1"], in: vault).status == 0)
        #expect(vault.read("n.md") == Array("---\nx: 1\n---\nhalf and the rest\n".utf8))
        #expect(!vault.exists(".slipbox/rescued"))
    }

    /// On a file system without leases, the note is open for writing when it is replaced. The program saves to the new file
    /// and to the old one.
    @Test func `every save during a change is in the note or reported`() throws {
        let vault = try TemporaryVault(["n.md": "old\n", "o.md": "o\n"])
        let path = vault.full(VaultPath("n.md"))
        let file = try HeldNote(path)
        let finished = DispatchSemaphore(value: 0)
        Thread {
            while (try? String(contentsOfFile: path, encoding: .utf8)) == "old\n" { usleep(1_000) }
            for (program, text) in [(try? HeldNote(path), "last\n"), (file, "first\n")] {
                try? program?.empty()
                try? program?.write(text)
                try? program?.close()
            }
            finished.signal()
        }.start()
        let set = try CallSeam.$current.withValue(CallSeam(hasLeases: false)) {
            try CommandLine.run(["set", "n.md", "x=1"], in: vault)
        }
        finished.wait()
        #expect(set.status == 0, "\(set.errors)")
        let note = String(decoding: vault.read("n.md") ?? [], as: UTF8.self)
        #expect(note.hasSuffix("last\n"), "\(note)")
        let next = try CommandLine.run(["set", "o.md", "x=1"], in: vault)
        let rescued = vault.allFiles().filter { $0.hasPrefix(".slipbox/rescued/") }
            .contains { vault.read(VaultPath($0)) == Array("first\n".utf8) }
        #expect(rescued && next.errors.contains("'n.md'"), "\(next.errors)")
    }
}

/// Folders and files that another program replaces between the check of a step and its rename.
@Suite struct ReplacedFolderTests {
    private enum Command: String, CaseIterable {
        case set = "set F/n.md x=1"
        case move = "mv F/n.md m.md"
        case moveInto = "mv o.md F/o.md"
        case remove = "rm --force F/n.md"
        case create = "new Title --folder F"
        case undo
    }

    @Test(arguments: Command.allCases)
    private func `a change stays in the vault if a folder becomes a symbolic link meanwhile`(command: Command) throws {
        let vault = try TemporaryVault(["F/n.md": "text\n", "o.md": "other\n"])
        let outside = try TemporaryVault(["n.md": "text\n"])
        if command == .undo { #expect(try CommandLine.run(["set", "F/n.md", "x=1"], in: vault).status == 0) }
        let before = outside.allFiles()
        let folder = vault.full(VaultPath("F"))
        let seam = CallSeam(beforeCall: { [outside = outside.rootText] call in
            let paths: [[UInt8]] =
                switch call {
                case .exchange(let old, let new), .move(let old, let new): [old, new]
                default: []
                }
            guard paths.contains(where: { String(decoding: $0, as: UTF8.self).hasPrefix("\(folder)/") }),
                (try? FileManager.default.moveItem(atPath: folder, toPath: folder + "2")) != nil
            else { return }
            try? FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: outside)
        })
        let arguments = command == .undo ? ["undo"] : command.rawValue.split(separator: " ").map(String.init)
        _ = try CallSeam.$current.withValue(seam) { try CommandLine.run(arguments, in: vault) }
        #expect(FileStatus.seen(Array(folder.utf8))?.kind == .link, "the folder was not replaced")
        #expect(outside.allFiles() == before)
        #expect(outside.read("n.md") == Array("text\n".utf8))
    }
}
