import Foundation
import Notes
import TestSupport
import Testing

/// Front matter that YAML would silently change, and common forms outside of YAML.
struct FrontMatterFindingTests {
    @Test(arguments: [
        ("tags:\n  - #a\n  - b", 3, "'#a' as a comment"), ("tags: #a #b", 2, "'#a #b' as a comment"),
        ("color: #ff0000", 2, "'#ff0000' as a comment"), ("tags: a #b", 2, "'#b' as a comment"),
        ("tags:\n  - a\n  - b #c", 4, "'#c' as a comment"), ("tags: [[a, b], c]", 2, "a nested list"),
        ("tags:\n  - name: a", 3, "a mapping"), ("aliases: {a: b}", 2, "'aliases' must be a list"),
        ("tags: |\n  a\n  b", 2, "a block scalar is read as a single entry"), ("a: b\n\tc", 3, "indented with a tab"),
        ("a: >\n     \n  b", 3, "this blank line is indented"), ("a: {b\n  c: d}", 2, "a key in brackets"),
        ("a: b\rc: d", 2, "a carriage return"), ("tags: \"#a #b\"", 2, "is a single keyword"),
        ("tags: \"#a, #b\"", 2, "[a, b]"),
        ("tags:\n  - x\n  - '#a #b/c'", 4, "is a single keyword"),
    ])
    func `front matter that loses text is reported`(front: String, line: Int, message: String) throws {
        let terminal = try Console(["a.md": "---\n\(front)\n---\n"])
        let check = terminal.slip("check", "--kind", "front-matter").output
        #expect(check.contains("a.md:\(line):") && check.contains(message), "\(check)")
        #expect(terminal.slip("search", "is:malformed").output == "a.md\n")
    }

    @Test(arguments: [
        "status: # not yet", "tags: [a] # see", "tags:\n  - a # b\n  - c", "a: >\n\n  b", "tags:\n  # - a\n  - b",
        "tags: |\n  a", "note: a #b", "tags: \"#a b\"", "aliases: \"#a #b\"", "a: {b: c,\n  d: e}",
        "a: b\n  \tc",
    ])
    func `an ordinary comment, list or text is accepted`(front: String) throws {
        let terminal = try Console(["a.md": "---\n\(front)\n---\n"])
        #expect(terminal.slip("check").output.isEmpty)
    }

    @Test func `a note with CR line endings is reported and not changed`() throws {
        let text = "---\rtitle: a\r---\rx\r"
        let terminal = try Console(["a.md": text])
        #expect(terminal.slip("check").output.hasPrefix("a.md:1:1: front-matter: the lines end"))
        #expect(terminal.slip("set", "a.md", "status=review").status == 2)
        #expect(try terminal.read("a.md") == text)
    }

    @Test func `numbers with a bare decimal point are numbers`() throws {
        let terminal = try Console([
            "a.md": "---\nrating: .5\n---\n", "b.md": "---\nrating: +3\n---\n", "c.md": "---\nrating: 5.\n---\n",
            "d.md": "---\nrating: 007\n---\n",
        ])
        #expect(terminal.slip("search", "rating:>0.4 sort:path").output == "a.md\nb.md\nc.md\n")
        let json = terminal.slip("search", "sort:path", "--format", "jsonl").output
        for text in ["{\"rating\": 0.5}", "{\"rating\": 3}", "{\"rating\": 5}", "{\"rating\": \"007\"}"] {
            #expect(json.contains(text), "\(text) in \(json)")
        }
    }

    @Test func `a date of eight digits is read as a date and keeps its form`() throws {
        let terminal = try Console([
            "a.md": "---\ndate: 20240307\nmodified: 20240308\nnumber: 20240309\n---\n",
            "b.md": "---\nmodified: 20240308T1148Z\n---\n",
        ])
        #expect(terminal.slip("check").output.isEmpty)
        #expect(terminal.slip("search", "created:2024-03-07 modified:2024-03-08").output == "a.md\n")
        #expect(terminal.slip("search", "a", "--format", "jsonl").output.contains("{\"number\": 20240309}"))
        terminal.slip("set", "a.md", "b.md", "number=1")
        #expect(try terminal.read("a.md") == "---\ndate: 20240307\nmodified: 20240330\nnumber: 1\n---\n")
        #expect(try terminal.read("b.md") == "---\nmodified: 20240330T1200Z\nnumber: 1\n---\n")
    }

    @Test(arguments: [
        (String.Encoding.utf16, "is UTF-16"), (.utf16LittleEndian, "is UTF-16"), (.utf16BigEndian, "is UTF-16"),
        (.utf32, "is UTF-32"), (.utf32LittleEndian, "is UTF-32"), (.utf32BigEndian, "is UTF-32"),
    ])
    func `a note in UTF-16 or UTF-32 is reported with its encoding`(encoding: String.Encoding, message: String) throws {
        let terminal = try Console(["b.md": "bin\0ary"])
        let data = try #require("# Hi there, you who read this\n\nWith żółw in it.\n".data(using: encoding))
        try data.write(to: terminal.url("a.md"))
        #expect(ForeignEncoding(Array(data)) != nil)
        let lines = terminal.slip("check", "--kind", "encoding").output.split(separator: "\n")
            .filter { !$0.hasPrefix(" ") }
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("a.md:1:1: encoding: this note \(message), not UTF-8") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("b.md:1:1: encoding: this note contains NUL bytes") == true, "\(lines)")
    }
}
