import Foundation
import SourceText
import TestSupport
import Testing

/// Two clones of a commit, and `--at` with that commit, give the same output byte for byte.
@Suite struct CloneTests {
    private static let questions = [
        ["search"], ["search", "--sort", "created"], ["search", "--sort", "modified", "--format", "json"],
        ["search", "--group", "period", "--format", "json"], ["search", "--format", "csv"],
        ["search", "--format", "tsv"], ["search", "last:3000d", "--template", "{{path}} {{created}} {{modified}}"],
        ["search", "@recent"], ["search", "side", "--format", "vimgrep"], ["search", "side", "--format", "jsonl"],
        ["search", "--group", "keyword"], ["search", "--git", "--format", "json", "sort:commits"],
        ["search", "group:committed", "--format", "jsonl"], ["search", "by:bob", "--format", "text"],
        ["search", "committed:<2020-09-14", "sort:committed"],
    ]

    private func answers(_ terminal: Console, _ more: [String] = []) -> [Console.Result] {
        Self.questions.map { terminal.slip($0 + more) }
    }

    @Test(arguments: 0..<2) func `two clones and a search with --at give the same answers`(seed: Int) throws {
        let terminal = try Console()
        terminal.variables = GitFolder.variables
        try terminal.makeFolder("origin")
        let origin = try GitFolder(terminal.url("origin").path)
        var history = RandomHistory(seed: UInt64(seed), branches: seed > 0)
        try history.make(in: origin, commits: 30)
        try origin.write(".slipbox/config.yaml", "dates: git\n")
        try origin.write(".slipbox/.gitignore", "/*\n!/.gitignore\n!/config.yaml\n")
        try origin.commit("config", at: 1_700_000_000)
        let here = try GitFolder(terminal.directory.path, isNew: false)
        for name in ["first", "second"] { try here.git(["clone", "--quiet", origin.path, name]) }
        terminal.folder = "first"
        let first = answers(terminal)
        let committed = answers(terminal, ["--at", "HEAD"])
        // The second clone is made in several steps.
        let second = try GitFolder("\(here.path)/second", isNew: false)
        try second.git(["reset", "--quiet", "--hard", "HEAD~1"])
        terminal.folder = "second"
        terminal.slip("search")
        try second.git(["pull", "--quiet"])
        try second.git(["checkout", "--quiet", "HEAD~3"])
        terminal.slip("search", "by:ada")
        try second.git(["checkout", "--quiet", "main"])
        #expect(first == answers(terminal))
        #expect(first == committed)
        #expect(first[0].output.isEmpty == false)

        // The dates equal those of `git log`.
        for line in first[6].output.split(separator: "\n").prefix(8) where seed == 0 {
            let words = line.split(separator: " ").map(String.init)
            let times = try origin.git(["log", "--follow", "-M", "--format=%at", "--", words[0]])
                .split(separator: "\n").compactMap { Int64($0) }
            #expect(words[1] == times.last.map { Moment(seconds: $0).rfc3339 })
        }
    }
}
