import Foundation
import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// A vault that is split at random into several vaults, which must give the same answers together.
@Suite struct SplitOracleTests {
    /// What a search returns: the labels of sections, and paths with scores.
    private struct Answer: Equatable {
        var lines: [String] = []
        var refusal: String?
    }

    /// Records what a sink receives.
    private struct RecordingSink: ResultSink {
        final class Record { var lines: [String] = [] }
        let record: Record
        var wantsLists: Bool { false }
        var wantsScores: Bool { true }
        var wantsGit: GitInclusion { .never }
        func wantsPassages(for showing: Condition.Showing) -> Bool { false }
        mutating func begin(grouped: Bool) {}
        mutating func beginSection(_ label: String, count: Int?) {
            record.lines.append("# \(label) \(count.map(String.init) ?? "")")
        }
        mutating func add(_ hit: NoteHit, _ passages: Passages?) {
            let score = hit.result.score.map { String(($0 * 1e6).rounded() / 1e6) } ?? "-"
            let near = hit.result.nearMatch.map { " ~ \($0.lacks) \($0.instead.map(\.wanted))" } ?? ""
            record.lines.append("\(hit.path.text) \(score)\(near)")
        }
        mutating func endSection() {}
        mutating func beginAddition(_ addition: Addition, grouped: Bool) { record.lines.append("+ \(addition)") }
        mutating func end() {}
        mutating func nothingFound() {}
    }

    private static let sorts = [
        "relevance", "title", "created", "modified", "path", "name", "folder", "favorite", "keywords", "tasks",
        "headings", "status",
        "order", "words", "size", "priority", "due", "mixed",
        "author",
    ]
    private static let groups = ["status", "day", "month", "period", "folder", "keyword", "priority", "mixed"]
    /// Parts of queries that depend on links between the parts of the vault.
    private static let linkWords = [
        "link", "orphan", "broken", "ambiguous", "mentions", "related", "saved", "limit", "offset", "@",
    ]

    @Test func `vaults that were split from one give its answers`() throws {
        let queries = LongTests.areWanted ? 1000 : 120
        var differences: [String] = []
        var compared = 0
        for seed in 1...(LongTests.areWanted ? 8 : 3) {
            let world = try OracleWorld(seed: seed, notes: 40)
            var random = FixedGenerator(UInt64(seed) &* 31)
            let parts = try Self.split(world.vault, 2 + random.below(4), &random)
            defer { for part in parts { try? FileManager.default.removeItem(at: part.root) } }
            var generator = QueryGenerator(random: FixedGenerator(UInt64(seed) &* 977), vault: world.vault)
            for _ in 0..<(queries / (LongTests.areWanted ? 8 : 3) * 2) {
                let tree = generator.tree()
                let query = tree.text(&generator.random)
                if Self.linkWords.contains(where: query.lowercased().contains) { continue }
                var options = SearchOptions(query: query, scope: .all, folder: .root)
                if random.once(in: 2) { options.sort = random.pick(Self.sorts) + random.pick(["", "+", "-"]) }
                if random.once(in: 3) { options.group = random.pick(Self.groups) + random.pick(["", "+", "-"]) }
                if random.once(in: 3) { options.limit = 1 + random.below(12) }
                options.includesNearMatches = random.once(in: 2)
                if random.once(in: 5) { options.offset = random.below(5) }
                let whole = Self.answer { sink in
                    try world.session.read { try $0.run($0.prepare(options), into: &sink) }
                }
                let merged = Self.answer(options, of: parts)
                compared += 1
                if whole != merged {
                    differences.append(
                        "\(seed): \(query) \(options.sort ?? "") \(options.group ?? "")\n\(whole)\n\(merged)")
                }
            }
        }
        #expect(compared > queries / 2)
        #expect(
            differences.isEmpty, "\(differences.count) of \(compared)\n\(differences.prefix(5).joined(separator: "\n"))"
        )
    }

    @Test func `sessions that last give the answers of new ones, in any combination`() throws {
        let world = try OracleWorld(seed: 5, notes: 40)
        var random = FixedGenerator(17)
        let parts = try Self.split(world.vault, 3, &random)
        let lasting = try parts.map { (name: $0.name, root: $0.root, session: try world.vault.session(at: $0.root)) }
        defer { for part in parts { try? FileManager.default.removeItem(at: part.root) } }
        var generator = QueryGenerator(random: FixedGenerator(99), vault: world.vault)
        let texts = (0..<12).map { _ in generator.tree().text(&generator.random) }
        let paths = world.vault.notes.prefix(6).map { "like:\(QueryText.quoted($0.path))" }
        for _ in 0..<(LongTests.areWanted ? 2000 : 200) {
            let options = SearchOptions(query: random.pick(texts + paths), scope: .all, folder: .root)
            let chosen = parts.indices.filter { _ in random.once(in: 2) }
            if chosen.isEmpty { continue }
            for part in lasting { try part.session.reuse(at: Moment(seconds: Int64(world.vault.calendar.now))) }
            let expected = Self.answer(options, of: chosen.map { parts[$0] })
            let found = Self.answer(options, of: chosen.map { lasting[$0] })
            #expect(found == expected, "\(options.query) in \(chosen)")
        }
    }

    private static func answer(
        _ options: SearchOptions, of parts: [(name: String, root: URL, session: VaultSession)]
    ) -> Answer {
        answer { sink in
            try VaultCollection.read(parts.map { ($0.name, $0.session) }) {
                try $0.prepare(options) { throw $1 }.run(into: &sink)
            }
        }
    }

    private static func answer(_ search: (inout any ResultSink) throws -> SearchTally) -> Answer {
        let record = RecordingSink.Record()
        var sink: any ResultSink = RecordingSink(record: record)
        do {
            let tally = try search(&sink)
            return Answer(lines: record.lines + ["\(tally.found)"])
        } catch let error as QueryError {
            return Answer(refusal: error.diagnostic.message)
        } catch {
            return Answer(refusal: "\(error)")
        }
    }

    private static func split(
        _ vault: OracleVault, _ count: Int, _ random: inout FixedGenerator
    ) throws -> [(name: String, root: URL, session: VaultSession)] {
        let places = vault.notes.map { _ in random.below(count) }
        return try (0..<count).map { part in
            var own = vault
            own.notes = zip(vault.notes, places).filter { $0.1 == part }.map(\.0)
            let root = TestFolder.new("split")
            try own.write(to: root)
            Thread.sleep(forTimeInterval: 0.06)
            return ("part\(part)", root, try own.session(at: root))
        }
    }
}
