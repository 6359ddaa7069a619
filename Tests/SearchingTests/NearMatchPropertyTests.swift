import Foundation
import TestSupport
import Testing

/// Properties of near matches in random vaults, checked with exact searches.
@Suite struct NearMatchPropertyTests {
    private static let words = [
        "quartz", "quartzite", "quarz", "feldspar", "felspar", "mica", "micas", "granite", "granitic", "gneiss",
        "slate", "slates", "state", "basalt", "salt", "gold",
    ]
    private static let conditions = [
        "", "", "", "status:review", "-gold", "#vein", "contains:art", "in:deep", "-status:draft",
    ]

    private static func vault(_ random: inout FixedGenerator) throws -> Console {
        var files: [String: String] = [:]
        for number in 0..<40 {
            let folder = Bool.random(using: &random) ? "deep/" : ""
            let status = ["draft", "review"].randomElement(using: &random) ?? ""
            let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            let tag = Bool.random(using: &random) ? " #vein" : ""
            files["\(folder)n\(number).md"] =
                "---\nstatus: \(status)\n---\n\(text.joined(separator: " "))\(tag)\n"
        }
        return try Console(files)
    }

    private static func query(_ random: inout FixedGenerator) -> (words: [String], condition: String) {
        func word() -> String {
            var letters = Array(words.randomElement(using: &random) ?? "")
            if Int.random(in: 0..<3, using: &random) == 0, letters.count > 4 {
                letters.remove(at: Int.random(in: 0..<letters.count, using: &random))
            }
            return String(letters)
        }
        var terms = (0..<Int.random(in: 1...4, using: &random)).map { _ in word() }
        if Int.random(in: 0..<4, using: &random) == 0 { terms.append("\"\(word()) \(word())\"") }
        return (terms, conditions.randomElement(using: &random) ?? "")
    }

    private struct Near: Decodable {
        struct NearMatch: Decodable {
            var lacks: [String]
            var instead: [String: String]
        }
        var path: String
        var score: Double
        var nearly: NearMatch?
    }

    @Test func `the reasons of near matches are true, and other terms still hold`() throws {
        var random = FixedGenerator(31)
        var checked = 0
        for _ in 0..<4 {
            let terminal = try Self.vault(&random)
            func paths(_ query: String) -> Set<String> {
                Set(terminal.slip("search", "--template", "{{path}}", query).lines)
            }
            for _ in 0..<30 {
                let (words, condition) = Self.query(&random)
                let query = (words + [condition]).joined(separator: " ")
                let result = terminal.slip(
                    "search", "--nearly", "--format", "json", "--fields", "path,score,nearly", query)
                let notes = try JSONDecoder().decode([Near].self, from: Data(result.output.utf8))
                let strict = paths(query)
                let (found, near) = (notes.filter { $0.nearly == nil }, notes.filter { $0.nearly != nil })
                #expect(Set(found.map(\.path)) == strict && result.status == (strict.isEmpty ? 1 : 0), "\(query)")
                #expect(near.isEmpty || found.count < 10 && notes.count <= 10, "\(query)")
                #expect(Set(near.map(\.path)).isDisjoint(with: strict), "\(query)")
                #expect(zip(near, near.dropFirst()).allSatisfy { $0.score >= $1.score }, "\(query)")
                let satisfying = paths(condition)
                for note in near {
                    checked += 1
                    #expect(satisfying.contains(note.path), "\(query): \(note.path)")
                    let reason = try #require(note.nearly)
                    #expect(!reason.lacks.isEmpty || !reason.instead.isEmpty)
                    for word in words {
                        let isThere = paths(word).contains(note.path)
                        #expect(
                            isThere != (reason.lacks.contains(word) || reason.instead[word] != nil), "\(query): \(note)"
                        )
                    }
                    for replacement in reason.instead.values {
                        let words = replacement.components(separatedBy: " … ")
                        let query = words.count > 1 ? words.joined(separator: " ") : "\"\(replacement)\""
                        #expect(paths(query).contains(note.path), "\(query): \(note)")
                    }
                }
            }
            // A rebuilt index gives the same results.
            let queries = (0..<10).map { _ in Self.query(&random).words.joined(separator: " ") }
            func near() -> [String] {
                queries.map {
                    terminal.slip("search", "--nearly", "--format", "json", "--fields", "path,nearly", $0).output
                }
            }
            try terminal.write("n50.md", "quartzes gneisses\n")
            _ = terminal.slip("index")
            try terminal.write("n50.md", "slate\n")
            let updated = near()
            _ = terminal.slip("index", "--rebuild")
            #expect(near() == updated)
        }
        #expect(checked > 200)
    }

    @Test(arguments: [false, true])
    func `words that no note has any more change nothing`(_ isRecent: Bool) throws {
        // Enough words that are as similar as the ones in use to exhaust every limit.
        let letters = "abcdefghijklmnopqrstuvwxy"
        let variants = letters.flatMap { letter in
            ["dr\(letter)wer", "dra\(letter)er", "draw\(letter)r", "drawe\(letter)", "\(letter)rawer"]
        }
        let terminal = try Console([
            "b.md": "# Box\n\nThe drawerz of a slip box. Two drawings here.\n", "c.md": "Some drawing of a house.\n",
        ])
        if isRecent { _ = terminal.slip("index") }
        try terminal.write("a.md", variants.map { "\($0) of a\n" }.joined())
        _ = terminal.slip("index")
        try FileManager.default.removeItem(at: terminal.directory.appendingPathComponent("a.md"))
        func answers() -> [String] {
            ["drawer", "drawer slip", "\"drawer of a\" slip", "\"a drawer of\""].flatMap { query in
                [["--near"], ["--no-near"]].map { options in
                    let result = terminal.slip(["search", query] + options)
                    return result.output + result.errors
                }
            }
        }
        let updated = answers()
        _ = terminal.slip("index", "--rebuild")
        #expect(updated == answers())
        #expect(updated[0].contains("drawerz") && updated[1].contains("drawerz"), "\(updated)")
    }
}
