import SourceText
import TestSupport
import Testing

/// `slip related` and `like:`.
struct RelatedTests {
    private static let notes = [
        "a.md": "# Orchids\n\nZygomorphic flowers with a labellum. [[hub]]\n",
        "b.md": "# Snapdragons\n\nZygomorphic flowers, and their labellum is closed.\n",
        "c.md": "# Linked\n\nZygomorphic labellum. [[a]]\n",
        "d.md": "# Bread\n\nFlour, water, salt.\n", "e.md": "# Cake\n\nFlour, sugar, eggs.\n",
        "hub.md": "# Hub\n\nA list of other notes.\n", "x/f.md": "# Cars\n\nEngines on wheels.\n",
    ]

    private static func paths(_ result: Console.Result) -> [String] {
        result.output.split(separator: "\n").map(String.init)
    }

    @Test func `notes with the same rare words are related unless they are linked`() throws {
        let terminal = try Console(Self.notes)
        #expect(Self.paths(terminal.slip("related", "a.md", "--format", "paths")) == ["b.md"])
        let all = Self.paths(terminal.slip("related", "a.md", "--linked", "--format", "paths"))
        #expect(Set(all).isSuperset(of: ["b.md", "c.md"]) && !all.contains("a.md") && !all.contains("d.md"), "\(all)")
        let found = try #require(JSONValue(parsing: terminal.slip("related", "a.md", "--format", "json").output))
        #expect(found.list.count == 1)
        let words = found.list[0]["reasons"]?["words"]?.list.compactMap(\.text) ?? []
        #expect(Set(words) == ["zygomorphic", "labellum", "flowers"], "\(words)")
        #expect(found.list[0]["reasons"]?["same_folder"] == true)
        let text = terminal.slip("related", "a.md").output
        #expect(text.contains("b.md  Snapdragons\n    words ") && text.contains("same folder"), "\(text)")
    }

    @Test func `a query finds the notes that the command lists, in the same order`() throws {
        let terminal = try Console(Self.corpus(60))
        for number in stride(from: 0, to: 60, by: 7) {
            let name = "n\(number).md"
            let listed = terminal.slip("related", name, "--limit", "1000", "--format", "paths")
            let found = terminal.slip("search", "like:\(name)", "--scope", "all", "--format", "paths")
            #expect(listed.output == found.output)
            let narrowed = Self.paths(terminal.slip("search", "like:\(name) in:odd", "--scope", "all"))
            #expect(narrowed == Self.paths(found).filter { $0.hasPrefix("odd/") })
            let count = terminal.slip("search", "like:\(name)", "--scope", "all", "--count").output
            #expect(count == "\(Self.paths(found).count)\n")
            let others = Self.paths(terminal.slip("search", "-like:\(name)", "--scope", "all"))
            #expect(Set(others).isDisjoint(with: Self.paths(found)) && others.count + Self.paths(found).count == 60)
        }
    }

    /// Notes with words of a few topics, keywords and links, the same ones every time.
    private static func corpus(_ count: Int) -> [String: String] {
        var random = FixedGenerator(5)
        var notes: [String: String] = [:]
        for number in 0..<count {
            let topic = number % 6
            let words = (0..<20).map { _ in
                let isOfTopic = Bool.random(using: &random)
                return isOfTopic
                    ? "topic\(topic)word\(Int.random(in: 0..<12, using: &random))"
                    : "common\(Int.random(in: 0..<30, using: &random))"
            }
            let links = (0..<2).map { _ in "[[n\(Int.random(in: 0..<count, using: &random))]]" }
            let text =
                "# Note \(number)\n\n\(words.joined(separator: " ")) #k\(number % 9) \(links.joined(separator: " "))\n"
            notes[(number % 2 == 1 ? "odd/" : "") + "n\(number).md"] = text
        }
        return notes
    }

    @Test func `an index that was updated gives the same answer as a new one`() throws {
        var notes = Self.corpus(40)
        let terminal = try Console(notes)
        for number in 0..<12 {
            let path = (number % 2 == 1 ? "odd/" : "") + "n\(number).md"
            notes[path] = nil
            try terminal.remove(path)
        }
        for (path, text) in Self.corpus(60) where notes[path] == nil {
            notes[path] = text
            try terminal.write(path, text)
        }
        let new = try Console(notes)
        for path in ["n0.md", "n20.md", "odd/n41.md", "n50.md"] {
            let (left, right) = (terminal.slip("related", path, "-f", "json"), new.slip("related", path, "-f", "json"))
            #expect(left.status == 0 && left.output == right.output)
        }
    }

