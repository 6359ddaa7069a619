import Foundation
import TestSupport
import Testing

/// Near matches.
@Suite struct NearMatchTests {
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
        return result.lines
    }

    @Test(arguments: [
        // One wrong letter, two, the first letter, exchanged letters.
        ("zettelkastn", ["Zettelkasten: zettelkasten for zettelkastn"]),
        ("zetelkastne", ["Zettelkasten: zettelkasten for zetelkastne"]),
        ("settelkasten", ["Zettelkasten: zettelkasten for settelkasten"]),
        // A longer word and an inflected form with the same prefix.
        ("zettel", ["Zettelkasten: zettelkasten for zettel"]),
        ("ordered", ["Cards: Ordering for ordered"]),
        // A phrase whose words are not adjacent, or are misspelt.
        ("\"drawer wooden\"", ["Slip box: drawer … wooden for \"drawer wooden\""]),
        ("\"wooden drawers\"", ["Slip box: wooden drawer for \"wooden drawers\""]),
        // A missing word.
        ("label quicksilver", ["Cards: lacks quicksilver"]),
        ("title:zettelkastn", ["Zettelkasten: zettelkasten for title:zettelkastn"]),
        (
            "wooden (cardz OR quicksilver)",
            ["Slip box: cards for (cardz OR quicksilver)", "Cards: lacks wooden; cards for (cardz OR quicksilver)"]
        ),
        // A field is searched only in that field. The last word may be incomplete.
        ("title:zettelkastn quicksilver", ["Zettelkasten: lacks quicksilver; zettelkasten for title:zettelkastn"]),
        ("something title:quicksilver", []), ("zet", ["Zettelkasten: zettelkasten for zet"]),
        // Other conditions must match exactly. Numbers and words of two letters have no near matches.
        ("zettelkastn status:review", []), ("zettelkastn -slip", []), ("2023", []), ("ab", []), ("status:reviev", []),
        ("zettelkastn sort:title limit:1", ["Zettelkasten: zettelkasten for zettelkastn"]),
    ])
    func `a near match lists the missing and the replaced words`(_ query: String, _ notes: [String])
        throws
    {
        let found = try near(query)
        #expect(found == notes, "\(found)")
    }

    @Test func `--count with --nearly includes near matches, and its status counts exact ones`() throws {
        let terminal = try Self.vault()
        func count(_ arguments: String...) -> [String] {
            let result = terminal.slip(["search", "--count"] + arguments)
            return [result.output, String(result.status)]
        }
        #expect(count("drawer") == ["1\n", "0"])
        #expect(count("drawer", "--nearly") == ["3\n", "0"])
        // Limit and offset have no effect.
        #expect(count("drawer", "--nearly", "--limit", "1", "--offset", "5") == ["3\n", "0"])
        #expect(count("zettelkastn", "--nearly") == ["1\n", "1"])
        #expect(count("zettelkastn") == ["0\n", "1"])
        #expect(count("status:draft", "--nearly") == ["3\n", "0"])
        #expect(terminal.slip("search", "drawer", "--nearly").output.split(separator: "\n").count == 3)
    }

    @Test func `a word that every note contains still finds near matches`() throws {
        let terminal = try Console([
            "a.md": "garden tomatoes\n", "b.md": "tomatoes of the garden\n", "c.md": "garden without tomatoes\n",
        ])
        let result = terminal.slip("search", "--nearly", "garden tomatoes peppers", "--template", "{{name}} {{nearly}}")
        #expect(
            result.output.split(separator: "\n").sorted() == ["a lacks peppers", "b lacks peppers", "c lacks peppers"])
    }

    @Test func `a misspelt word matches the most frequent similar word`() throws {
        var files = ["runes.md": "runic now\n"]
        for number in 0..<6 { files["n\(number).md"] = "running now\n" }
        let result = try Console(files).slip("search", "--nearly", "runing", "--limit", "1", "--template", "{{nearly}}")
        #expect(result.output == "running for runing\n")
    }

    @Test func `a note whose title equals the query comes before notes with its words`() throws {
        let terminal = try Console([
            "C.md": "c c c\n", "cs.md": "---\ntitle: \"C#\"\n---\n", "box.md": "x", "a.md": "box box\n",
        ])
        #expect(terminal.slip("search", "C#").output == "cs.md\nC.md\n")
        #expect(terminal.slip("search", "C").output == "C.md\ncs.md\n")
        #expect(terminal.slip("search", "(box)").output.hasPrefix("box.md\n"))
    }

    @Test func `exact matches come first and without a reason`() throws {
        #expect(try near("drawer") == ["Slip box: ", "Cards: drawers for drawer", "Zettelkasten: drawers for drawer"])
    }

    @Test func `the nearest match comes first`() throws {
        let terminal = try Console([
            "a.md": "quartz feldspar\n", "b.md": "quartz felspar mica\n", "c.md": "quartz\n", "d.md": "mica\n",
        ])
        let result = terminal.slip(
            "search", "--nearly", "--quiet", "--template", "{{name}} {{nearly}}", "quartz feldspar mica")
        #expect(result.output.hasPrefix("b felspar for feldspar\na lacks mica\n"), "\(result)")
    }

    @Test func `without --nearly scripts get no near matches, and the status never counts them`() throws {
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

    @Test func `a terminal shows near matches under a separate heading`() throws {
        let terminal = try Self.vault()
        terminal.isTerminal = true
        let found = terminal.slip("search", "drawer").output
        let parts = found.components(separatedBy: "\n\nNear matches: a word is missing or replaced by a similar one\n")
        #expect(parts.count == 2 && parts[0].hasPrefix("  1 Slip box "), "\(found)")
        #expect(parts[1].hasPrefix("  2 Cards ") && parts[1].contains("\n      drawers for drawer\n"), "\(found)")
        #expect(terminal.slip("search", "zettelkastn").output.hasPrefix("\nNear matches: "))
        #expect(terminal.slip("search", "drawer", "--format", "paths").output == "Slip box.md\n")
        try terminal.write(".slipbox/config.yaml", "nearly: false\n")
        #expect(!terminal.slip("search", "drawer").output.contains("Near matches"))
        #expect(terminal.slip("search", "drawer", "--nearly").output.contains("Near matches"))
    }

    @Test func `the configuration can enable near matches`() throws {
        let terminal = try Self.vault(config: "nearly: true\n")
        #expect(terminal.slip("search", "zettelkastn").output == "Other/Zettelkasten.md\n")
        #expect(terminal.slip("search", "zettelkastn", "--no-nearly").output.isEmpty)
        // The output is for another program.
        #expect(terminal.slip("search", "zettelkastn", "-0").output.isEmpty)
        #expect(terminal.slip("search", "zettelkastn", "-0", "--nearly").output == "Other/Zettelkasten.md\0")
    }

    @Test func `JSON contains the missing and the replaced words`() throws {
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

    @Test func `grouped near matches are in a separate section`() throws {
        let terminal = try Self.vault()
        let grouped = terminal.slip(
            "search", "drawer", "--nearly", "--group", "status", "--template", "{{group}}/{{name}}")
        #expect(grouped.output == "Review/Slip box\nNearly/Cards\nNearly/Zettelkasten\n")
        let json = terminal.slip(
            "search", "zettelkastn", "--nearly", "--group", "status", "-f", "json", "--fields", "name")
        #expect(json.output == "[\n{\"group\": \"Nearly\", \"notes\": [\n{\"name\": \"Zettelkasten\"}]}\n]\n")
    }

    @Test func `near matches are added up to ten results or the limit`() throws {
        var files: [String: String] = [:]
        for number in 10..<40 { files["n\(number).md"] = number < 14 ? "quartz mica\n" : "quartzes mica\n" }
        let terminal = try Console(files)
        func count(_ words: String...) -> Int {
            terminal.slip(["search", "--nearly", "quartz"] + words).lines.count
        }
        #expect(
            count() == 10 && count("--limit", "7") == 7 && count("--limit", "20") == 20 && count("--limit", "3") == 3)
        #expect(count("--offset", "2") == 2 && count("--limit", String(Int.max)) == 30)
        #expect(terminal.slip("search", "--nearly", "mica").lines.count == 30)
        // There are more exact matches than a terminal shows.
        terminal.isTerminal = true
        try terminal.write(".slipbox/config.yaml", "limit: 3\n")
        #expect(!terminal.slip("search", "quartz").output.contains("Near matches"))
    }

    @Test func `a note in several sections counts once for the limit`() throws {
        var files = ["near.md": "drawers\n"]
        for number in 0..<6 { files["n\(number).md"] = "---\nkeywords: [a, b]\n---\ndrawer\n" }
        let result = try Console(files).slip("search", "--nearly", "drawer", "--group", "keyword")
        #expect(result.output.hasSuffix("near.md\n"))
    }

    @Test func `each word is matched independently of the previous ones`() throws {
        var files = ["cat.md": "wonderful\n", "bat.md": "bonderful\n"]
        // More words than one block of the vocabulary contains.
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

    @Test func `words of deleted rows do not affect near matches`() throws {
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

    @Test func `near matches do not depend on how the index was built`() throws {
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
            #expect(built.slip(words).lines.count == 10)
        }
    }

    // MARK: Ranking

    @Test func `a rare word that resembles a misspelt one does not count more than the usual word`() throws {
        var files = [
            "Photography.md": "tips on photography\n", "TIPL.md": "the TIPL of a name\n",
            "apps.md": "apps and tip\n", "Other.md": "tippex\n",
        ]
        for number in 0..<12 { files["n\(number).md"] = "photography, and more of it\n" }
        let result = try Console(files).slip("search", "--nearly", "photografy tipps", "--template", "{{name}}")
        #expect(result.lines.first == "Photography", "\(result)")
    }

    @Test func `a note with the words as typed comes before an equal one with other forms`() throws {
        let terminal = try Console([
            "a.md": "ordered drawers of the wooden kind\n", "b.md": "ordered drawer of the wooden kind\n",
            "c.md": "something else altogether here\n",
        ])
        let result = terminal.slip("search", "--nearly", "wooden drawer quicksilver", "--template", "{{name}}")
        #expect(result.output == "b\na\n", "\(result)")
        #expect(
            terminal.slip("search", "--nearly", "wooden drawers quicksilver", "--template", "{{name}}").output
                == "a\nb\n")
    }

    @Test func `the forms of a word in a note add up`() throws {
        let terminal = try Console([
            "a.md": "a drawer among many other wooden things\n", "b.md": "drawers, a drawer and more wooden things\n",
            "c.md": "something else\n",
        ])
        let result = terminal.slip("search", "--nearly", "drawer quicksilver", "--template", "{{name}}")
        #expect(result.output == "b\na\n", "\(result)")
    }

    @Test func `questions about something else find nothing`() throws {
        let terminal = try Console.sample()
        let questions = [
            "what is the heat transfer to a blunt body in the absence of vorticity",
            "can a criterion be developed to show empirically the validity of flow solutions for chemically reacting gas",
            "what are the effects of small deviations from basic simple laminar boundary layer thickness",
            "how can the aerodynamic performance of channel flow ground effect machines be calculated",
            "are there any theoretical methods for predicting base pressure behind blunt trailing edges",
            "what is the best theoretical method for calculating pressure on the surface of a wing alone",
            "does transition in the hypersonic wake depend on body geometry and size of the vehicle",
            "which drugs inhibit the growth of bacteria resistant to penicillin in newborn children",
            "why do dividends of foreign shareholders get taxed twice under the treaty of 1954",
            "which enzymes take part in the repair of damaged chromosomes after ultraviolet radiation",
        ]
        let answered = questions.filter { !terminal.slip("search", "--nearly", $0).output.isEmpty }
        #expect(answered.count <= 1, "\(answered)")
        #expect(
            !terminal.slip("search", "--nearly", "how did Luhmann number the cards of his slip box").output.isEmpty)
    }

    @Test func `a note with most words is found although the others are in no note`() throws {
        var files = ["four.md": "quartz violet hammer pillow\n"]
        for (number, word) in ["quartz", "violet", "hammer", "pillow"].enumerated() {
            for copy in 0..<6 { files["n\(number)\(copy).md"] = "\(word) and other things\n" }
        }
        for number in 0..<40 { files["other\(number).md"] = "something else\n" }
        let terminal = try Console(files)
        for absent in ["orchid", "orchid tunnel"] {
            let result = terminal.slip(
                "search", "--nearly", "quartz violet hammer pillow \(absent)", "--template", "{{name}}")
            #expect(result.lines.first == "four", "\(absent): \(result)")
        }
    }

    @Test func `a vault whose notes have no words can be searched`() throws {
        let terminal = try Console(["\u{1F4DD}.md": "", "---.md": "!!!\n"])
        #expect(terminal.slip("search", "--scope", "all", "--quiet").lines.count == 2)
        #expect(terminal.slip("index", "--rebuild").status == 0)
        #expect(terminal.slip("index", "--verify").status == 0)
        try terminal.write("a.md", "quartz\n")
        #expect(terminal.slip("search", "quartz").output == "a.md\n")
    }

    @Test func `pasted text of 200 words finds the note it comes from`() throws {
        let words = (0..<200).map { number in
            "\(["qua", "fel", "gra", "mic", "bas"][number % 5])\(["rtz", "dspar", "nite"][number % 3])\(number / 4)x"
        }
        var files = ["Source.md": words.dropLast(3).joined(separator: " ") + "\n"]
        for number in 0..<20 { files["n\(number).md"] = words[number * 3] + " and something else\n" }
        let result = try Console(files).slip(
            "search", "--nearly", words.joined(separator: " "), "--template", "{{name}}")
        #expect(result.lines.first == "Source", "\(result.errors)")
    }

    @Test(arguments: [("xyzzyq", "xyz"), ("quasdfgh", "quartz"), ("blorpt", "blooms")])
    func `a word that no note has is not similar to one that shares half of its letters`(
        _ wanted: String, _ known: String
    ) throws {
        let terminal = try Console(["a.md": "\(known) \(known)\n", "b.md": "\(known)\n", "c.md": "other\n"])
        let result = terminal.slip("search", "--near", wanted)
        #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    }

    /// Words that no note has, and what near matches they have in notes with common words and a few technical ones.
    @Test(arguments: [
        // A run of letters that a word of the vocabulary begins with, or that differs from one by a letter.
        ("xyzzyq", ""), ("qwertz", ""), ("foo", ""), ("tax", ""), ("zzz", ""), ("lorem", ""), ("hearing", "heading.md"),
        ("lawyer", ""), ("teh", ""),
        // Misspelt words.
        ("qartz", "quartz.md"), ("feldsapr", "feldspar.md"), ("fledspra", "feldspar.md"), ("headign", "heading.md"),
        // Short queries about something else, of which a word resembles one of the vault.
        ("divorce custody hearing", ""), ("bread recipe", ""), ("mortgage rate", ""), ("car insurance", ""),
        ("linear algebra", ""), ("foo bar baz", ""), ("lorem ipsum", ""), ("divorce lawyer", ""),
        // Short queries of which a note has a word, or several with typos.
        ("quartz insurance", "quartz.md"), ("qartz feldspr", "both.md"), ("divorce heading", "heading.md"),
    ])
    func `nonsense and short queries about something else find nothing`(_ query: String, _ best: String) throws {
        let terminal = try Console([
            "heading.md": "a heading\n", "quartz.md": "quartz\n", "feldspar.md": "feldspar\n",
            "both.md": "quartz with feldspar and other things\n",
            "a.md": "a tag on the date of the card, for a later line to read\n",
            "b.md": "more of a larger form, xyz zz, too bad for the bar\n",
            "c.md": "the lines are near, late and larger\n",
            "d.md": "reading is custom\n", "e.md": "learning and reading\n", "f.md": "cards read\n",
        ])
        let found = terminal.slip("search", "--near", query)
        #expect(found.lines.first ?? "" == best, "\(found)")
    }

    @Test func `the headline says whether near matches follow`() throws {
        let terminal = try Self.vault()
        let near = terminal.slip("search", "--near", "zettelkastn", "--format", "text")
        #expect(near.status == 1 && near.errors.hasPrefix("No exact matches, but near ones\n"), "\(near)")
        let none = terminal.slip("search", "--near", "quicksilver", "--format", "text")
        #expect(none.status == 1 && none.output.isEmpty && none.errors.hasPrefix("No notes found\n"), "\(none)")
    }

    @Test(arguments: [("walking", "walk"), ("boxes", "box"), ("notatki", "notatka"), ("quarz", "quartz")])
    func `other forms and misspellings of a single word are near matches`(_ wanted: String, _ known: String) throws {
        let terminal = try Console(["a.md": "\(known)\n", "c.md": "other\n"])
        #expect(terminal.slip("search", "--near", wanted).output == "a.md\n")
    }

    @Test func `--explain shows the weight of each term and of its similar words`() throws {
        let output = try Self.vault().slip("search", "--nearly", "--explain", "drawers quicksilver").output
        #expect(output.contains("weights of the terms in near matches, with similar words\n"), "\(output)")
        #expect(output.contains(" drawers: drawers × 1.00 (2 notes), drawer × 0."), "\(output)")
        #expect(output.contains(" quicksilver: no note has it or a similar word\n"), "\(output)")
    }
}
