import Foundation
import TestSupport
import Testing

/// What comes near where few notes are found.
@Suite struct NearlyTests {
    private static func vault(config: String = "") throws -> Console {
        try Console([
            ".slipbox/config.yaml": config,
            "Slip box.md": "---\nstatus: review\n---\nLuhmann kept a wooden drawer of cards.\n",
            "Cards.md": "---\nstatus: draft\n---\n## Ordering drawers\n\nMany drawers, each with a label.\n",
            "Other/Zettelkasten.md": "A zettelkasten is a slip box. Its drawers are boxes.\n",
            "Other/Nothing.md": "Of something else.\n",
        ])
    }

    private func near(_ query: String..., config: String = "") throws -> [String] {
        let result = try Self.vault(config: config).slip(
            ["search", "--nearly", "--quiet", "--template", "{{name}}: {{nearly}}"] + query)
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        // A letter off, two, the first one, exchanged.
        ("zettelkastn", ["Zettelkasten: zettelkasten for zettelkastn"]),
        ("zetelkastne", ["Zettelkasten: zettelkasten for zetelkastne"]),
        ("settelkasten", ["Zettelkasten: zettelkasten for settelkasten"]),
        // A longer word, another form, with the same beginning.
        ("zettel", ["Zettelkasten: zettelkasten for zettel"]),
        ("ordered", ["Cards: Ordering for ordered"]),
        // A phrase whose words stand apart, or are others.
        ("\"drawer wooden\"", ["Slip box: drawer … wooden for \"drawer wooden\""]),
        ("\"wooden drawers\"", ["Slip box: wooden drawer for \"wooden drawers\""]),
        // A word is missing.
        ("label quicksilver", ["Cards: lacks quicksilver"]),
        ("title:zettelkastn", ["Zettelkasten: zettelkasten for title:zettelkastn"]),
        (
            "wooden (cardz OR quicksilver)",
            ["Slip box: cards for (cardz OR quicksilver)", "Cards: lacks wooden; cards for (cardz OR quicksilver)"]
        ),
        // Who names a part means that part; somebody is still typing.
        ("title:zettelkastn quicksilver", ["Zettelkasten: lacks quicksilver; zettelkasten for title:zettelkastn"]),
        ("something title:quicksilver", []), ("zet", ["Zettelkasten: zettelkasten for zet"]),
        // What is not text holds strictly, and neither numbers nor two letters have neighbours.
        ("zettelkastn status:review", []), ("zettelkastn -slip", []), ("2023", []), ("ab", []), ("status:reviev", []),
        ("zettelkastn sort:title limit:1", ["Zettelkasten: zettelkasten for zettelkastn"]),
    ])
    func `a note that comes near says what it lacks or what stands there instead`(_ query: String, _ notes: [String])
        throws
    {
        let found = try near(query)
        #expect(found == notes, "\(found)")
    }

    @Test func `--count includes near matches with --nearly, and tells the matches by its status`() throws {
        let terminal = try Self.vault()
        func count(_ arguments: String...) -> [String] {
            let result = terminal.slip(["search", "--count"] + arguments)
            return [result.output, String(result.status)]
        }
        #expect(count("drawer") == ["1\n", "0"])
        #expect(count("drawer", "--nearly") == ["3\n", "0"])
        // Whatever the limit and offset.
        #expect(count("drawer", "--nearly", "--limit", "1", "--offset", "5") == ["3\n", "0"])
        #expect(count("zettelkastn", "--nearly") == ["1\n", "1"])
        #expect(count("zettelkastn") == ["0\n", "1"])
        #expect(count("status:draft", "--nearly") == ["3\n", "0"])
        let listed = terminal.slip("search", "drawer", "--nearly").output
        #expect(listed.split(separator: "\n").count == 3)
    }

    @Test func `a word that every note has leads to them where a rarer one does not`() throws {
        let terminal = try Console([
            "a.md": "garden tomatoes\n", "b.md": "tomatoes of the garden\n", "c.md": "garden without tomatoes\n",
        ])
        let result = terminal.slip("search", "--nearly", "garden tomatoes peppers", "--template", "{{name}} {{nearly}}")
        #expect(
            result.output.split(separator: "\n").sorted() == ["a lacks peppers", "b lacks peppers", "c lacks peppers"])
    }

    @Test func `the word that most notes have is meant, and its rarity counts`() throws {
        var files = ["runes.md": "runic now\n"]
        for number in 0..<6 { files["n\(number).md"] = "running now\n" }
        let result = try Console(files).slip(
            "search", "--nearly", "runing", "--limit", "1", "--template", "{{nearly}}")
        #expect(result.output == "running for runing\n")
    }

    @Test func `a note titled as the query is written comes before one with its words`() throws {
        let terminal = try Console([
            "C.md": "c c c\n", "cs.md": "---\ntitle: \"C#\"\n---\n", "box.md": "x", "a.md": "box box\n",
        ])
        #expect(terminal.slip("search", "C#").output == "cs.md\nC.md\n")
        #expect(terminal.slip("search", "C").output == "C.md\ncs.md\n")
        #expect(terminal.slip("search", "(box)").output.hasPrefix("box.md\n"))
    }

    @Test func `what holds all comes first and says nothing`() throws {
        #expect(try near("drawer") == ["Slip box: ", "Cards: drawers for drawer", "Zettelkasten: drawers for drawer"])
    }

    @Test func `the nearest comes first`() throws {
        let terminal = try Console([
            "a.md": "quartz feldspar\n", "b.md": "quartz felspar mica\n", "c.md": "quartz\n", "d.md": "mica\n",
        ])
        let result = terminal.slip(
            "search", "--nearly", "--quiet", "--template", "{{name}} {{nearly}}", "quartz feldspar mica")
        #expect(result.output.hasPrefix("b felspar for feldspar\na lacks mica\n"), "\(result)")
    }

    @Test func `scripts see nothing of it unless they ask, and the exit status never does`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("search", "zettelkastn").output.isEmpty)
        #expect(terminal.slip("search", "zettelkastn", "--format", "text").output.isEmpty)
        let asked = terminal.slip("search", "zettelkastn", "--nearly")
        #expect(asked.status == 1 && asked.output == "Other/Zettelkasten.md\n")
        #expect(asked.errors.contains("did you mean 'zettelkasten'?"))
        #expect(terminal.slip("search", "zettelkastn", "--nearly", "--count").output == "1\n")
        #expect(terminal.slip("search", "drawer", "--nearly").status == 0)
        let before = try terminal.read("Other/Zettelkasten.md")
        _ = terminal.slip("set", "--query", "zettelkastn", "status=draft")
        #expect(try terminal.read("Other/Zettelkasten.md") == before)
    }

    @Test func `a terminal shows it under a line of its own`() throws {
        let terminal = try Self.vault()
        terminal.isTerminal = true
        let found = terminal.slip("search", "drawer").output
        let parts = found.components(separatedBy: "\n\nNearly: a word is missing or replaced by a similar one\n")
        #expect(parts.count == 2 && parts[0].hasPrefix("  1 Slip box "), "\(found)")
        #expect(parts[1].hasPrefix("  2 Cards ") && parts[1].contains("\n      drawers for drawer\n"), "\(found)")
        #expect(terminal.slip("search", "zettelkastn").output.hasPrefix("\nNearly: "))
        #expect(terminal.slip("search", "drawer", "--format", "paths").output == "Slip box.md\n")
        try terminal.write(".slipbox/config.yaml", "nearly: false\n")
        #expect(!terminal.slip("search", "drawer").output.contains("Nearly"))
        #expect(terminal.slip("search", "drawer", "--nearly").output.contains("Nearly"))
    }

    @Test func `the configuration can ask for it everywhere`() throws {
        let terminal = try Self.vault(config: "nearly: true\n")
        #expect(terminal.slip("search", "zettelkastn").output == "Other/Zettelkasten.md\n")
        #expect(terminal.slip("search", "zettelkastn", "--no-nearly").output.isEmpty)
        // Another program goes on with these.
        #expect(terminal.slip("search", "zettelkastn", "-0").output.isEmpty)
        #expect(terminal.slip("search", "zettelkastn", "-0", "--nearly").output == "Other/Zettelkasten.md\0")
    }

    @Test func `JSON has what is lacking and what stands instead`() throws {
        let terminal = try Self.vault()
        let result = terminal.slip(
            "search", "zettelkastn quicksilver", "--nearly", "--format", "json", "--fields", "name,nearly")
        #expect(
            result.output == """
                [
                {"name": "Zettelkasten", "nearly": {"lacks": ["quicksilver"], "instead": {"zettelkastn": "zettelkasten"}}}
                ]

                """)
        let whole = terminal.slip("search", "drawer", "--nearly", "--format", "jsonl").output.split(separator: "\n")
        #expect(whole.count == 3 && !whole[0].contains("nearly"))
        #expect(whole[1].contains("\"nearly\": {\"lacks\": [], \"instead\": {\"drawer\": \"drawers\"}}"))
        #expect(whole[1].contains("<mark>drawers</mark>"))
    }

    @Test func `in sections it is one of its own`() throws {
        let terminal = try Self.vault()
        let grouped = terminal.slip(
            "search", "drawer", "--nearly", "--group", "status", "--template", "{{group}}/{{name}}")
        #expect(grouped.output == "Review/Slip box\nNearly/Cards\nNearly/Zettelkasten\n")
        let json = terminal.slip(
            "search", "zettelkastn", "--nearly", "--group", "status", "-f", "json", "--fields", "name")
        #expect(
            json.output == "[\n{\"group\": \"Nearly\", \"notes\": [\n{\"name\": \"Zettelkasten\"}]}\n]\n")
    }

    @Test func `it fills up to ten notes, or to the limit`() throws {
        var files: [String: String] = [:]
        for number in 10..<40 { files["n\(number).md"] = number < 14 ? "quartz mica\n" : "quartzes mica\n" }
        let terminal = try Console(files)
        func count(_ words: String...) -> Int {
            terminal.slip(["search", "--nearly", "quartz"] + words).output.split(separator: "\n").count
        }
        #expect(
            count() == 10 && count("--limit", "7") == 7 && count("--limit", "20") == 20 && count("--limit", "3") == 3)
        #expect(count("--offset", "2") == 2 && count("--limit", String(Int.max)) == 30)
        #expect(terminal.slip("search", "--nearly", "mica").output.split(separator: "\n").count == 30)
        // More are found than a terminal shows.
        terminal.isTerminal = true
        try terminal.write(".slipbox/config.yaml", "limit: 3\n")
        #expect(!terminal.slip("search", "quartz").output.contains("Nearly"))
    }

    @Test func `a note in several sections counts once`() throws {
        var files = ["near.md": "drawers\n"]
        for number in 0..<6 { files["n\(number).md"] = "---\nkeywords: [a, b]\n---\ndrawer\n" }
        let result = try Console(files).slip("search", "--nearly", "drawer", "--group", "keyword")
        #expect(result.output.hasSuffix("near.md\n"))
    }

    @Test func `each word is looked for by itself, whatever was read before`() throws {
        var files = ["cat.md": "wonderful\n", "bat.md": "bonderful\n"]
        // More words than a part of the vocabulary has.
        let letters = Array("abcdefghij")
        for number in 0..<10 {
            let words = (0..<500).map { word in
                "w" + String(String(number * 500 + word).map { letters[$0.wholeNumberValue ?? 0] })
            }
            files["filler\(number).md"] = words.joined(separator: " ") + "\n"
        }
        let terminal = try Console(files)
        let words = ["search", "--nearly", "--template", "{{name}}"]
        let outputs = [["wonderful", "zzzyx"], ["zzzyx", "wonderful"], ["wonderful", "zzzyx", "--quiet"]].map {
            terminal.slip(words + $0).output
        }
        #expect(outputs == ["cat\n", "cat\n", "cat\n"])
    }

    @Test func `words of rows that are gone take nothing from others`() throws {
        var files: [String: String] = [:]
        for number in 0..<200 { files["f\(number).md"] = "filler\n" }
        for letter in "abcdefghij" { files["old\(letter).md"] = "quartz\(letter)\n" }
        let terminal = try Console(files)
        _ = terminal.slip("index", "--rebuild")
        for letter in "abcdefghij" { try terminal.write("old\(letter).md", "filler\n") }
        for letter in "klmnopqrstuv" { try terminal.write("new\(letter).md", "quartz\(letter)\n") }
        let updated = terminal.slip("search", "--nearly", "quartz").output
        _ = terminal.slip("index", "--rebuild")
        #expect(terminal.slip("search", "--nearly", "quartz").output == updated)
        #expect(updated.split(separator: "\n").count == 8)
    }

    @Test func `what is near does not depend on how the index came about`() throws {
        let files = Dictionary(
            uniqueKeysWithValues: (0..<60).map { number in
                let words = ["quartz", "quartzite", "feldspar", "felspar", "mica", "micas", "granite", "granitic"]
                let chosen = words.indices.filter { number >> ($0 % 6) & 1 == $0 / 6 || (number * 7 + $0) % 5 == 0 }
                return (
                    "n\(number).md",
                    "---\ncreated: 2024-01-\(10 + number % 9)\n---\n" + chosen.map { words[$0] }.joined(separator: " ")
                        + "\n"
                )
            })
        let built = try Console(files)
        let grown = try Console([:])
        for (path, text) in files.sorted(by: { $0.key > $1.key }) {
            try grown.write(path, "first quartz\n")
            _ = grown.slip("index")
            try grown.write(path, text)
        }
        for query in [
            "quartz felspar granit", "micaz quarzite", "\"granite mica\" feldspat", "quartz mica granitic micas",
        ] {
            let words = ["search", "--nearly", "--template", "{{path}} {{nearly}} {{score}}", query]
            #expect(built.slip(words).output == grown.slip(words).output, "\(query)")
            #expect(built.slip(words).output.split(separator: "\n").count == 10)
        }
    }
}
