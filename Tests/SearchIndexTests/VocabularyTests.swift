import SQLite
import SourceText
import TestSupport
import Testing

@testable import SearchIndex
@testable import Searching

/// The vocabulary, compared with that of FTS5.
@Suite struct VocabularyTests {
    private static func words(_ connection: Connection) throws -> [String] {
        try connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.fts_words USING fts5vocab(main, fts, row)")
        return try connection.all("SELECT term FROM temp.fts_words ORDER BY term") { $0.text(0) }
            .filter { $0.utf8.count <= Vocabulary.longest }
    }

    private static func kept(_ connection: Connection) throws -> [String] {
        let vocabulary = try Vocabulary(connection)
        return (0..<vocabulary.count).map { String(decoding: vocabulary.word($0), as: UTF8.self) }
    }

    private static func text(_ random: inout FixedGenerator, words: Int) -> String {
        (0..<words).map { _ in
            let length = Int.random(in: 1...9, using: &random)
            return String((0..<length).map { _ in "abcdeéżß漢ฉ".randomElement(using: &random) ?? "a" })
        }.joined(separator: " ")
    }

    @Test func `a new index has the words of its full-text table`() throws {
        var random = FixedGenerator(1)
        let vault = try TemporaryVault()
        for number in 0..<60 {
            // Some words fill several pages with their places.
            let common = String(repeating: "common stone ", count: number.isMultiple(of: 3) ? 400 : 1)
            try vault.write("Note \(number).md", "# T\(number)\n\n\(common)\(Self.text(&random, words: 300))\n")
        }
        try vault.write("long.md", String(repeating: "x", count: 65) + " " + String(repeating: "y", count: 64))
        let session = try vault.session()
        let connection = session.index.connection
        #expect(try Self.kept(connection) == Self.words(connection))
        // The commoner, the heavier.
        let vocabulary = try Vocabulary(connection)
        let stone = vocabulary.range(beginning: Array("stone".utf8))
        let rare = vocabulary.range(beginning: Array("yyyy".utf8))
        #expect(stone.count == 1 && rare.count == 1)
        #expect(vocabulary.weight(stone.lowerBound) > vocabulary.weight(rare.lowerBound))
    }

    @Test func `words of notes that came later are among them, before and after they are worked in`() throws {
        var random = FixedGenerator(2)
        let vault = try TemporaryVault()
        try vault.write("first.md", "alpha beta\n")
        let session = try vault.session()
        var notes = 0
        for batch in 0..<4 {
            for _ in 0..<200 {
                try vault.write("Later \(notes).md", Self.text(&random, words: 20) + "\n")
                notes += 1
            }
            try session.refresh()
            let connection = session.index.connection
            #expect(try Self.kept(connection) == Self.words(connection), "batch \(batch)")
            let recent = try connection.first("SELECT count(*) FROM recent") { Int($0.int(0)) } ?? 0
            #expect(recent <= Vocabulary.mostRecent)
        }
    }

    @Test func `words are found by their beginnings`() throws {
        var vocabulary = Vocabulary()
        for (number, word) in ["a", "ab", "abc", "b", "ba", "éa"].enumerated() {
            vocabulary.append(Array(word.utf8)[...], weight: Int32(number))
        }
        #expect(vocabulary.range(beginning: Array("ab".utf8)) == 1..<3)
        #expect(vocabulary.range(beginning: Array("b".utf8)) == 3..<5)
        #expect(vocabulary.range(beginning: Array("c".utf8)).isEmpty)
        #expect(vocabulary.range(beginning: []) == 0..<6)
    }

    @Test func `merging is that of sorted lists`() throws {
        var random = FixedGenerator(3)
        for _ in 0..<100 {
            func list() -> [String: Int32] {
                Dictionary(
                    (0..<Int.random(in: 0...12, using: &random)).map { _ in
                        (Self.text(&random, words: 1), Int32.random(in: 1...9, using: &random))
                    }, uniquingKeysWith: { first, _ in first })
            }
            func vocabulary(_ words: [String: Int32]) -> Vocabulary {
                var made = Vocabulary()
                for (word, weight) in words.sorted(by: {
                    Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
                }) {
                    made.append(Array(word.utf8)[...], weight: weight)
                }
                return made
            }
            let (left, right) = (list(), list())
            var merged = vocabulary(left)
            merged.merge(vocabulary(right))
            var found: [String: Int32] = [:]
            for number in 0..<merged.count {
                found[String(decoding: merged.word(number), as: UTF8.self)] = Int32(merged.weight(number))
            }
            #expect(found == left.merging(right) { $0 + $1 })
            #expect(merged.count == found.count)
        }
    }
}
