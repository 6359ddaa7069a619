import Foundation
import Indexing
import QueryLanguage
import SearchIndex
import Searching
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// After any changes on disk, the index brought up to date answers like one built from nothing.
@Suite struct FreshnessTests {
    /// `SLIPBOX_LONG_TESTS=1000` begins with that seed.
    private static var seeds: [UInt64] {
        guard let text = ProcessInfo.processInfo.environment["SLIPBOX_LONG_TESTS"] else { return Array(1...4) }
        let first = UInt64(text) ?? 1
        return Array(first..<first + 60)
    }

    @Test(arguments: seeds)
    func `the index after random changes equals a new one`(seed: UInt64) throws {
        let vault = try TemporaryVault()
        let changer = VaultChanger(vault, seed: seed)
        for _ in 0..<40 { changer.change() }
        for round in 0..<(LongTests.areWanted ? 25 : 8) {
            if round % 3 == 2 {
                // What is settled is known by its looks from the next search on, folders too.
                TemporaryVault.settle()
                _ = try vault.session()
            }
            let before = changer.log.count
            for _ in 0..<changer.number(0...12) { changer.change() }
            let updated = try vault.dump()
            let changes = changer.log[before...].joined(separator: "\n")
            let difference = difference(updated, try vault.rebuiltDump())
            #expect(difference == "", "seed \(seed), round \(round), after:\n\(changes)")
            if difference != "" { return }
        }
    }

    /// A change updates the index at the paths that it changed, without another scan of the vault.
    @Test(arguments: [3, 200]) func `a command leaves an index that equals a new one`(others: Int) throws {
        var files = [
            "a.md": "---\ntags: [k]\n---\n# Alpha\n[[b]] ![](F/p.png) #k\n", "b.md": "[[Alpha]] [x](F/c.md#part)\n",
            "F/c.md": "# C\n## Part\n[[a]] [[d]]\n", "F/G/d.md": "- [ ] task [[c]]\n", "F/p.png": "png",
        ]
        for number in 0..<others { files["many/n\(number).md"] = "[[a]] #k alpha\n" }
        let vault = try TemporaryVault(files)
        let queries = ["", "alpha", "is:broken", "is:orphan", "#k", "#m", "x:1", "has:image", "in:F", "backlinks:>=1"]
        for command in [
            "set a.md x=1", "keyword rename k m", "mv F/c.md b.md H/", "mv F K", "folder new N/O",
            "new New --folder N/O",
            "append a.md alpha",
            "rm --force H/c.md", "link a.md K/G/d.md", "folder rm --force --recursive K", "undo", "set --query #m y=2",
        ] {
            let result = try CommandLine.run(command.split(separator: " ").map(String.init), in: vault)
            #expect(result.status == 0, "\(command): \(result.errors)")
            // These two leave the update to the next command.
            let isLeft = !command.hasPrefix("new ") && command != "undo"
            let left = try IndexDump.lines(vault.session(syncs: !isLeft), queries: queries)
            #expect(difference(left, try vault.rebuiltDump(queries: queries)) == "", "\(command)")
        }
    }

    @Test func `the index of a small vault is rebuilt after a thousand changes`() throws {
        let vault = try TemporaryVault()
        let queries = ["", "alpha", "beta", "is:broken", "backlinks:>1"]
        var random = FixedGenerator(5)
        var rebuilds: [Int] = []
        for round in 0..<24 {
            for number in 0..<60 {
                let target = Int.random(in: 0..<70, using: &random)
                try vault.write(
                    "n\(number).md", "# Note \(round)\nalpha [[n\(target)]] \(target % 3 == 0 ? "beta" : "")")
            }
            let session = try vault.session()
            let updated = try IndexDump.lines(session, queries: queries)
            if session.keeper.changes.isRebuilt { rebuilds.append(round) }
            if round % 6 != 5 { continue }
            #expect(difference(updated, try vault.rebuiltDump(queries: queries)) == "", "round \(round)")
        }
        // The first builds it; 1001 dead rows are reached with the 17th round after that.
        #expect(rebuilds == [0, 17])
    }

