import Foundation
import Searching
import SourceText
import System
import TestSupport
import Testing

/// Scans during which files are moved.
@Suite struct MoveDuringScanTests {
    /// Returns a vault whose index is fresh and whose folder times are old enough to be trusted.
    private static func vault() throws -> TemporaryVault {
        let vault = try TemporaryVault([
            "F/A.md": "alpha\n", "F/B.md": "beta [[F/A]] [A](/F/A.md)\n", "C.md": "gamma\n",
        ])
        _ = try vault.session()
        TemporaryVault.settle()
        _ = try vault.session()
        return vault
    }

    /// Runs `body` while `action` runs between the scan of the root and that of `F`.
    private static func during<Value>(
        _ action: @escaping @Sendable () -> Void, _ body: () throws -> Value
    ) throws -> Value {
        try CallSeam.$current.withValue(CallSeam(beforeReading: "/F", action), operation: body)
    }

    @Test(arguments: [false, true]) func `a note that is moved during a scan is found`(isNew: Bool) throws {
        let vault = try Self.vault()
        let root = vault.rootText
        if isNew { try vault.remove(".slipbox/index.db") }
        let found = try Self.during {
            try? FileManager.default.moveItem(atPath: "\(root)/F/A.md", toPath: "\(root)/A.md")
        } _: {
            try CommandLine.run(["search", "alpha"], in: vault)
        }
        #expect(found.output == "A.md\n", "\(found)")
    }

    @Test(arguments: [false, true])
    func `a scan during a change of several notes sees all of it or nothing`(isNew: Bool) throws {
        let vault = try Self.vault()
        let root = vault.rootText
        if isNew { try vault.remove(".slipbox/index.db") }
        let found = try Self.during {
            // As `slip` does it: a record in `tmp`, the steps, and the record moves to `undo`.
            let record = "\(root)/.slipbox/tmp/do-1"
            try? FileManager.default.createDirectory(atPath: record, withIntermediateDirectories: true)
            for path in ["C.md", "F/A.md"] {
                try? Data("omega\n".utf8).write(to: URL(fileURLWithPath: "\(root)/\(path)"))
            }
            try? FileManager.default.removeItem(atPath: record)
        } _: {
            try CommandLine.run(["search", "omega"], in: vault)
        }
        // The order depends on whether both were written in the same second.
        #expect(found.output.split(separator: "\n").sorted() == ["C.md", "F/A.md"], "\(found)")
    }

    @Test func `a scan waits only briefly for a change, and the answer is that of before`() throws {
        let vault = try Self.vault()
        let lock = try FileLock(vault.root + Array("/.slipbox/write.lock".utf8), waits: false)
        try vault.makeFolders(VaultPath(".slipbox/tmp/do-1"))
        try vault.rename("F/A.md", "A.md")
        let during = try CommandLine.run(["search", "alpha"], in: vault)
        #expect(during.output == "F/A.md\n", "\(during)")
        #expect(during.errors.contains("the vault is being changed by process"), "\(during)")
        #expect(during.errors.contains("results may lack the latest changes"), "\(during)")
        lock.release()
        // The process that held the lock is dead: its change was interrupted.
        #expect(try CommandLine.run(["search", "alpha"], in: vault).output == "A.md\n")
    }

    @Test func `a scan does not wait for a change that is only planned`() throws {
        let vault = try Self.vault()
        let lock = try FileLock(vault.root + Array("/.slipbox/write.lock".utf8), waits: false)
        defer { lock.release() }
        try vault.rename("F/A.md", "A.md")
        let start = Waiting.now()
        let found = try CommandLine.run(["search", "alpha"], in: vault)
        #expect(found.output == "A.md\n" && found.errors == "", "\(found)")
        #expect(Waiting.now() - start < 1500)
    }
}
