import Foundation
import TestSupport
import Testing

/// The files that the search of a site loads.
struct SiteSearchTests {
    /// A file of the search, as its script passes it on.
    private static func value(_ name: String, in files: [String: Data]) throws -> Any {
        let text = String(decoding: try #require(files["_slip/search/\(name).js"]), as: UTF8.self)
        let start = "slipSearch(\"\(name)\","
        #expect(text.hasPrefix(start) && text.hasSuffix(")\n"))
        return try JSONSerialization.jsonObject(with: Data(text.dropFirst(start.count).dropLast(2).utf8))
    }

    /// The lists of all words and beginnings.
    private static func words(in files: [String: Data]) throws -> [String: [Int]] {
        var words: [String: [Int]] = [:]
        let index = try #require(try value("index", in: files) as? [String: Any])
        let firsts = try #require(index["words"] as? [String])
        for (number, first) in firsts.enumerated() {
            let file = try #require(try value("words-\(number)", in: files) as? [String: [Int]])
            #expect(file.keys.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } == first)
            words.merge(file) { _, _ in
                Issue.record("a word is in two files")
                return []
            }
        }
        return words
    }

    /// The numbers of the notes of a list, from its differences.
    private static func notes(_ list: some Collection<Int>) -> [Int] {
        var note = 0
        return stride(from: 0, to: list.count, by: 2).map { offset in
            note += list[list.index(list.startIndex, offsetBy: offset)]
            return note
        }
    }

    @Test(arguments: 0..<4)
    func `the word lists have exactly the notes with each word`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        let vocabulary = (0..<400).map { _ in
            // Half of the words begin alike.
            (Bool.random(using: &random) ? "ab" : "")
                + String(
                    (0..<Int.random(in: 1...7, using: &random)).map { _ in "abcé".randomElement(using: &random) ?? "a" }
                )
        }
        var notes: [String: String] = [:]
        for number in 100..<220 {
            notes["n\(number).md"] = (0..<90).map { _ in vocabulary.randomElement(using: &random) ?? "a" }.joined(
                separator: " ")
        }
        let vault = try SiteVault(notes)
        vault.export()
        let files = try vault.files()
        var expected: [String: Set<Int>] = [:]
        for (number, name) in notes.keys.sorted().enumerated() {
            let text = (notes[name] ?? "") + " n\(number + 100)"
            for word in text.split(separator: " ") {
                expected[String(word).replacing("\u{E9}", with: "e"), default: []].insert(number)
            }
        }
        let lists = try Self.words(in: files)
        let whole = lists.filter { !$0.key.hasSuffix("*") }
        #expect(whole.mapValues { Set(Self.notes($0)) } == expected)
        let beginnings = lists.filter { $0.key.hasSuffix("*") }
        #expect(!beginnings.isEmpty)
        for (key, list) in beginnings {
            let found = expected.filter { $0.key.hasPrefix(key.dropLast()) }.reduce(into: Set()) {
                $0.formUnion($1.value)
            }
            #expect(list[0] == found.count, "\(key)")
            #expect(found.isSuperset(of: Self.notes(list.dropFirst())) && list.count > 1, "\(key)")
        }
    }

    @Test func `an answer needs at most 60 kB, and the search script is at most 20 kB`() throws {
        var random = FixedGenerator(7)
        var notes: [String: String] = [:]
        // Half of the words begin alike, and some are in all notes.
        for number in 0..<400 {
            let words = (0..<150).map { place in
                place < 20 ? "common\(place)" : "in\(Int.random(in: 0..<3000, using: &random))x"
            }
            notes["n\(number).md"] = words.joined(separator: " ")
        }
        let vault = try SiteVault(notes)
        vault.export()
        let files = try vault.files()
        func size(_ prefix: String) -> Int {
            files.filter { $0.key.hasPrefix("_slip/search/\(prefix)") }.map(\.value.count).max() ?? .max
        }
        // The index, three files of words, and ten of titles.
        #expect(size("index") + 3 * size("words-") + 10 * size("notes-") < 60_000)
        let lists = try Self.words(in: files)
        for key in ["in*", "in1*", "co*", "common*"] { #expect(lists[key] != nil, "\(key)") }
        #expect(try #require(files["_slip/find.js"]).count < 20_000)
        // What each page loads, besides the page and its pictures, before its field is used.
        let shared = ["style.css", "theme.js", "page.js", "search.js"].compactMap { files["_slip/\($0)"]?.count }
        #expect(shared.count == 4 && shared.reduce(0, +) < 22_000, "\(shared)")
    }

    @Test func `the titles lead to the texts of their notes`() throws {
        var notes: [String: String] = [:]
        for number in 100..<160 { notes["n\(number).md"] = String(repeating: "text \(number)\n\n", count: number) }
        let vault = try SiteVault(notes)
        vault.export()
        let files = try vault.files()
        let index = try #require(try Self.value("index", in: files) as? [String: Any])
        let count = try #require(index["titles"] as? Int)
        for number in 0..<60 {
            let rows = try #require(try Self.value("notes-\(number / count)", in: files) as? [[Any]])
            let row = rows[number % count]
            #expect(row[0] as? String == "n\(number + 100)" && row[1] as? String == "n\(number + 100).html")
            let texts = try #require(try Self.value("texts-\(row[2])", in: files) as? [String])
            #expect(texts[try #require(row[3] as? Int)].hasPrefix("text \(number + 100)"))
        }
    }
}