    @Test func `shared links, backlinks, keywords and days are reasons`() throws {
        func note(_ text: String, _ day: String = "2024-01-01") -> String { "---\ncreated: \(day)\n---\n\(text)\n" }
        var notes = [
            "a.md": note("[[m]] #rare", "2024-05-05T10:00:00Z"), "b.md": note("[[m]] #rare", "2024-05-05T22:00:00Z"),
            "m.md": note("x"), "list.md": note("[[a]] [[c]]"), "c.md": note("y"), "y/d.md": note("[[list]]"),
        ]
        for number in 0..<20 { notes["z\(number).md"] = note("zz\(number)") }
        let terminal = try Console(notes)
        let found = try #require(JSONValue(parsing: terminal.slip("related", "a.md", "--format", "json").output))
        func reasons(_ path: String) -> JSONValue? { found.list.first { $0["path"]?.text == path }?["reasons"] }
        func paths(_ value: JSONValue?) -> [String] { value?.list.compactMap { $0["path"]?.text } ?? [] }
        #expect(paths(reasons("b.md")?["links"]) == ["m.md"])
        #expect(reasons("b.md")?["keywords"]?.list.compactMap(\.text) == ["rare"])
        #expect(reasons("b.md")?["same_day"] == true)
        #expect(paths(reasons("c.md")?["backlinks"]) == ["list.md"] && reasons("c.md")?["same_day"] == false)
        #expect(paths(reasons("y/d.md")?["between"]) == ["list.md"] && reasons("y/d.md")?["same_folder"] == false)
    }

    @Test func `a note that links to every note is not related to a long one`() throws {
        var notes = ["map.md": "# Map\n\n", "half.md": "# Half\n\n", "long.md": "# Long\n\n", "like.md": "# Like\n\n"]
        // Numbers are no words that notes share.
        for number in 0..<200 {
            notes["\(number).md"] = "# Note \(number)\n\n[[\((number + 1) % 200)]]\n"
            notes["map.md", default: ""] += "[[\(number)]]\n"
            if number % 2 == 0 { notes["half.md", default: ""] += "[[\(number)]]\n" }
            if number < 80 { notes["long.md", default: ""] += "[[\(number)]]\n" }
            if number < 10 { notes["like.md", default: ""] += "[[\(number)]]\n" }
        }
        let terminal = try Console(notes)
        let found = Self.paths(terminal.slip("related", "long.md", "--format", "paths"))
        #expect(found.first == "like.md" && !found.contains("map.md") && !found.contains("half.md"), "\(found)")
        // An index of only these notes is no chance.
        #expect(Self.paths(terminal.slip("related", "like.md", "--format", "paths")).contains("long.md"))
    }

    @Test func `bad input is explained`() throws {
        let terminal = try Console(Self.notes)
        let query = terminal.slip("search", "like:(status:draft)")
        #expect(query.status == 2 && query.errors.contains("'like:' takes a note, not a query"), "\(query.errors)")
        #expect(terminal.slip("related", "nope").status == 2)
        #expect(terminal.slip("related", "a.md", "--limit", "0").status == 2)
        let none = terminal.slip("related", "x/f.md")
        #expect(none.status == 1 && none.output.isEmpty && none.errors.contains("no notes are related to 'x/f.md'"))
        let explained = terminal.slip("search", "like:a", "--explain").output
        #expect(explained.contains("related to 'a.md', and not linked with it"))
        #expect(explained.contains("like:a.md: words "), "\(explained)")
    }

    @Test func `a saved search follows the note`() throws {
        let terminal = try Console(Self.notes)
        try terminal.write(".slipbox/config.yaml", "searches:\n  flowers: like:a.md\n")
        #expect(terminal.slip("mv", "a.md", "x/").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml").contains("like:x/a.md"))
        #expect(terminal.slip("search", "@flowers", "--format", "paths").output == "b.md\n")
    }
}
