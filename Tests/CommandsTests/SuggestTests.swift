import Foundation
import TestSupport
import Testing

/// Suggestions for partial queries, and their counts.
@Suite struct SuggestTests {
    private struct Offer: Decodable {
        var term: String
        var notes: Int?
        var summary: String?
    }

    private static func vault() throws -> Console {
        try Console([
            ".slipbox/config.yaml": "searches: {\"sp ace\": \"rust\", inbox: \"status:draft no:keyword\"}\n",
            "Notes/Owner rules.md":
                "---\nauthor: Niklas Luhmann\npriority: 1\ndue: 2024-05-01\ntags: [reading, private]\nsize: big\n---\nrust parrot\n",
            "Notes/deep/b.md":
                "---\ntitle: Slip box\ntags: [reading/2024, \"two words\"]\nstatus: review\n---\nrust ![[x y.png]]\n",
            "c.md":
                "---\nauthor: [\"x, y\", \"a*b\", \"-dash\", \"1..2\", \"/re/\", \"say \\\"hi\\\"\", \"C:\\\\x\", OR]\n"
                + "\"shelf mark\": \"1\\n2\"\nfavorite: true\ntask: x\n---\nrusty part\n",
            "d.md":
                "---\ntags: party\nauthor: axb\naliases: [Dee dee]\nstatus: on hold\n---\n# Slip box\n\n- [ ] x [[Owner rules]]\n",
            "e.md": "---\ntitle: \"!!!\"\n---\nx\n", "Notes/x y.png": "x",
        ])
    }

    private static func offers(_ terminal: Console, _ partial: String) throws -> [Offer] {
        let result = terminal.slip("suggest", "--format", "json", "--limit", "200", "--", partial)
        return try JSONDecoder().decode([Offer].self, from: Data(result.output.utf8))
    }

