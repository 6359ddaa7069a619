import Foundation
import SourceText
import System
import TestSupport
import Testing

/// Vaults shared by several users: each has their own index, trash and undo history, and all share one lock. Only root
/// can create files of other users.
@Suite(.enabled(if: getuid() == 0)) struct SharedVaultTests {
    private static let another: uid_t = 54_321

    private static func vault() throws -> TemporaryVault {
        let vault = try TemporaryVault(["a.md": "alpha\n", "b.md": "alpha [[a]]\n"])
        try vault.setMode(VaultPath(".slipbox"), 0o2775)
        try vault.setOwner(".slipbox", another)
        return vault
    }

    @Test func `in another user's vault private data is in a separate folder`() throws {
        let vault = try Self.vault()
        // Private folders of the other user.
        for name in ["tmp", "undo", "trash"] {
            try vault.makeFolder(".slipbox/\(name)")
            try vault.setOwner(".slipbox/\(name)", Self.another)
        }
        for command in [
            ["search", "alpha"], ["set", "a.md", "x=1"], ["rm", "b.md", "--force"], ["trash", "restore", "b.md"],
        ] {
            let result = try CommandLine.run(command, in: vault)
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
        #expect(try CommandLine.run(["undo", "3"], in: vault).status == 0)
        #expect(vault.read("a.md") == Array("alpha\n".utf8))
        // New folders inherit the setgid bit.
        #expect(vault.mode(".slipbox/user-0") & 0o777 == 0o700)
        #expect(vault.exists(".slipbox/user-0/index.db") && !vault.exists(".slipbox/index.db"))
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
        let own = try FileManager.default.contentsOfDirectory(atPath: vault.full(VaultPath(".slipbox/trash")))
        #expect(own.isEmpty)
    }

    @Test func `folders and notes that root creates in a user's folder belong to that user`() throws {
        let vault = try Self.vault()
        try vault.makeFolder("theirs")
        try vault.setOwner("theirs", Self.another)
        for command in [
            ["new", "c", "--folder", "theirs"], ["folder", "new", "theirs/d"], ["mv", "a.md", "theirs/e/f/"],
        ] {
            let result = try CommandLine.run(command, in: vault)
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
        func owner(_ path: String) throws -> Int? {
            let values = try FileManager.default.attributesOfItem(atPath: vault.full(VaultPath(path)))
            return values[.ownerAccountID] as? Int
        }
        for path in ["theirs/c.md", "theirs/d", "theirs/e", "theirs/e/f"] {
            #expect(try owner(path) == Int(Self.another), "\(path)")
        }
        // The moved note keeps its owner.
        #expect(try owner("theirs/e/f/a.md") == 0)
    }

    @Test func `every user who can write to the vault can take the change lock`() throws {
        let vault = try Self.vault()
        #expect(try CommandLine.run(["set", "a.md", "x=1"], in: vault).status == 0)
        #expect(vault.mode(".slipbox/write.lock") == 0o660)
        // In the user's own vault, only the user can take the lock.
        let own = try TemporaryVault(["a.md": "alpha\n"])
        #expect(try CommandLine.run(["set", "a.md", "x=1"], in: own).status == 0)
        #expect(own.mode(".slipbox/write.lock") == 0o600)
    }

    @Test func `a symbolic link in place of the private folder is refused`() throws {
        let vault = try Self.vault()
        try vault.link(VaultPath(".slipbox/user-0"), to: "../..")
        #expect(try CommandLine.run(["set", "a.md", "x=1"], in: vault).isError("'.slipbox/user-0' is a symbolic link"))
        #expect(vault.read("a.md") == Array("alpha\n".utf8))
    }
}
