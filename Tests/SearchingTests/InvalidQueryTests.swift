import Foundation
import QueryLanguage
import SourceText
import TestSupport
import Testing

/// Random and invalid queries give an answer or an error that does not mention internals.
@Suite struct InvalidQueryTests {
    private static let pieces = [
        "(", ")", "\"", "“", "”", "„", "-", "--", "NOT", "OR", "AND", " ", "  ", "\t", "\n", ":", "::", "*", "**", "?",
        "/", "//", "\\", "#", "@", "@all", "@saved0", "@loop", "=", "<", ">", "<=", "..", ",", "+", ";", "'", "''", "%",
        "_", "$", "status:", "title:", "created:", "last:", "in:", "has:", "no:", "is:", "links-to:", "words:", "sort:",
        "group:", "limit:", "offset:", "prop.", "prop.\"a b\":", "contains:", "task:", "attachment:", "slip", "żółw",
        "日本", "7d", "99999999999999999999d", "2024-03", "9999", "0000", "-1", "1e400", "99999999999999999999", "NULL",
        "NEAR(", "MATCH", "fts", "UNION", "{", "}", "^", "[", "]", "|", "&", "~", "`", "!", "\u{0}", "\u{301}",
        "\u{200B}", "\u{FEFF}", "😀", "é", "ﬁ", "İ", "\u{202E}", "\u{FFFD}", "random", "title", "mo", "min", "+7d",
        "today", "(?i)", "[a-", "a{1000}", "(a*)*", "\\b", "order", "priority:", "author:",
    ]

    @Test func `any query is answered or refused`() throws {
        var faults: [String] = []
        for seed in SearchOracleTests.firstSeed..<(SearchOracleTests.firstSeed + max(2, SearchOracleTests.vaults / 10))
        {
            let world = try OracleWorld(seed: seed)
            var random = FixedGenerator(UInt64(seed) &* 31)
            for _ in 0..<(SearchOracleTests.queries * 4) {
                var query = random.some(Self.pieces, 1...8).joined(separator: random.pick(["", "", " "]))
                if random.once(in: 3) {
                    // A valid query with one scalar changed.
                    var generator = QueryGenerator(random: random, vault: world.vault)
                    var scalars = Array(generator.tree(depth: 1).text(&generator.random).unicodeScalars)
                    random = generator.random
                    let place = random.below(max(1, scalars.count))
                    let piece = Array(random.pick(Self.pieces).unicodeScalars)
                    scalars.replaceSubrange(place..<min(scalars.count, place + random.below(2)), with: piece)
                    query = String(String.UnicodeScalarView(scalars))
                }
                do {
                    let answer = try world.paths(query)
                    let limited = query.contains("limit:") || query.contains("offset:")
                    if !limited && answer.count != answer.list.count {
                        faults.append("\(query.debugDescription): \(answer.list.count) notes, count \(answer.count)")
                    }
                } catch let error as QueryError {
                    let texts = [error.diagnostic.message, error.diagnostic.help ?? ""]
                    let range = error.diagnostic.range
                    if !OracleReports.mentionsInternals(query), texts.contains(where: OracleReports.mentionsInternals) {
                        faults.append("\(query.debugDescription): \(texts)")
                    }
                    if range.lowerBound < 0 || range.upperBound > error.query.utf8.count {
                        faults.append("\(query.debugDescription): the range \(range) is outside")
                    }
                } catch {
                    faults.append("\(query.debugDescription): \(error)")
                }
            }
        }
        #expect(faults.isEmpty, "\(faults.count) faults\n\(faults.prefix(40).joined(separator: "\n"))")
    }

    private static let refused = [
        "(", ")", "a )", "( a", "\"a", "OR", "a OR", "OR a", "AND a", "a AND", "NOT", "a NOT", "-", "*", "a*b", "a?b",
        "title:", "title:\"\"", "status:", "last:7m", "last:7", "created:soon", "created:2024-13",
        "created:2024-03..2024-01", "words:many", "words:>", "/(/", "/[/", "@nosuch", "@loop", "statsu:draft",
        "has:nosuch", "is:nosuch", "no:nosuch", "title:-x", "-(sort:title)", "(sort:title)", "-limit:3", "sort:nosuch",
        "group:nosuch", "limit:x", "offset:-1", "!!!", "-!!!", "NOT \"...\"", "in:Nowhere", "folder:Nowhere",
        "links-to:\"no such note\"", "links-to~0:a", "links-to~6:a", "links-to~99999999999999999999:a", "title~2:a",
        "()", "title:()", "keyword:", "a OR OR b", "title:(status:draft)", "order:x",
        "favorite:maybe", "task:some", "last:>7d", "words:5..1", "NOT NOT a", "#", "@", "created:", "older:", "x \"",
        "links-to:(", "contains:",
    ]

    @Test func `invalid syntax is an error`() throws {
        let world = try OracleWorld(seed: 2, notes: 5)
        for query in Self.refused {
            #expect(throws: QueryError.self, "\(query)") { try world.paths(query) }
        }
    }
}
