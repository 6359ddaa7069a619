import Foundation
import SourceText
import System
import TestSupport
import Testing

@Suite(.waits) struct FilesTests {
    private func folder() throws -> TemporaryVault { try TemporaryVault() }

    private func path(_ vault: TemporaryVault, _ name: String) -> [UInt8] { vault.root + Array("/\(name)".utf8) }

    @Test func `a file is created once and never overwrites another`() throws {
        let vault = try folder()
        try Files.create(path(vault, "a"), [1, 2])
        let error = #expect(throws: SystemError.self) { try Files.create(path(vault, "a"), [3]) }
        #expect(error?.exists == true)
        #expect(try Files.read(path(vault, "a")).bytes == [1, 2])
    }

    @Test func `a move never overwrites a file`() throws {
        let vault = try folder()
        try vault.write("a", "a")
        try vault.write("b", "b")
        #expect(throws: SystemError.self) { try Files.move(path(vault, "a"), path(vault, "b")) }
        #expect(vault.read("a") == Array("a".utf8) && vault.read("b") == Array("b".utf8))
        try Files.move(path(vault, "a"), path(vault, "c"))
        #expect(!vault.exists("a") && vault.read("c") == Array("a".utf8))
    }

    @Test func `a missing file and an unreadable path are different errors`() throws {
        let vault = try folder()
        let missing = #expect(throws: SystemError.self) { try FileStatus(path(vault, "nothing")) }
        #expect(missing?.isMissing == true)
        #expect(try FileStatus.ifThere(path(vault, "nothing")) == nil)
        try vault.write("file", "x")
        // Below a file there is nothing, and that is no error either.
        #expect(try FileStatus.ifThere(path(vault, "file/x")) == nil)
        try vault.link(VaultPath("loop"), to: "loop")
        #expect(throws: SystemError.self) { try FileStatus.ifThere(path(vault, "loop/x")) }
    }

    @Test func `removing a tree does not follow symbolic links`() throws {
        let vault = try folder()
        try vault.writeBeside("outside", "kept")
        try vault.makeFolders(VaultPath("t/u"))
        try vault.write("t/u/x", "x")
        try vault.link(VaultPath("t/out"), to: "../../outside")
        try Files.removeTree(path(vault, "t"))
        #expect(!vault.exists("t"))
        #expect(FileManager.default.fileExists(atPath: "\(vault.rootText)/../outside"))
    }

    @Test func `a lock keeps another one out until it goes`() throws {
        let vault = try folder()
        let lock = try FileLock(path(vault, "lock"))
        #expect(throws: SystemError.self) { try FileLock(path(vault, "lock"), waits: false) }
        lock.release()
        _ = try FileLock(path(vault, "lock"), waits: false)
    }

    @Test(.takes(atMostMinutes: 1)) func `a command that waits for a lock reports a suspended holder`() throws {
        let vault = try folder()
        let holder = try TestProcess.start(
            "flock", ["--no-fork", vault.full(VaultPath("lock")), "sleep", "20"])
        let file = path(vault, "lock")
        while FileStatus.seen(file) == nil || (try? FileLock(file, waits: false)) != nil { usleep(10_000) }
        kill(holder.processIdentifier, SIGSTOP)
        var told: LockHolder?
        let lock = try FileLock(file) { found in
            told = found
            kill(holder.processIdentifier, SIGKILL)
        }
        lock.release()
        #expect(told?.process == holder.processIdentifier && told?.isStopped == true, "\(String(describing: told))")
    }

    @Test func `buffered output can be discarded until it is flushed`() throws {
        var written: [UInt8] = []
        let output = Output { written += $0 }
        try output.write("a")
        #expect(output.discard())
        try output.write("b")
        try output.flush()
        #expect(!output.discard() && written == Array("b".utf8))
    }

    @Test func `the content of a file has the hash of its bytes`() throws {
        let vault = try folder()
        var random = FixedGenerator(9)
        for size in [0, 1, 7, 8, 4095, 70_000] {
            let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try vault.write(VaultPath("x"), bytes)
            #expect(try Files.contentHash(path(vault, "x")) == ContentHash.hash(bytes), "\(size)")
        }
    }
}
