import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// What the index knows of a history, brought up to date commit by commit, against one that reads it at once.
@Suite struct HistoryUpdateTests {
    private static let queries = [
        "", "sort:committed", "sort:commits,path", "commits:>1", "commits:0", "by:ada", "by:bob*",
        "committed:<2020-09-20",
        "created:<2020-09-20 sort:path", "sort:created", "sort:modified",
    ]

    private func dump(_ vault: TemporaryVault, rebuild: Bool = false) throws -> [String] {
        let session = try vault.session(rebuild: rebuild)
        try session.read { snapshot in try snapshot.requireHistory() }
        var lines = try IndexDump.lines(session, queries: Self.queries)
        try session.read { snapshot in
            for note in try snapshot.run(sort: "path") {
                lines.append("\(note.path.text) \(try snapshot.gitFacts(note.path, asksWorkTree: false))")
            }
        }
        return lines
    }

    @Test(arguments: 0..<(LongTests.areWanted ? 60 : 3)) func `an updated history equals one that is read from scratch`(
        seed: Int
    ) throws {
        let vault = try TemporaryVault(config: seed % 2 == 0 ? "dates: git\n" : "")
        let folder = try GitFolder(vault)
        var history = RandomHistory(seed: UInt64(100 + seed), branches: seed % 4 >= 2)
        try history.make(in: folder, commits: 40)
        let commits = try folder.git(["rev-list", "--topo-order", "--reverse", "HEAD"]).split(separator: "\n").map(
            String.init)
        var random = FixedGenerator(UInt64(seed))
        var place = 0
        while place < commits.count {
            try folder.git(["reset", "--quiet", "--hard", commits[place]])
            // Now and then a note that git has another content of, and one that it does not know.
            if Int.random(in: 0..<3, using: &random) == 0 { try folder.write("n3.md", "changed \(place)\n") }
            if Int.random(in: 0..<4, using: &random) == 0 { try folder.write("new.md", "new\n") }
            let found = try dump(vault)
            let wanted = try dump(vault, rebuild: true)
            #expect(found == wanted, "seed \(seed), commit \(place): \(difference(found, wanted))")
            // Mostly forwards, by some; now and then back.
            let step = Int.random(in: 1...5, using: &random)
            place += Int.random(in: 0..<8, using: &random) == 0 && place > 4 ? -step / 2 - 1 : step
        }
    }

    @Test func `a change that a merge discarded is not part of the history`() throws {
        let vault = try TemporaryVault(config: "dates: git\n")
        let folder = try GitFolder(vault)
        try folder.write("a.md", "one\n")
        try folder.commit("one", at: 1_600_000_000)
        try folder.git(["checkout", "--quiet", "-b", "side"])
        try folder.write("a.md", "two\n")
        try folder.commit("two", at: 1_600_100_000)
        #expect(try dump(vault).contains { $0.contains("a.md") && $0.contains("commits: 2") })
        try folder.git(["checkout", "--quiet", "main"])
        try folder.write("b.md", "b\n")
        try folder.commit("three", at: 1_600_200_000)
        try folder.git(["merge", "--quiet", "--strategy", "ours", "side", "--message", "four"], at: 1_600_300_000)
        let found = try dump(vault)
        #expect(found.contains { $0.contains("a.md") && $0.contains("commits: 1") })
        #expect(found == (try dump(vault, rebuild: true)))
    }

    @Test func `a change that the other branch made and reverted is part of the history`() throws {
        let vault = try TemporaryVault(config: "dates: git\n")
        let folder = try GitFolder(vault)
        try folder.write("a.md", "one\n")
        try folder.commit("one", at: 1_600_000_000)
        try folder.git(["branch", "side"])
        for (number, text) in ["two\n", "one\n"].enumerated() {
            try folder.write("a.md", text)
            try folder.commit("main \(number)", at: 1_600_100_000 + Int64(number))
        }
        try folder.git(["checkout", "--quiet", "side"])
        try folder.write("s.md", "s\n")
        try folder.commit("side", at: 1_600_200_000)
        try folder.git(["merge", "--quiet", "main", "--message", "merged"], at: 1_600_300_000)
        _ = try dump(vault)
        try folder.git(["checkout", "--quiet", "main"])
        try folder.write("x.md", "x\n")
        try folder.commit("main x", at: 1_600_400_000)
        try folder.git(["merge", "--quiet", "side", "--message", "merged back"], at: 1_600_500_000)
        let found = try dump(vault)
        #expect(difference(found, try dump(vault, rebuild: true)) == "")
    }

