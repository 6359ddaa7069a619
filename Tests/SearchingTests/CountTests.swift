import Foundation
import QueryLanguage
import Searching
import SourceText
import TestSupport
import Testing

/// Queries of hints and suggestions in random vaults are valid and have the given counts.
@Suite struct CountTests {
    private static let seeds =
        SearchOracleTests.firstSeed..<(SearchOracleTests.firstSeed + max(3, SearchOracleTests.vaults / 4))

    @Test func `the count of every suggestion equals that of a search in the same place`() throws {
        var faults: [String] = []
        var checked = 0
        for seed in Self.seeds {
            let world = try OracleWorld(seed: seed)
            var random = FixedGenerator(UInt64(seed) &* 977)
            for number in 0..<60 {
                let place = world.place(number)
                var generator = QueryGenerator(random: random, vault: world.vault)
                let text = Array(generator.tree(depth: 2).text(&generator.random))
                random = generator.random
                let fields = Field.names + ["author", "priority", "due", "prop.\"due date\"", "source.isbn", "größe"]
                let partial =
                    random.once(in: 2)
                    ? String(text.prefix(random.below(text.count + 1)))
                    : random.pick(["", "-", "slip ", "(slip OR "]) + random.pick(fields) + ":"
                        + random.pick(["", "a", "ż", "s"])
                let query = PartialQuery(partial)
                var seen: Set<String> = []
                let suggestions = try world.session.read { snapshot in
                    try Suggestions(snapshot, in: SearchPlace(place.0, VaultPath(place.1))).list(partial, limit: 30)
                }
                for suggestion in suggestions {
                    if !seen.insert(suggestion.term).inserted { faults.append("\(partial): twice \(suggestion.term)") }
                    guard let notes = suggestion.notes, !suggestion.term.hasSuffix(":") else { continue }
                    let whole = query.before + suggestion.term + String(repeating: ")", count: query.openParentheses)
                    checked += 1
                    do {
                        let found = try world.paths(whole, place).count
                        if found != notes {
                            faults.append("\(partial): \(whole) finds \(found), not \(notes), in \(place)")
                        }
                    } catch let error as QueryError {
                        faults.append("\(partial): \(whole): \(error.diagnostic.message)")
                    }
                }
            }
        }
        #expect(checked > 500)
        #expect(faults.isEmpty, "\(faults.count) faults\n\(faults.prefix(30).joined(separator: "\n"))")
    }

    /// Returns each query that a hint shows, with its count if the hint has one.
    private static func counts(_ line: String) -> [(query: String, count: Int?)] {
        func number(_ text: some StringProtocol) -> Int? { Int(text.prefix { $0.isNumber }) }
        if let range = line.range(of: "did you mean '"), let end = line.range(of: "'?", options: .backwards) {
            return [(String(line[range.upperBound..<end.lowerBound]), number(line[end.upperBound...].dropFirst()))]
        }
        for mark in [" in a property: ", " elsewhere: ", " in the text: ", " words, but not as a phrase: "] {
            if let range = line.range(of: mark) { return [(String(line[range.upperBound...]), number(line))] }
        }
        if let range = line.range(of: " finds ", options: .backwards), !line.contains(" contains the word '") {
            let start = line.range(of: #"contains dates in \d+ notes?: "#, options: .regularExpression)?.upperBound
            return [(String(line[(start ?? line.startIndex)..<range.lowerBound]), number(line[range.upperBound...]))]
        }
        return []
    }

    @Test func `the counts of hints in random vaults equal those of their queries`() throws {
        var faults: [String] = []
        var checked = 0
        for seed in Self.seeds {
            let world = try OracleWorld(seed: seed)
            var random = FixedGenerator(UInt64(seed) &* 613)
            for _ in 0..<250 {
                // A value of a note with a letter removed or added, or a part of it.
                let note = random.pick(world.vault.notes)
                let texts =
                    note.texts.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) } + note.keywords
                    + note.aliases + note.properties.values.flatMap(\.entries).compactMap(\.text)
                var value = Array(random.pick(texts.filter { !$0.isEmpty && $0.count < 40 }))
                let place = random.below(value.count)
                switch random.below(4) {
                case 0: value.remove(at: place)
                case 1: value.insert("x", at: place)
                case 2: value = Array(value.prefix(place + 1))
                default: value = Array(value.suffix(place + 1))
                }
                let field = random.pick([
                    "", "", "title:", "body:", "heading:", "name:", "path:", "keyword:", "status:", "author:", "mixed:",
                    "alias:", "attachment:", "id:", "created:", "priority:", "due:",
                ])
                let query = random.pick(["", "", "-"]) + field + QueryText.quoted(String(value))
                do {
                    let hints = try world.session.read { snapshot in
                        let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
                        return try snapshot.count(search) > 0 ? [] : snapshot.zeroResultHints.hints(search).lines
                    }
                    for line in hints {
                        for hint in Self.counts(line) {
                            let found = try world.paths(hint.query).count
                            if let count = hint.count, count != found {
                                faults.append("\(query): \(line): \(hint.query) finds \(found)")
                            }
                            if found == 0 { faults.append("\(query): \(line): \(hint.query) finds nothing") }
                            checked += 1
                        }
                    }
                } catch let error as QueryError {
                    // The random value may be invalid for its field. A query in a hint must be valid.
                    if error.query != query { faults.append("\(query): \(error.query): \(error.diagnostic.message)") }
                }
            }
        }
        #expect(checked > 100)
        #expect(faults.isEmpty, "\(faults.count) of \(checked)\n\(faults.prefix(30).joined(separator: "\n"))")
    }
}
