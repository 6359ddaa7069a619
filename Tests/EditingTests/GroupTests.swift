import Foundation
import SourceText
import System
import TestSupport
import Testing

/// A vault that several people share: each has their own index, trash and undo, and one lock keeps their changes apart.
/// What another user may do is tried where the tests may give files away.
@Suite(.enabled(if: getuid() == 0)) struct GroupTests {
    private static let another: uid_t = 54_321

    private static func vault() throws -> TemporaryVault {
        let vault = try TemporaryVault(["a.md": "alpha\n", "b.md": "alpha [[a]]\n"])
        try vault.setMode(VaultPath(".slipbox"), 0o2775)
        try vault.setOwner(".slipbox", another)
        return vault
    }

    @Test func `in another user's vault private data is in a separate folder`() throws {
        let vault = try Self.vault()
        // What the other one has, as if it were in use.
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
        // But for what the folder above hands on to new ones.
        #expect(vault.mode(".slipbox/user-0") & 0o777 == 0o700)
        #expect(vault.exists(".slipbox/user-0/index.db") && !vault.exists(".slipbox/index.db"))
        #expect(try CommandLine.run(["index", "--verify"], in: vault).status == 0)
        let own = try FileManager.default.contentsOfDirectory(atPath: vault.full(VaultPath(".slipbox/trash")))
        #expect(own.isEmpty)
    }

    @Test func `what root makes in another user's folder is that user's`() throws {
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
        // What was there keeps its owner.
        #expect(try owner("theirs/e/f/a.md") == 0)
    }

    @Test func `every user who can write to the vault can take the change lock`() throws {
        let vault = try Self.vault()
        #expect(try CommandLine.run(["set", "a.md", "x=1"], in: vault).status == 0)
        #expect(vault.mode(".slipbox/write.lock") == 0o660)
        // One's own vault is nobody else's.
        let own = try TemporaryVault(["a.md": "alpha\n"])
        #expect(try CommandLine.run(["set", "a.md", "x=1"], in: own).status == 0)
        #expect(own.mode(".slipbox/write.lock") == 0o600)
    }

    @Test func `a symbolic link in place of the private folder is refused`() throws {
        let vault = try Self.vault()
        try vault.link(VaultPath(".slipbox/user-0"), to: "../..")
        let result = try CommandLine.run(["set", "a.md", "x=1"], in: vault)
        #expect(result.status == 2 && result.errors.contains("'.slipbox/user-0' is a symbolic link"), "\(result)")
        #expect(vault.read("a.md") == Array("alpha\n".utf8))
    }
}
