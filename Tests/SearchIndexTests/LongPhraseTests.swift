import QueryLanguage
import SQLite
import SourceText
import TestSupport
import Testing
import VaultFiles

@testable import SearchIndex
@testable import Searching

/// Long phrases, and texts with more matches than are kept in memory. Both are evaluated row by row.
@Suite struct LongPhraseTests {
    private static let words = ["ox", "ba", "ko"]

    /// Notes of few words, so that phrases repeat and overlap.
    private static func vault(_ random: inout FixedGenerator) throws -> (vault: TemporaryVault, texts: [[String]]) {
        let vault = try TemporaryVault()
        var texts: [[String]] = []
        for number in 0..<30 {
            let period = Int.random(in: 1...6, using: &random)
            let unit = (0..<period).map { _ in words.randomElement(using: &random) ?? "" }
            var text = (0..<Int.random(in: 1...90, using: &random)).map { unit[$0 % period] }
            if number % 3 == 0, !text.isEmpty { text[text.count / 2] = "ko" }
            texts.append(text)
            // The title has the text again in some notes.
            let title = number % 4 == 0 ? "# \(text.joined(separator: " "))\n\n" : ""
            try vault.write("n\(number).md", "\(title)\(text.joined(separator: " "))\n")
        }
        return (vault, texts)
    }

    private static func match(_ words: [String], _ part: TextPart = .any) -> TextMatch {
        TextMatch(words: words, isPrefix: false, part: part, range: 0..<0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a long phrase stands where FTS5 finds it, and where a plain comparison does`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        let (vault, texts) = try Self.vault(&random)
        let session = try vault.session()
        try session.read { snapshot in
            let index = snapshot.index
            let ranker = try index.ranker()
            var found = 0
            for number in 0..<60 {
                let text = texts.randomElement(using: &random) ?? []
                let start = Int.random(in: 0...text.count / 2, using: &random)
                var phrase = Array(text.dropFirst(start).prefix(Int.random(in: 16...70, using: &random)))
                if number % 5 == 0 { phrase = (0..<20).map { _ in Self.words.randomElement(using: &random) ?? "" } }
                if phrase.count < 16 { continue }
                let match = Self.match(phrase, [.any, .body, .title][number % 3])
                #expect(LongPhrase(match) != nil)
                let hits = try index.phrases.hits(of: match, scope: nil, storesPositions: true, ranker)
                var rows = RowSet(capacity: try index.columns().capacity)
                var places: [UInt32] = []
                try index.phrases.forEachRow(of: match) { context in
                    rows.insert(Int(context.row))
                    context.forEachPlace { places.append(TokenPosition.make($0, $1)) }
                }
                #expect(hits.rows == rows && hits.positions == places, "\(phrase)")
                #expect(try index.phrases.rows(of: match) == rows)
                let plain = texts.filter { text in
                    text.count >= phrase.count
                        && (0...text.count - phrase.count).contains { Array(text[$0..<$0 + phrase.count]) == phrase }
                }
                if match.part != .title { #expect(rows.count == plain.count, "\(phrase)") }
                found += rows.count
            }
            #expect(found > 20)
        }
    }

    @Test func `a long phrase is found together with other terms`() throws {
        let phrase = (0..<20).map { "w\($0 % 5)" }.joined(separator: " ")
        let vault = try TemporaryVault([
            "a.md": "\(phrase) apple\n", "b.md": "\(phrase) w0 pear\n", "c.md": "w0 w1 w2 w3 w4 apple\n",
            "d.md": "pear\n",
        ])
        for (query, paths) in [
            ("\"\(phrase)\"", ["a.md", "b.md"]), ("\"\(phrase)\" apple", ["a.md"]), ("\"\(phrase)\" ap*", ["a.md"]),
            ("\"\(phrase)\" OR apple", ["a.md", "b.md", "c.md"]), ("-\"\(phrase)\"", ["c.md", "d.md"]),
            ("pear \"\(phrase) w0\"", ["b.md"]), ("\"\(phrase) w1\"", []),
        ] {
            let result = try CommandLine.run(["search", "sort:path", query], in: vault)
            #expect(result.output == paths.map { $0 + "\n" }.joined(), "\(query)")
            let count = try CommandLine.run(["search", "--count", query], in: vault)
            #expect(count.output == "\(paths.count)\n", "\(query)")
        }
    }

    @Test(arguments: [0, 7, 40], [false, true])
    func `scores are the same however few places are kept`(_ maximumPositions: Int, _ isLasting: Bool) throws {
        var random = FixedGenerator(9)
        let (vault, _) = try Self.vault(&random)
        let (session, frugal) = (try vault.session(), try vault.session())
        if isLasting { for session in [session, frugal] { try session.reuse(at: session.environment.now) } }
        frugal.index.maximumPositions = maximumPositions
        for query in [
            "ox ba", "ba ox ko", "\"ox ba\" ko", "ox ox", "title:ox ba", "ox ba -title:ko", "(ox OR ba) ko", "ox b*",
        ] {
            var answers: [[String]] = []
            for session in [session, frugal] {
                try session.read { snapshot in
                    let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
                    var rows: [String] = []
                    try snapshot.run(search) { hit in
                        rows.append("\(hit.path.text) \(hit.result.score.map { String($0) } ?? "-")")
                        return true
                    }
                    answers.append(rows)
                }
            }
            #expect(answers[0] == answers[1] && !answers[0].isEmpty, "\(query)")
        }
    }
}
