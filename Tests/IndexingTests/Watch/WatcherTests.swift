import Foundation
import Indexing
import SQLite
import SearchIndex
import Searching
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

@testable import Notes

/// A watcher saves readers the scan, and never changes their results.
@Suite(.waits, .takes(atMostMinutes: 5)) struct WatcherTests {
    private static var seeds: [UInt64] { LongTests.areWanted ? Array(1...60) : Array(1...4) }

    @Test(arguments: seeds)
    func `the index that a watcher updates equals a new one`(seed: UInt64) throws {
        let vault = try TemporaryVault()
        let watcher = try LiveWatcher(vault)
        let changer = VaultChanger(vault, seed: seed &+ 1000)
        for _ in 0..<40 { changer.change() }
        var confirmed = 0
        for round in 0..<(LongTests.areWanted ? 25 : 8) {
            // With and without the time to be done with a burst.
            if round % 2 == 1 { usleep(60_000) }
            let before = changer.log.count
            for _ in 0..<changer.number(0...12) { changer.change() }
            if round % 3 == 0 { usleep(60_000) }
            let session = try vault.session()
            if session.keeper.isConfirmed { confirmed += 1 }
            let updated = try IndexDump.lines(session)
            let changes = changer.log[before...].joined(separator: "\n")
            let difference = difference(updated, try watcher.paused { try vault.rebuiltDump() })
            #expect(
                difference == "",
                "seed \(seed), round \(round), confirmed: \(session.keeper.isConfirmed), after:\n\(changes)")
            if difference != "" { return }
        }
        #expect(watcher.failure == nil)
        #expect(confirmed > 0)
    }

    @Test func `a watcher does not confirm the index of a moved vault`() throws {
        let outer = try TemporaryVault()
        try outer.makeFolders(VaultPath("above/vault"))
        let vault = try outer.inner("above/vault")
        try vault.write("a.md", "one")
        // Its identity moves with it, so that its index stays valid.
        try Vault(root: vault.root).establishIdentity()
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        // The watcher hears nothing of a folder above the vault.
        try outer.rename("above", "other")
        let moved = try Vault(root: outer.root + Array("/other/vault".utf8))
        let session = try VaultSession(moved, outer.environment(), messages: outer.messages)
        #expect(!session.keeper.isConfirmed && !session.keeper.changes.isRebuilt)
        while !watcher.hasEnded { usleep(500) }
        #expect(watcher.failure?.contains("no longer exists") == true)
    }

    @Test func `a name that another file with several names takes over is followed`() throws {
        let vault = try TemporaryVault(["a.md": "one", "b.md": "two"])
        try vault.hardLink(VaultPath("a.md"), VaultPath("h.md"))
        let watcher = try LiveWatcher(vault)
        #expect(try vault.session().read { _ in 1 } == 1)
        // As `ln -f b.md h.md` does it.
        try vault.hardLink(VaultPath("b.md"), VaultPath(".new"))
        try vault.rename(".new", "h.md")
        func found(_ word: String) throws -> Int {
            let session = try vault.session()
            return try session.read { snapshot in try snapshot.index.count(.word(word)) }
        }
        #expect(try found("two") == 2)
        try vault.write("h.md", "zebra")
        #expect(try found("zebra") == 2)
        #expect(watcher.failure == nil)
    }

    @Test func `a query finds text written just before it, nearly always without a scan`() throws {
        let vault = try TemporaryVault(["a/b/old.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        var confirmed = 0
        for round in 0..<100 {
            let path = VaultPath("a/n\(round % 7).md")
            switch round % 4 {
            case 0: try vault.write(path, Array("word\(round)".utf8))
            case 1: try vault.replace(path, Array("word\(round)".utf8))
            case 2:
                try vault.makeFolders(VaultPath("new\(round)/er"))
                try vault.write("new\(round)/er/x.md", "word\(round)")
            default:
                try vault.write(".hidden", "word\(round)")
                try vault.rename(VaultPath(".hidden"), path)
            }
            let session = try vault.session()
            #expect(
                try session.read { snapshot in try snapshot.index.count(.word("word\(round)")) } == 1, "round \(round)")
            if session.keeper.isConfirmed { confirmed += 1 }
        }
        #expect(confirmed >= 50)
        #expect(watcher.failure == nil)
    }

    @Test func `folders that move take their watches along`() throws {
        let vault = try TemporaryVault(["a/b/c/x.md": "alpha", "z.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        func check(_ what: String, _ wanted: Int) throws {
            #expect(try vault.isConfirmed(), "\(what)")
            #expect(try vault.notes(with: "alpha") == wanted, "\(what)")
        }
        try check("at first", 2)
        try vault.rename("a", "q")
        try vault.write("q/b/c/y.md", "alpha")
        try check("moved inside, and written into", 3)
        try vault.rename("q/b", ".away")
        try check("moved out", 1)
        try vault.write(".away/c/hidden.md", "alpha")
        try check("written into what is out", 1)
        try vault.rename(".away", "back")
        try check("moved in again", 4)
        try vault.write("back/c/x.md", "beta")
        try check("written into what came in", 3)
        // Two that change names before anything is read of it.
        try watcher.paused {
            try vault.makeFolder("back/n")
            try vault.rename("back", "tmp")
            try vault.rename("q", "back")
            try vault.rename("tmp", "q")
            try vault.makeFolder("back/n")
        }
        try vault.write("back/n/1.md", "alpha")
        try vault.write("q/n/2.md", "alpha alpha")
        try vault.write("q/c/3.md", "alpha")
        try check("exchanged", 6)
        try vault.removeTree("q")
        try check("removed", 2)
        try vault.makeFolder("q")
        try vault.write("q/4.md", "alpha")
        try check("made again", 3)
        let updated = try vault.dump()
        #expect(difference(updated, try watcher.paused { try vault.rebuiltDump() }) == "")
    }

    @Test func `a scan replaces events that overflow the queue`() throws {
        let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let most = Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 16_384
        try #require(most < 200_000)
        let vault = try TemporaryVault(["a.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        try watcher.paused {
            for _ in 0...(most / 4) {
                try vault.rename("a.md", "b.md")
                try vault.rename("b.md", "a.md")
            }
            try vault.makeFolders(VaultPath("new/er"))
            try vault.write("new/er/b.md", "alpha")
        }
        #expect(try vault.notes(with: "alpha") == 2)
        try vault.write("new/er/c.md", "alpha")
        #expect(try vault.notes(with: "alpha") == 3)
        #expect(try vault.isConfirmed())
        try vault.write("new/er/d.md", "alpha")
        #expect(try vault.isConfirmed())
        #expect(try vault.notes(with: "alpha") == 4)
        #expect(watcher.failure == nil)
    }

    @Test func `a burst of thousands is taken in, and searches meanwhile are right`() throws {
        let vault = try TemporaryVault()
        let watcher = try LiveWatcher(vault)
        for round in 0..<3 {
            for number in 0..<1500 {
                if number % 100 == 0 { try? vault.makeFolder("f\(number / 100)") }
                try vault.write("f\(number / 100)/n\(number).md", "alpha round\(round)")
                if number % 500 == 250 {
                    #expect(try vault.notes(with: "round\(round)") == number + 1)
                }
            }
            #expect(try vault.notes(with: "round\(round)") == 1500)
            #expect(try vault.isConfirmed())
            #expect(try vault.notes(with: "round\(round)") == 1500)
        }
        #expect(watcher.failure == nil)
    }

    @Test func `a second watcher says so, and a third follows when the first has ended`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let first = try LiveWatcher(vault)
        let error = #expect(throws: VaultError.self) { _ = try LiveWatcher(vault) }
        #expect(error?.message.contains("another watcher") == true)
        #expect(try vault.isConfirmed())
        first.stop()
        #expect(!vault.exists(".slipbox/watch.sock"))
        #expect(try !vault.session().keeper.isConfirmed)
        let third = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        #expect(third.failure == nil)
    }

    @Test func `other rules are followed from then on`() throws {
        let vault = try TemporaryVault(["a/x.md": "alpha", "b/x.md": "alpha", "c.txt": "alpha"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        for (config, wanted) in [
            ("ignore: [b/]\n", 1), ("extensions: [md, txt]\n", 3), ("", 2), ("ignore: [a/]\n", 1),
        ] {
            try vault.write(".slipbox/config.yaml", config)
            #expect(try vault.notes(with: "alpha") == wanted, "\(config)")
            #expect(try vault.isConfirmed(), "\(config)")
            #expect(try vault.notes(with: "alpha") == wanted, "\(config)")
        }
        try vault.write("a/x.md", "beta")
        try vault.write("b/x.md", "alpha beta")
        #expect(try vault.notes(with: "beta") == 1)
        #expect(watcher.failure == nil)
        #expect(watcher.warnings == [])
    }

    @Test func `the watcher takes over an index that another process rebuilt`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        for round in 0..<4 {
            #expect(try vault.isConfirmed())
            if round % 2 == 0 {
                _ = try vault.session(rebuild: true)
            } else {
                try watcher.paused { for end in ["", "-wal", "-shm"] { try vault.remove(".slipbox/index.db\(end)") } }
            }
            try vault.write("n\(round).md", "alpha")
            #expect(try vault.notes(with: "alpha") == round + 2)
        }
        #expect(try vault.isConfirmed())
        #expect(watcher.failure == nil)
    }

    @Test func `an index of another version ends the watcher rather than begin a quarrel`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        try watcher.paused {
            for end in ["", "-wal", "-shm"] { try vault.remove(".slipbox/index.db\(end)") }
            try vault.write(".slipbox/index.db", "what another version writes")
        }
        try vault.write("b.md", "alpha")
        for _ in 0..<1000 where watcher.failure == nil { usleep(10_000) }
        #expect(watcher.failure?.contains("another version") == true)
    }

    @Test func `a change of the index by another process is not confirmed before the next scan`() throws {
        let vault = try TemporaryVault(["a.md": "![[ghost.png]]"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        // As a slow process that scanned the vault while the file still existed would write it.
        try watcher.paused {
            let path = vault.root + Array("/.slipbox/index.db".utf8)
            let connection = try Connection(path, .readWrite)
            try connection.transaction {
                let writer = try IndexWriter(
                    connection, calendar: LocalZone.calendar,
                    extensions: FileExtensions(notes: ["md"], attachments: ["png"]))
                try writer.put(FoundFile(path: VaultPath("ghost.png"), kind: .image, fingerprint: .unknown))
                try writer.finish()
                try IndexDatabase.setRootFingerprint(connection, .unknown)
                try IndexDatabase.raiseGeneration(connection)
            }
        }
        let session = try vault.session()
        #expect(!session.keeper.isConfirmed)
        #expect(try session.read { snapshot in try snapshot.index.lists.attachmentNames().map(\.name) } == [])
        #expect(try vault.isConfirmed())
        #expect(watcher.failure == nil)
    }

    @Test func `folders beyond the number that may be watched are said aloud, and searches walk`() throws {
        let vault = try TemporaryVault(["a/x.md": "alpha", "b/x.md": "alpha"])
        var settings = LiveWatcher.settings
        settings.mostFolders = 3
        let watcher = try LiveWatcher(vault, settings: settings)
        #expect(try vault.isConfirmed())
        try vault.makeFolders(VaultPath("c/d"))
        try vault.write("c/d/x.md", "alpha")
        #expect(try vault.notes(with: "alpha") == 3)
        for _ in 0..<1000 where watcher.obstacle == nil { usleep(10_000) }
        #expect(watcher.obstacle != nil)
        #expect(watcher.warnings.count == 1)
        try vault.write("c/d/y.md", "alpha")
        let session = try vault.session()
        #expect(!session.keeper.isConfirmed)
        #expect(try session.read { snapshot in try snapshot.index.count(.word("alpha")) } == 4)
        // It keeps the index up to date nevertheless, and comes back.
        try vault.write("c/z.md", "alpha")
        for _ in 0..<1000 {
            let session = try vault.session(syncs: false)
            if try session.read({ snapshot in try snapshot.index.count(.word("alpha")) }) == 5 { break }
            usleep(10_000)
        }
        let known = try vault.session(syncs: false)
        #expect(try known.read { snapshot in try snapshot.index.count(.word("alpha")) } == 5)
        try vault.removeTree("c")
        #expect(try vault.isConfirmed())
        #expect(try vault.notes(with: "alpha") == 2)
        #expect(watcher.failure == nil)
    }
}