    @Test(arguments: ["-#", "-#read", "-(", "-/", "-\""])
    func `a negated term that is typed in part is no option`(_ partial: String) throws {
        let result = try Self.vault().slip("suggest", partial)
        #expect(result.status != 2 && !result.errors.contains("option"), "\(result)")
        if partial.hasPrefix("-#") { #expect(result.output.hasPrefix("-#"), "\(result)") }
    }

    private static let partials = [
        "", "a", "s", "ru", "rus", "art", "o", "status", "#", "#read", "#ar", "#two", "@", "@sp", "status:", "status:o",
        "is:", "has:", "no:", "no:auth", "last:", "created:", "modified:", "in:", "in:de", "folder:", "favorite:",
        "task:", "attachment:", "author:", "author:x", "author:a", "prop.author:", "priority:", "due:", "keyword:",
        "keyword:reading,", "tag:#re", "links-to:", "links-to~2:", "linked-from:", "title:", "title:sl", "alias:",
        "prop.\"shelf mark\":", "\"slip b", "keywords:", "author:\"x", "keyword:(reading OR ", "slip", "!",
        "status:draft,",
    ]

    @Test(arguments: ["", "-", "rust ", "status:draft ", "NOT ", "(rust OR ", "rust (status:draft -", "-rust -"])
    func `every suggestion is valid and finds the number of notes it shows`(_ before: String) throws {
        let terminal = try Self.vault()
        var counted = 0
        for partial in Self.partials {
            let offers = try Self.offers(terminal, before + partial)
            #expect(Set(offers.map(\.term)).count == offers.count, "doubles for '\(before + partial)'")
            // The term starts after the last space or parenthesis outside of quotes.
            let start = Self.start(before + partial)
            for offer in offers where !offer.term.hasSuffix(":") {
                let open =
                    (start + offer.term).filter { $0 == "(" }.count - (start + offer.term).filter { $0 == ")" }.count
                let query = start + offer.term + String(repeating: ")", count: max(0, open))
                let found = terminal.slip("search", "--scope", "all", "--count", "--", query)
                #expect(found.status < 2, "\(before + partial): \(query)\n\(found.errors)")
                guard let notes = offer.notes else { continue }
                #expect(found.output == "\(notes)\n", "\(before + partial): \(query)\n\(found.errors)")
                counted += 1
            }
        }
        #expect(counted > 100)
    }

    private static func start(_ text: String) -> String {
        var start = ""
        var rest = ""
        var isQuoted = false
        for character in text {
            rest.append(character)
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted,
                character == " "
                    || character == "(" && (rest.dropLast().allSatisfy { $0 == "-" } || rest.hasSuffix(":("))
            {
                start += rest
                rest = ""
            }
        }
        return start
    }

    @Test func `every complete term has a count`() throws {
        let terminal = try Self.vault()
        for partial in ["has:", "no:", "is:", "last:", "#", "in:", "author:", "title:", "-#", "links-to:", ""] {
            for offer in try Self.offers(terminal, partial) { #expect(offer.notes != nil, "\(partial): \(offer.term)") }
        }
        #expect(try Self.offers(terminal, "sort:").allSatisfy { $0.notes == nil })
    }

    @Test(arguments: [
        ("#read", "#reading", 2), ("-#read", "-#reading", 3), ("no:auth", "no:author", 2),
        ("rust #read", "#reading", 2), ("#ar", "#party", 1), ("ru", "rust", 2), ("slip", "\"Slip box\"", 2),
        ("has:ta", "has:task", 1), ("is:fav", "is:favorite", 1), ("status:", "status:\"on hold\"", 1),
        ("is:", "is:draft", 3), ("author:-", "author:\"-dash\"", 1), ("author:a", "author:\"a\\\\*b\"", 1),
        ("keyword:reading,pr", "keyword:reading,private", 2), ("in:no", "in:Notes", 2), ("#two", "#\"two words\"", 1),
        ("attachment:", "attachment:\"x y.png\"", 1), ("alias:d", "alias:\"Dee dee\"", 1),
    ])
    func `counts are those of the completed query`(_ partial: String, _ term: String, _ notes: Int) throws {
        let offers = try Self.offers(try Self.vault(), partial)
        #expect(offers.first { $0.term == term }?.notes == notes, "\(offers)")
    }

    @Test(
        arguments: [
            ("#", []), ("#k", ["--scope", "here"]), ("#k/", ["--scope", "all"]), ("-#o", ["--in", "B"]),
            ("author:", []),
            ("x #k", ["--in", "B"]), ("#k", ["--in", "B", "--scope", "here"]), ("in:", []), ("folder:", ["-s", "all"]),
            ("status:", []), ("has:", []), ("no:", []), ("xy", ["--in", "B"]), ("status:draft,", []), ("", []),
        ] as [(String, [String])])
    func `counts are those of a search with the same folder and options`(
        _ partial: String, _ options: [String]
    ) throws {
        let terminal = try Console([
            "A/a.md": "---\ntags: [k, k/in]\nauthor: Ann\n---\nxylem\n", "A/D/d.md": "---\ntags: [k/in]\n---\nx\n",
            "B/b.md": "---\ntags: [k]\nauthor: [Ann, Bob]\nstatus: review\n---\nx xylem\n",
            "B/c.md": "---\ntags: [K, other]\n---\nx\n", "B/E/e.md": "---\ntags: [k]\n---\nx\n", "r.md": "xylem #k\n",
        ])
        terminal.folder = "A"
        let query = partial.split(separator: " ", omittingEmptySubsequences: false).dropLast().joined(separator: " ")
        let offers = terminal.slip(["suggest", "--format", "json"] + options + ["--", partial])
        let list = try JSONDecoder().decode([Offer].self, from: Data(offers.output.utf8))
        #expect(list.contains { $0.notes ?? 0 > 0 }, "\(offers)")
        for offer in list {
            guard let notes = offer.notes else { continue }
            let found = terminal.slip(["search", "--count"] + options + ["--", query + " " + offer.term])
            #expect(found.output == "\(notes)\n", "\(partial): \(offer.term)")
        }
    }

    @Test func `a property's name has the number of notes in the folder that have it`() throws {
        let terminal = try Console([
            "A/a.md": "---\nauthor: x\n---\n", "b.md": "---\nauthor: y\n---\n", "c.md": "---\nauthor: z\n---\n",
        ])
        #expect(terminal.slip("suggest", "auth").output.hasPrefix("author:\t3\n"))
        terminal.folder = "A"
        #expect(terminal.slip("suggest", "auth").output.hasPrefix("author:\t1\n"))
    }

    @Test(arguments: [
        ("draf", "status:draft"), ("on", "status:\"on hold\""), ("attach", "has:attachment"), ("fav", "is:favorite"),
        ("orph", "is:orphan"), ("op", "task:open"), ("deep", "in:Notes/deep"), ("24", "last:24h"),
        ("tod", "created:today"), ("rust -rev", "-status:review"),
    ])
    func `a known value is completed to its term`(_ partial: String, _ term: String) throws {
        let terminal = try Self.vault()
        try terminal.write("today.md", "---\ncreated: 2024-03-30T10:00:00Z\n---\nx\n")
        let offers = try Self.offers(terminal, partial)
        #expect(offers.contains { $0.term == term && $0.notes ?? 0 > 0 }, "\(offers)")
    }

    @Test func `a known value that finds nothing is not suggested`() throws {
        let terminal = try Console(["a.md": "x\n"])
        #expect(!terminal.slip("suggest", "fav").output.contains("is:favorite"))
        #expect(!terminal.slip("suggest", "arch").output.contains("status:archived"))
    }

    @Test func `the other statuses are suggested after a status, which they replace`() throws {
        let terminal = try Console([
            "a.md": "x\n", "b.md": "---\nstatus: review\n---\n", "c.md": "---\nstatus: archived\n---\n",
        ])
        for (partial, term) in [
            ("status:draft ", "status:review"), ("status:draft rev", "status:review"), ("status:draft st", "status:"),
            ("status:draft is:", "is:archived"), ("is:draft ", "status:archived"),
        ] {
            let terms = try Self.offers(terminal, partial).map(\.term)
            #expect(terms.contains(term), "\(partial): \(terms)")
            #expect(terms.contains("status:draft") == partial.hasPrefix("is:"), "\(partial): \(terms)")
        }
    }

    @Test(arguments: [
        ("status:draft,", "status:draft,draft"), ("status:DRAFT,review,", "status:DRAFT,review,draft"),
        ("status:\"on hold\",", "status:\"on hold\",\"on hold\""), ("keyword:reading,", "keyword:reading,reading"),
        ("keyword:(reading OR ", "reading"), ("#x keyword:(reading -reading/2024 ", "-reading/2024"),
        ("author:\"Niklas Luhmann\",", "author:\"Niklas Luhmann\",\"Niklas Luhmann\""),
    ])
    func `suggestions for a list omit the values that it contains`(_ partial: String, _ absent: String) throws {
        let offers = try Self.offers(try Self.vault(), partial).map(\.term)
        #expect(!offers.isEmpty && !offers.contains(absent), "\(offers)")
        if partial == "status:draft," { #expect(offers.contains("status:draft,review")) }
    }

    @Test func `an empty query suggests times and attachments if they find something`() throws {
        let terminal = try Self.vault()
        try terminal.write("today.md", "---\ncreated: 2024-03-30T10:00:00Z\n---\nx\n")
        for partial in ["", "status:draft "] {
            let terms = try Self.offers(terminal, partial).map(\.term)
            #expect(terms.contains("last:24h") && terms.contains("last:7d"), "\(partial)")
        }
        #expect(try Self.offers(terminal, "").map(\.term).contains("has:attachment"))
        #expect(try !Self.offers(terminal, "status:draft ").map(\.term).contains("has:attachment"))
        #expect(try !Self.offers(terminal, "last:2w ").map(\.term).contains { $0.hasPrefix("last:") })
        terminal.now = "2025-03-30T12:00:00Z"
        #expect(try !Self.offers(terminal, "").map(\.term).contains { $0.hasPrefix("last:") })
    }

    @Test func `terms that start with the typed text come first`() throws {
        let terminal = try Self.vault()
        #expect(try Self.offers(terminal, "#p").map(\.term) == ["#party", "#private"])
        #expect(try Self.offers(terminal, "#t").map(\.term).first == "#\"two words\"")
        #expect(try Self.offers(terminal, "#t").map(\.term).contains("#party"))
        #expect(try Self.offers(terminal, "#2024").map(\.term) == ["#reading/2024"])
    }

    @Test func `an empty query suggests useful terms of the current folder`() throws {
        let terminal = try Self.vault()
        let all = try Self.offers(terminal, "").map(\.term)
        #expect(Array(all.prefix(4)) == ["status:draft", "status:review", "is:favorite", "has:attachment"])
        #expect(all.contains("#party") && all.contains("@inbox"))
        terminal.folder = "Notes"
        let terms = try Self.offers(terminal, "").map(\.term)
        #expect(Array(terms.prefix(3)) == ["status:draft", "status:review", "has:attachment"])
        #expect(terms.contains("in:Notes") && terms.contains("#reading") && terms.contains("@\"sp ace\""))
        // These terms find nothing in this folder.
        #expect(!terms.contains("is:favorite") && !terms.contains("#party") && !terms.contains("@inbox"))
        let next = try Self.offers(terminal, "status:draft #reading ").map(\.term)
        #expect(!next.contains { ["status:draft", "#reading"].contains($0) })
    }

    @Test(arguments: ["sort:", "group:"])
    func `each sort and group key is suggested once, in valid syntax`(_ field: String) throws {
        let terminal = try Self.vault()
        let terms = try Self.offers(terminal, field).map(\.term)
        #expect(
            terms.contains("\(field)\"shelf mark\"")
                && terms.contains(field == "sort:" ? "sort:prop.size" : "group:prop.size"))
        for term in terms { #expect(terminal.slip("search", term).status == 0, "\(term)") }
    }

    @Test func `a query without suggestions prints a message on standard error`() throws {
        let result = try Self.vault().slip("suggest", "#nosuchkeyword")
        #expect(result.status == 1 && result.output.isEmpty && result.errors == "No suggestions found\n")
        #expect(try Self.vault().slip("--quiet", "suggest", "#nosuchkeyword").errors.isEmpty)
    }

    @Test func `suggested targets are sorted by links, not by date`() throws {
        var files = ["Old.md": "---\ncreated: 1999-01-01\n---\n", "New.md": "[[Old]]\n"]
        for number in 0..<80 { files["n\(number).md"] = "---\ncreated: 2024-01-01\n---\n" }
        let found = try Console(files).slip("suggest", "links-to:").output
        #expect(found.hasPrefix("links-to:Old\t1\n"), "\(found.prefix(80))")
    }
}