    @Test func `dates are those of commits, and of files whose content is another`() throws {
        let vault = try TemporaryVault(config: "dates: git\n")
        let folder = try GitFolder(vault)
        try folder.write("a.md", "one two three four\n")
        try folder.write("own.md", "---\ncreated: 2001-01-01\nmodified: 2002-02-02\n---\n")
        try folder.write("2003-03-03 day.md", "named\n")
        try folder.commit("one", at: 1_600_000_000)
        try folder.write("a.md", "one two three four five\n")
        try folder.commit("two", at: 1_600_100_000)
        try folder.git(["mv", "a.md", "b.md"])
        try folder.commit("three", at: 1_600_200_000)
        try folder.write("c.md", "not committed\n")
        func dates(_ path: String) throws -> [Int64] {
            let session = try vault.session()
            return try session.read { snapshot in
                let hit = try snapshot.note(VaultPath(path))
                return [hit?.created.seconds ?? 0, hit?.modified.seconds ?? 0]
            }
        }
        #expect(try dates("b.md") == [1_600_000_000, 1_600_100_000])
        #expect(try dates("own.md") == [978_307_200, 1_012_608_000])
        #expect(try dates("2003-03-03 day.md") == [1_046_649_600, 1_600_000_000])
        #expect(try dates("c.md")[0] > 1_700_000_000)
        try folder.write("b.md", "another\n")
        #expect(try dates("b.md")[0] == 1_600_000_000)
        #expect(try dates("b.md")[1] > 1_700_000_000)
        try folder.git(["checkout", "--quiet", "b.md"])
        #expect(try dates("b.md") == [1_600_000_000, 1_600_100_000])
        // Line ends that git converts are no change.
        try folder.git(["config", "core.autocrlf", "true"])
        try folder.write("b.md", "one two three four five\r\n")
        #expect(try dates("b.md") == [1_600_000_000, 1_600_100_000])
        try folder.git(
            ["commit", "--quiet", "--amend", "--message", "again", "--date", "@1500000000 +0000"], at: 1_500_000_000)
        try folder.git(["rm", "--quiet", "--cached", "b.md"])
        try folder.commit("four", at: 1_600_300_000)
        #expect(try dates("c.md") == [1_600_300_000, 1_600_300_000])
    }

    @Test func `without a repository the dates are the files', and that is said`() throws {
        let vault = try TemporaryVault(["a.md": "x\n"], config: "dates: git\n")
        _ = try vault.session()
        #expect(vault.messages.warnings.contains { $0.contains("is not in a git repository") })
        let folder = try GitFolder(vault)
        try folder.commit("one", at: 1_600_000_000)
        let session = try vault.session()
        #expect(try session.read { snapshot in try snapshot.note(VaultPath("a.md"))?.created.seconds } == 1_600_000_000)
    }

    @Test func `names of authors are those of the mailmap`() throws {
        let vault = try TemporaryVault(["a.md": "x\n"])
        let folder = try GitFolder(vault)
        try folder.commit("one", at: 1_600_000_000, as: "A. L. <al@old.example>")
        func count(_ query: String) throws -> Int {
            let session = try vault.session()
            return try session.read { snapshot in
                try snapshot.count(snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root)))
            }
        }
        #expect(try count("by:lovelace") == 0)
        #expect(try count("by:al@old.example") == 1)
        try folder.write(".mailmap", "Ada Lovelace <ada@example.org> <al@old.example>\n")
        #expect(try count("by:lovelace") == 1)
        #expect(try count("by:\"ada lovelace\"") == 1)
        #expect(try count("by:\"lovelace ada\"") == 0)
        #expect(try count("by:ad*") == 1)
    }
}

extension VaultSnapshot {
    /// All notes in an order.
    fileprivate func run(sort: String) throws -> [NoteHit] {
        var hits: [NoteHit] = []
        try run(prepare(SearchOptions(query: "sort:\(sort)", scope: .all, folder: .root))) { hit in
            hits.append(hit)
            return true
        }
        return hits
    }
}
