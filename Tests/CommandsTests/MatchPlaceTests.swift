import Arguments
import Foundation
import SourceText
import TestSupport
import Testing

/// Places of matches in results.
@Suite struct MatchPlaceTests {
    private static func vault() throws -> Console {
        try Console([
            "a.md": """
            ---
            status: review
            favorite: true
            created: 2024-01-05
            tags: [kw, other]
            due: 2024-07-01
            outer:
              inner: 5
            aliases: [Alpha one]
            ---
            # Title

            text with #hash/tag and [[b]] in it
            - [ ] open one
            - [x] done one
            see ![](p.png) and [[nowhere]] #kw

            """,
            "b.md": "linked [[a]]\n\nneedle\n", "p.png": "x",
        ])
    }

    /// Line and byte column of every match in a.md.
    @Test(arguments: [
        ("status:review", ["2:1"]), ("is:favorite", ["3:1"]), ("created:2024", ["4:1"]), ("#kw", ["5:8", "16:32"]),
        ("#hash", ["13:11"]), ("keyword:other", ["5:12"]), ("due:<2025", ["6:1"]), ("has:due", ["6:1"]),
        ("outer.inner:>4", ["8:3"]), ("alias:\"alpha one\"", ["9:11"]), ("links-to:b.md", ["13:25"]),
        ("links-to:(needle)", ["13:25"]), ("is:broken", ["16:20"]), ("task:open", ["14:3"]), ("task:done", ["15:3"]),
        ("has:task", ["14:3", "15:3"]), ("attachment:p.png", ["16:5"]), ("has:attachment", ["16:5"]),
        ("has:link", ["13:25", "16:20"]), ("task:open open", ["14:3", "14:7"]),
        ("task:open OR #hash", ["13:11", "14:3"]), ("task:open -#nosuch", ["14:3"]), ("name:a", ["1:1"]),
        ("in:/", ["1:1"]), ("is:orphan OR title:title", ["11:3"]), ("-(-task:open)", ["14:3"]),
    ])
    func `every condition has a place in vimgrep output`(_ query: String, _ expected: [String]) throws {
        let result = try Self.vault().slip("search", "-f", "vimgrep", "--", query)
        let places = result.output.split(separator: "\n").filter { $0.hasPrefix("a.md:") }
            .map { $0.split(separator: ":")[1...2].joined(separator: ":") }
        #expect(places == expected, "\(result)")
    }

    @Test func `vimgrep prints the line of a place`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("search", "task:open", "-f", "vimgrep").output == "a.md:14:3:- [ ] open one\n")
        #expect(terminal.slip("search", "due:2024-07-01", "-f", "vimgrep").output == "a.md:6:1:due: 2024-07-01\n")
    }

    @Test func `JSON has the places of tasks and keywords, and no score without text`() throws {
        let terminal = try Self.vault()
        func note(_ query: String) throws -> [String: Any] {
            try #require(try terminal.slip("search", query, "-f", "json").objects().first)
        }
        let task = try note("task:open")
        #expect(task["snippet"] as? String == "- [ ] open one")
        #expect(task["matches"] as? [[String: Int]] == [["line": 14, "column": 3, "length": 12]])
        #expect(task["score"] == nil)
        #expect(try note("#hash")["snippet"] as? String == "text with <mark>#hash/tag</mark> and [[b]] in it")
        #expect(try note("status:review")["matches"] == nil)
        #expect(try note("needle")["score"] != nil)
    }

    @Test func `text output shows the matching line unless the title shows it`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("search", "task:open", "-f", "text").output.contains("14  ☐ open one"))
        #expect(terminal.slip("search", "due:<2025", "-f", "text").output.contains("6  due: 2024-07-01"))
        #expect(!terminal.slip("search", "status:review", "-f", "text").output.contains("status: review"))
        let lines = terminal.slip("search", "task:open", "--template", "{{line}} {{snippet}}").output
        #expect(lines == "14 - [ ] open one\n")
    }

    @Test(arguments: [
        ("one two three four five six seven eight nine ten eleven twelve thirteen fourteen needle", 87),
        ("これは長い文章です。これは長い文章です。これは長い文章です。これは長い文章です。これは長い文章です。needle", 0),
        ("needle one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen", 0),
        (String(repeating: "a", count: 300) + " needle " + String(repeating: "b", count: 300), 0),
    ])
    func `a passage fills the width wherever the match is in its line`(_ line: String, _ length: Int) throws {
        let terminal = try Console(["a.md": "# T\n\n\(line)\n"])
        for columns in [60, 80, 120] {
            terminal.columns = columns
            let shown = terminal.slip("search", "needle", "-f", "text").output.split(separator: "\n").last ?? ""
            #expect(shown.contains("needle"))
            let width = TextWidth.columns(String(shown))
            #expect(width <= columns, "\(shown)")
            #expect(width >= min(columns - 32, TextWidth.columns(line)), "\(columns): \(shown)")
        }
    }

    @Test func `no line is cut inside a character`() throws {
        var random = FixedGenerator(12)
        let pieces = ["a", " ", "漢", "é", "e\u{301}", "😀", "\t", "needle", "-", "字字字", "word "]
        for _ in 0..<60 {
            var line = "x"
            for _ in 0..<Int.random(in: 20...120, using: &random) {
                line += pieces[Int.random(in: pieces.indices, using: &random)]
            }
            let terminal = try Console(["a.md": line + " needle\n"])
            for format in ["text", "json"] {
                let result = terminal.run(["search", "contains:needle", "-f", .init(format)])
                #expect(String(validating: result.output, as: UTF8.self) != nil)
                #expect(!String(decoding: result.output, as: UTF8.self).contains("\u{FFFD}"))
            }
        }
    }
}
