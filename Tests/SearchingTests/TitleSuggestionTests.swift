import QueryLanguage
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

@Suite struct TitleSuggestionTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `suggested titles of the newest notes equal those of the full-text table`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        let vault = try TemporaryVault()
        let words = ["star", "stare", "Stärke", "map", "maps", "日本", "don't", "a-b", "ß", "1984"]
        for number in 0..<300 {
            let title = (0..<Int.random(in: 1...4, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            let day = 1 + number % 28
            try vault.write(
                "n\(number).md",
                "---\ncreated: 20\(10 + number % 14)-03-\(day < 10 ? "0" : "")\(day)\n---\n# \(title.joined(separator: " "))\n"
            )
        }
        let session = try vault.session()
        try session.read { snapshot in
            for typed in [
                ["st"], ["s"], ["map"], ["star", "m"], ["日"], ["don", "t"], ["a", "b"], ["ss"], ["nothing"],
            ] {
                let condition = Condition.text(TextMatch(words: typed, isPrefix: true, part: .title, range: 0..<0))
                let request = SearchRequest(
                    condition: condition, Presentation(sort: [SortKey(.created)], limit: 50), statuses: [],
                    detailed: false, scored: false)
                var titles: [String] = []
                try snapshot.index.search(request) { hit in
                    titles.append(hit.title)
                    return true
                }
                #expect(
                    try snapshot.index.words.newestTitles(with: typed, among: 1000).prefix(50) == titles[...],
                    "\(typed)"
                )
            }
        }
    }

    @Test func `frequent words outside the folder do not displace those inside`() throws {
        let vault = try TemporaryVault()
        // The most frequent words with this prefix are outside of the folder.
        for number in 0..<6 {
            try vault.write("n\(number).md", (0..<6).map { "alpha\($0) " }.joined() + "\n")
        }
        try vault.makeFolder("own")
        try vault.write("own/a.md", "alphabet\n")
        let session = try vault.session()
        let found = try session.read { snapshot in
            try Suggestions(snapshot, in: SearchPlace(.folder, VaultPath("own"))).list("alph", limit: 3)
        }
        #expect(found.map(\.term) == ["alphabet"])
    }
}