    @Test func `notes that only textStyle changed do not wear the index out`() throws {
        let vault = try TemporaryVault()
        for number in 0..<1100 { try vault.write("n\(number).md", "alpha \(number)\n") }
        _ = try vault.session()
        for number in 0..<1100 { try vault.setTimes(VaultPath("n\(number).md"), 1_700_000_000) }
        #expect(try !vault.session().keeper.changes.isRebuilt)
        for number in 0..<1100 { try vault.write("n\(number).md", "beta \(number)\n") }
        #expect(try vault.session().keeper.changes.isRebuilt)
    }

    @Test func `a folder of many notes that is renamed takes the links with it`() throws {
        let vault = try TemporaryVault()
        try vault.makeFolder("a")
        for number in 0..<300 {
            try vault.write(
                "a/n\(number).md", "# T\(number)\n[[n\(number + 1)]] [[../b\(number % 9)]] [x](n\(number).md)\n")
        }
        for number in 0..<9 {
            try vault.write("b\(number).md", "[[a/n\(number)]] [[n\(number)]] [[c/n\(number)]] [[T\(number)]]")
        }
        let queries = ["", "is:broken", "is:ambiguous", "is:orphan", "sort:backlinks"]
        _ = try vault.dump(queries: queries)
        try vault.rename("a", "c")
        let session = try vault.session()
        #expect(session.keeper.changes.moved == 300)
        let updated = try IndexDump.lines(session, queries: queries)
        #expect(difference(updated, try vault.rebuiltDump(queries: queries)) == "")
    }

    @Test func `a folder that makes room for a link to it is moved, not removed`() throws {
        let vault = try TemporaryVault(["Notes/a.md": "alpha", "Notes/in/b.md": "beta", "c.md": "[[Notes/a]]"])
        _ = try vault.session()
        try vault.rename("Notes", "Archive")
        try vault.link(VaultPath("Notes"), to: "Archive")
        let session = try vault.session()
        #expect(session.keeper.changes.moved == 2)
        #expect(session.keeper.changes.removed == 0)
        #expect(try session.read { snapshot in try snapshot.index.externalMoves().count } == 2)
    }

    @Test func `a note that was indexed in the tick of its last change is not pending`() throws {
        let vault = try TemporaryVault(["a.md": "alpha"])
        _ = try vault.session()
        #expect(try IndexStatus(Vault(root: vault.root), vault.environment()).pending == 0)
        try vault.write("a.md", "beta")
        #expect(try IndexStatus(Vault(root: vault.root), vault.environment()).pending == 1)
    }

    @Test func `an edit of the same size is detected regardless of its times`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b.md": "gamma"])
        func notes(with word: String) throws -> Int {
            let session = try vault.session()
            return try session.read { snapshot in try snapshot.index.count(.word(word)) }
        }
        for round in 0..<6 {
            let word = round % 2 == 0 ? "delta" : "alpha"
            try vault.setTimes(VaultPath("a.md"), 1_700_000_000)
            #expect(try notes(with: word) == 0)
            if round > 2 { TemporaryVault.settle() }
            #expect(try notes(with: word) == 0)
            if round % 3 == 0 {
                try vault.replace(VaultPath("a.md"), Array(word.utf8))
            } else {
                try vault.write("a.md", word)
            }
            try vault.setTimes(VaultPath("a.md"), 1_700_000_000)
            #expect(try notes(with: word) == 1)
        }
        // Two that change places: names, sizes and times are what they were.
        TemporaryVault.settle()
        _ = try vault.session()
        try vault.setTimes(VaultPath("b.md"), 1_700_000_000)
        try vault.rename("a.md", ".swap")
        try vault.rename("b.md", "a.md")
        try vault.rename(".swap", "b.md")
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
    }

    @Test func `an update after a rebuild that failed scans the files`() throws {
        let vault = try TemporaryVault()
        let names = (0..<1100).map { "n\($0).md" }
        for name in names { try vault.write(name, "first\n") }
        let session = try vault.session()
        var number = 0
        while true {
            // With this many changed notes, a rebuild costs less than writing the differences.
            for name in names { try vault.write(name, "word\(number)\n") }
            let seam = CallSeam(failingAt: number)
            try? CallSeam.$current.withValue(seam) { try session.refresh() }
            try session.refresh()
            let found = try session.read { snapshot in
                try snapshot.count(
                    snapshot.prepare(SearchOptions(query: "word\(number)", scope: .all, folder: .root)))
            }
            #expect(found == names.count, "after call \(number)")
            if !seam.hasFailed { break }
            number += 1
        }
        #expect(number > 3)
    }
}
