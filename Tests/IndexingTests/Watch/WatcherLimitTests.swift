import Foundation
import Indexing
import SearchIndex
import Searching
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// Changes without events, and reasons for which a watcher does not confirm the index or ends.
@Suite(.waits, .takes(atMostMinutes: 5)) struct WatcherLimitTests {
    @Test func `a note that is written by another of its names is seen`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b/c.md": "alpha"])
        try vault.writeBeside("outside.md", "beta")
        let outside = VaultPath("../outside.md")
        try vault.hardLink(outside, VaultPath("b/linked.md"))
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        for round in 0..<6 {
            try vault.write(outside, Array("gamma\(round)".utf8))
            if round == 3 { TemporaryVault.settle() }
            #expect(try vault.notes(with: "gamma\(round)") == 1, "\(round)")
        }
        // Two names inside: the event names one alone.
        try vault.hardLink(VaultPath("a.md"), VaultPath("b/second.md"))
        #expect(try vault.notes(with: "alpha") == 3)
        for round in 0..<4 {
            try vault.write("b/second.md", "delta\(round)")
            #expect(try vault.notes(with: "delta\(round)") == 2, "\(round)")
        }
        // A folder that comes in, as `cp -al` makes one.
        try vault.makeFolder(".copy")
        try vault.hardLink(VaultPath("b/c.md"), VaultPath(".copy/d.md"))
        try vault.rename(".copy", "copy")
        #expect(try vault.isConfirmed())
        try vault.write("copy/d.md", "epsilon")
        #expect(try vault.notes(with: "epsilon") == 2)
        #expect(try vault.isConfirmed())
        #expect(watcher.failure == nil)
    }

    @Test func `a link to an unwatched file is checked for each request`() throws {
        let vault = try TemporaryVault(["a.md": "![[pic.png]]"])
        try vault.makeFolder(".store")
        try vault.write(".store/real.png", "x")
        try vault.link(VaultPath("pic.png"), to: ".store/real.png")
        let watcher = try LiveWatcher(vault)
        func hasPicture() throws -> Bool {
            try vault.session().read { snapshot in
                let search = try snapshot.prepare(SearchOptions(query: "has:image", scope: .all, folder: .root))
                return try snapshot.index.links.paths(of: .image) != [] && snapshot.count(search) == 1
            }
        }
        #expect(try vault.isConfirmed())
        #expect(try hasPicture())
        try vault.remove(".store/real.png")
        #expect(try vault.session().read { snapshot in try snapshot.index.links.paths(of: .image) } == [])
        try vault.write(".store/real.png", "x")
        #expect(try hasPicture())
        #expect(try vault.isConfirmed())
        #expect(watcher.failure == nil)
    }

    @Test func `a change of a canvas is seen`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b.canvas": "{}"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        func backlinks() throws -> [VaultPath] {
            try vault.session().read { try $0.backlinks(to: VaultPath("a.md")).map(\.path) }
        }
        #expect(try backlinks() == [])
        try vault.write("b.canvas", "{\"nodes\":[{\"type\":\"file\",\"file\":\"a.md\"}]}")
        #expect(try backlinks() == [VaultPath("b.canvas")])
        #expect(watcher.failure == nil)
    }

    @Test func `text written through mmap is found after the writer unmaps the file`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        let descriptor = unsafe open(vault.full(VaultPath("a.md")), O_RDWR)
        let map = unsafe mmap(nil, 5, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        try #require(unsafe map != MAP_FAILED)
        unsafe map?.copyMemory(from: "omega", byteCount: 5)
        unsafe munmap(map, 5)
        #expect(try vault.notes(with: "omega") == 1)
        #expect(watcher.failure == nil)
    }

    @Test func `the watcher does not confirm an index without an unreadable file, so each reader warns`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        // Larger than any note may be, and nothing on the disk.
        try vault.write("b.md", "alpha")
        #expect(unsafe truncate(vault.full(VaultPath("b.md")), 65 << 20) == 0)
        for _ in 0..<3 {
            vault.messages.warnings = []
            let session = try vault.session()
            #expect(!session.keeper.isConfirmed)
            #expect(vault.messages.warnings.count == 1)
            usleep(30_000)
        }
        // When it was found, and that it is so still.
        #expect((1...2).contains(watcher.warnings.count))
        try vault.write("b.md", "alpha beta")
        #expect(try vault.isConfirmed())
        #expect(try vault.notes(with: "beta") == 1)
        #expect(watcher.failure == nil)
    }

    @Test func `a check names the links that lead out, watched or not`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        try vault.link(VaultPath("out"), to: "../nowhere")
        let before = try CommandLine.run(["check"], in: vault)
        #expect(before.output.contains("out"))
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        for _ in 0..<5 { #expect(try CommandLine.run(["check"], in: vault).output == before.output) }
        #expect(watcher.failure == nil)
    }

    @Test func `a reader in another time zone gets its own dates`() throws {
        let vault = try TemporaryVault(["a.md": "---\ncreated: 2024-03-01T12:00\n---\n"])
        let east = LocalCalendar(source: "east") { _ in 7200 }
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        func created(_ calendar: LocalCalendar) throws -> [String] {
            try vault.dump(calendar, queries: [""]).filter { $0.contains("a.md") }
        }
        let utc = try created(.utc)
        for round in 0..<4 {
            let session = try vault.session(east)
            #expect(!session.keeper.isConfirmed)
            #expect(try created(east) != utc)
            // The watcher keeps the dates in the zone of the last request, so the two do not rebuild in turn.
            usleep(60_000)
            let quiet = try vault.session(east, syncs: false)
            #expect(try IndexDump.lines(quiet, queries: [""]).filter { $0.contains("a.md") } != utc)
            if round % 2 == 1 { try vault.write("b\(round).md", "alpha") }
            #expect(try created(.utc) == utc)
        }
        #expect(try vault.isConfirmed())
        #expect(watcher.failure == nil)
    }

    @Test func `a path longer than a socket's address can be is no hindrance`() throws {
        let vault = try TemporaryVault()
        let long = (0..<6).map { "a folder with quite a long name \($0)" }.joined(separator: "/")
        try vault.makeFolders(VaultPath(long))
        let inner = try vault.inner(long)
        try inner.write("a.md", "alpha")
        let watcher = try LiveWatcher(inner)
        #expect(try inner.isConfirmed())
        #expect(inner.exists(".slipbox/watch.sock"))
        watcher.stop()
        #expect(!inner.exists(".slipbox/watch.sock"))
    }

    @Test(arguments: ["removed", "moved", "replaced", "recreated"])
    func `a vault that is gone ends the watcher`(how: String) throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        let isDeleted = how == "removed" || how == "recreated"
        if isDeleted { try FileManager.default.removeItem(atPath: vault.rootText) }
        if !isDeleted { try FileManager.default.moveItem(atPath: vault.rootText, toPath: vault.rootText + "-2") }
        if how == "replaced" || how == "recreated" {
            // The file system may give it the numbers of the old one.
            try FileManager.default.createDirectory(
                atPath: vault.rootText + "/.slipbox", withIntermediateDirectories: true)
            try vault.write("b.md", "alpha")
            #expect(try vault.notes(with: "alpha") == 1)
        }
        for _ in 0..<300 where watcher.failure == nil { usleep(10_000) }
        #expect(watcher.failure?.contains("no longer exists") == true)
    }

    @Test func `an index with too many links to unwatched files is not confirmed`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        for number in 0..<6 { try vault.link(VaultPath("l\(number)"), to: "a.md") }
        var settings = LiveWatcher.settings
        settings.mostUnobserved = 6
        let watcher = try LiveWatcher(vault, settings: settings)
        #expect(try vault.isConfirmed())
        try vault.link(VaultPath("l6"), to: "a.md")
        for _ in 0..<1000 where watcher.obstacle == nil { usleep(10_000) }
        #expect(try !vault.session().keeper.isConfirmed)
        usleep(700_000)
        #expect(watcher.warnings.count == 1)
        try vault.remove("l3")
        #expect(try vault.isConfirmed())
        #expect(watcher.failure == nil)
    }

    @Test func `changing commands get on with a watcher`() throws {
        let vault = try TemporaryVault(["a.md": "alpha [[b]]", "b.md": "alpha"])
        let watcher = try LiveWatcher(vault)
        for round in 0..<10 {
            for arguments in [
                ["new", "Note \(round)", "--keyword", "k"], ["set", "--query", "alpha", "priority=\(round)"],
                ["mv", round % 2 == 0 ? "b.md" : "c.md", round % 2 == 0 ? "c.md" : "b.md"],
                ["keyword", "rename", "k", "l\(round)"], ["undo"],
            ] {
                let result = try CommandLine.run(arguments, in: vault)
                #expect(result.status == 0, "\(arguments) \(result.errors)")
            }
            let found = try CommandLine.run(["search", "priority:\(round)", "--count"], in: vault)
            #expect(found.output == "2\n")
        }
        let updated = try vault.dump()
        #expect(difference(updated, try watcher.paused { try vault.rebuiltDump() }) == "")
        #expect(watcher.failure == nil)
    }

    @Test func `a watcher with an idle limit ends when no client sends requests`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        var settings = LiveWatcher.settings
        settings.idle = 400
        let watcher = try LiveWatcher(vault, settings: settings)
        for _ in 0..<10 {
            usleep(100_000)
            #expect(try vault.notes(with: "alpha") == 1)
        }
        // It did not end during a second of requests.
        #expect(!watcher.hasEnded)
        for _ in 0..<500 where !watcher.hasEnded { usleep(10_000) }
        #expect(watcher.hasEnded && watcher.failure == nil)
    }

    @Test func `an automatic watcher that cannot confirm the index ends at once and records the reason`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b/c.md": "", "d/e.md": ""])
        try vault.write(".slipbox/config.yaml", "watch: auto\n")
        var settings = LiveWatcher.settings
        settings.idle = 60_000
        settings.mostFolders = 1
        let end = #expect(throws: VaultError.self) {
            let watcher = try LiveWatcher(vault, settings: settings)
            for _ in 0..<500 where !watcher.hasEnded { usleep(10_000) }
            if let failure = watcher.failure { throw VaultError(failure) }
        }
        guard case .barred(let reason) = AutomaticWatcher.state(of: try Vault(root: vault.root)) else {
            Issue.record("no reason was recorded")
            return
        }
        #expect(end?.message.contains(reason) == true)
        settings.mostFolders = .max
        _ = try LiveWatcher(vault, settings: settings)
        #expect(AutomaticWatcher.state(of: try Vault(root: vault.root)) == .ready)
    }

    @Test func `one that only declines is of no use, and ends`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        var settings = LiveWatcher.settings
        settings.idle = 400
        let watcher = try LiveWatcher(vault, settings: settings)
        let elsewhere = LocalCalendar(source: "Elsewhere") { _ in 9 * 3600 }
        for _ in 0..<60 where !watcher.hasEnded {
            _ = try vault.session(elsewhere)
            usleep(50_000)
        }
        #expect(watcher.hasEnded)
    }

    @Test func `what check learns of notes does not cost a watcher its trust`() throws {
        let vault = try TemporaryVault(["t.md": "# One\n", "a.md": "[x](t.md#two)\n"])
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        for round in 0..<3 {
            try vault.write("t.md", "# Round \(round)\n")
            #expect(try vault.isConfirmed())
            let session = try vault.session()
            #expect(try session.findings().map(\.kind) == [.missingHeading])
            #expect(try vault.session().keeper.isConfirmed, "\(round)")
        }
        #expect(watcher.failure == nil)
    }

    @Test func `check finds links that lead out of the vault with and without a watcher`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b/c.md": "beta"])
        try vault.writeBeside("outside.md", "x")
        try vault.link(VaultPath("b/out.md"), to: "../../outside.md")
        func found() throws -> [String] { try vault.session().findings().map { "\($0.path) \($0.kind.rawValue)" } }
        let alone = try found()
        #expect(alone == ["b/out.md link-outside"])
        TemporaryVault.settle()
        let watcher = try LiveWatcher(vault)
        #expect(try vault.isConfirmed())
        #expect(try found() == alone)
        try vault.link(VaultPath("gone.md"), to: "../outside.md")
        #expect(try vault.isConfirmed())
        #expect(try found() == alone + ["gone.md link-outside"])
        #expect(watcher.failure == nil)
    }
}
