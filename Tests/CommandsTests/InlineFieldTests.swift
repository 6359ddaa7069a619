import Foundation
import TestSupport
import Testing

/// Properties in the text of notes: `key:: value`, `[key:: value]`, `(key:: value)`.
@Suite struct InlineFieldTests {
    private func vault(_ notes: [String: String], _ configuration: String = "") throws -> Console {
        try Console(
            notes.merging([".slipbox/config.yaml": "inline-fields: true\n" + configuration]) { $1 })
    }

    private func properties(_ console: Console, _ note: String = "a.md") -> String {
        let output = console.slip("search", "path:\(note)", "--format", "jsonl", "--fields", "properties").output
        return output.replacing("{\"properties\": ", with: "").replacing("}}\n", with: "}")
    }

    @Test(arguments: [
        ("rating:: 5", #"{"rating": 5}"#), ("- Read by:: [[Ada]]\n", #"{"Read by": "[[Ada]]"}"#),
        ("> k:: a, b  \nmore\n", #"{"k": "a, b"}"#), ("text\nk:: v ^block-1\n", #"{"k": "v"}"#),
        ("1. k:: \"8\"\n", #"{"k": "8"}"#), ("see [k:: x] and (n:: 2), [k:: true]", #"{"k": ["x", true], "n": 2}"#),
        ("[k:: a [b] c](x)", "{}"), ("[k::v] (m:: (1))", #"{"k": "v", "m": "(1)"}"#), ("k::", #"{"k": null}"#),
        ("a [author:: [[Ada|A]]]", #"{"author": "[[Ada|A]]"}"#), ("größe:: 1\\\nx", #"{"größe": 1}"#),
        ("k:: v <!-- c -->\n", #"{"k": "v"}"#), ("k:: v %%c%%\n", #"{"k": "v"}"#),
        ("- [ ] k:: v [due:: 2024-01-01]\n", #"{"k": "v"}"#),
        ("k:: v [x:: y] (z:: 1)", #"{"k": "v", "x": "y", "z": 1}"#),
        ("- [ ] k:: 4 📅 2024-02-02 🔁 every day\n", #"{"k": 4}"#), ("- [ ] k:: 📅 2024-02-02\n", #"{"k": null}"#),
        ("k:: <!-- c --> v\n", #"{"k": "v"}"#), ("k:: %%c%% v %%d%%\n", #"{"k": "v"}"#),
        ("k:: 1\nk:: 2\nK:: 3\n", #"{"k": [1, 2, 3]}"#),
        ("- [ ] call [due:: 2024-01-01] [who:: Ann]\n", #"{"who": "Ann"}"#), ("- [/] [k:: v] x\n", #"{"k": "v"}"#),
        ("---\nk: 1\nx: 2\n---\nk:: 3\ny:: 4\n", #"{"k": [1, 3], "x": 2, "y": 4}"#),
        ("---\nk: [1, 2]\n---\n[K:: 3]\n", #"{"k": [1, 2, 3]}"#),
    ])
    func `fields are read as properties`(text: String, wanted: String) throws {
        #expect(properties(try vault(["a.md": text])) == wanted)
    }

    @Test(arguments: [
        "`k:: v`", "```\nk:: v\n```", "    k:: v", "<div>\nk:: v\n</div>", "<!-- k:: v -->", "%%\nk:: v\n%%", "# k:: v",
        "std::vector x", "k :: v", "a, k:: v", "[[k:: v]]", "![[k:: v]]", "[k:: v](url)", "\\[k:: v]", "$k:: v$",
        "x `[k:: v]` (`k:: v`)", "title:: x\n[tags:: y]", "- [ ] x [due:: 2024-01-01] (priority:: high)", "[k:: v",
        "[1k:: v]", "<b title=\"[k:: v]\">x</b>", "k/l:: v", "::", "[:: v]",
    ])
    func `code, HTML, comments and links contain no fields`(text: String) throws {
        let console = try vault(["a.md": text + "\n", "b.md": "k:: other\n"])
        #expect(properties(console) == "{}", "\(text)")
    }

    @Test func `queries, lists, tables and checks see fields, and only with the setting`() throws {
        let notes = ["a.md": "x [rating:: 5]\n", "b.md": "rating:: 2\n", "c.md": "---\nrating: 3\n---\n", "d.md": "no"]
        let console = try vault(notes, "properties: {rating: 1..4}\n")
        func paths(_ query: String) -> [String] {
            console.slip("search", query, "--format", "paths").output.split(separator: "\n").map(String.init)
        }
        // 5 does not fit, and comes last.
        #expect(paths("has:rating sort:rating") == ["c.md", "b.md", "a.md"])
        #expect(paths("rating:>2 sort:path") == ["a.md", "c.md"])
        #expect(console.slip("property", "list", "rating").output.contains("5"))
        #expect(console.slip("sql", "SELECT count(*) AS n FROM properties", "--format", "csv").output == "n\n3\n")
        let check = console.slip("check", "--kind", "bad-value").output
        #expect(check.hasPrefix("a.md:1:13: bad-value: 'rating' must be a number in 1..4, not '5'"), "\(check)")
        try console.write(".slipbox/config.yaml", "inline-fields: false\n")
        #expect(paths("has:rating") == ["c.md"])
        try console.write(".slipbox/config.yaml", "inline-fields: true\n")
        #expect(paths("has:rating sort:path") == ["a.md", "b.md", "c.md"])
    }

    @Test(arguments: [
        ("x [k:: 1] y\n", "k=2", "x [k:: 2] y\n"),
        ("- k:: old  \r\nnext\r\n", "k=new text", "- k:: new text  \r\nnext\r\n"),
        ("k::\nx\n", "k=1", "k:: 1\nx\n"), ("k:: \"8\" ^id\n", "k=9", "k:: \"9\" ^id\n"), ("(k::v)", "k=w", "(k::w)"),
        ("K l:: v\n", "k-l=w", "K l:: w\n"), ("k:: v\n", "k=v", "k:: v\n"),
        ("- [ ] k:: 4 📅 2024-02-02 🔁 every day\n", "k=6", "- [ ] k:: 6 📅 2024-02-02 🔁 every day\n"),
        ("- [ ] k:: 📅 2024-02-02\n", "k=1", "- [ ] k:: 1 📅 2024-02-02\n"),
        ("k:: v [x:: y]\n", "k=w", "k:: w [x:: y]\n"),
        ("k:: [[a]] `x`\n", "k=[[b]]", "k:: [[b]]\n"),
        ("---\nk: 1\n---\nk:: 2\n", "k=3", "---\nk: 3\n---\nk:: 2\n"), ("k:: 1\n", "m=1", "---\nm: 1\n---\nk:: 1\n"),
    ])
    func `set changes only the bytes of the value`(before: String, argument: String, after: String) throws {
        let console = try vault(["a.md": before])
        let result = console.slip("set", "a.md", argument)
        #expect(result.status == 0, "\(result)")
        #expect(try console.read("a.md") == after)
    }

    @Test(arguments: [
        ("x [k:: 1] y\n", "k=a]b", "cannot be written"), ("k:: 1\n\n[k:: 2]\n", "k=3", "lines 1, 3"),
        ("k:: 1\n", "k=", "removes nothing"), ("k:: 1\n", "k-=1", "removes nothing"),
        ("[k:: 1] `x`\n", "k=`", "cannot be written"), ("k:: v\nsee [[b]] `x` end\n", "k=a ` b", "cannot be written"),
        ("- [ ] k:: v\n", "k=w 📅 2024-02-02", "cannot be written"),
    ])
    func `set refuses what it cannot write in the text`(text: String, argument: String, message: String) throws {
        let console = try vault(["a.md": text])
        let result = console.slip("set", "a.md", argument)
        #expect(result.status == 2 && result.errors.contains(message) && result.errors.contains("a.md:1"), "\(result)")
        #expect(try console.read("a.md") == text)
    }

    @Test func `set refuses to remove a key that is in the front matter and in the text`() throws {
        let text = "---\nk: 1\n---\nk:: 2\n"
        let console = try vault(["a.md": text])
        let result = console.slip("set", "a.md", "k=")
        #expect(result.status == 2 && result.errors.contains("a.md:4: 'k' is in the front matter"), "\(result)")
        #expect(try console.read("a.md") == text)
    }

    @Test func `many fields in one note take linear time`() throws {
        let start = Date()
        let console = try vault([
            "a.md": String(repeating: "k:: 1\n", count: 50_000), "b.md": String(repeating: "k:: <b>\n", count: 30_000),
        ])
        #expect(console.slip("search", "has:k", "--format", "paths").output.split(separator: "\n").count == 2)
        #expect(Date().timeIntervalSince(start) < 10)
    }

    @Test func `property commands rename and convert fields, and do not delete them`() throws {
        let console = try vault([
            "a.md": "---\nk: \"1\"\n---\n[k:: 2] k\n", "b.md": "- K:: \"3\"\n", "c.md": "k:: Ada\n",
        ])
        #expect(console.slip("property", "rename", "k", "n").status == 0)
        #expect(try console.read("a.md") == "---\nn: \"1\"\n---\n[n:: 2] k\n")
        #expect(try console.read("b.md") == "- n:: \"3\"\n")
        #expect(console.slip("property", "convert", "n", "number", "--skip").status == 0)
        #expect(try console.read("a.md") == "---\nn: 1\n---\n[n:: 2] k\n")
        #expect(try console.read("b.md") == "- n:: 3\n")
        #expect(try console.read("c.md") == "n:: Ada\n")
        #expect(console.slip("property", "rename", "n", "a/b").status == 2)
        let result = console.slip("property", "delete", "n", "--force")
        #expect(result.status == 2 && result.errors.contains(".md:"), "\(result)")
    }

    /// Builds notes of pieces whose fields are known, compares the index with them, and sets values.
    @Test func `the index has exactly the fields of random notes, and set changes exactly one value`() throws {
        var random = FixedGenerator(61)
        let pieces: [(text: String, value: String?)] = [
            ("k:: V\n", "V"), ("- k:: V\n", "V"), ("a [k:: V] b\n", "V"), ("(k:: V)\n", "V"), ("> x\n> k:: V\n", "V"),
            ("`k:: V`\n", nil), ("```\nk:: V\n```\n", nil), ("<!-- k:: V -->\n", nil), ("## H\n", nil), ("word\n", nil),
            ("- [ ] t [due:: 2024-01-02]\n", nil), ("| a | b |\n|---|---|\n| 1 | [k:: V] |\n", "V"),
        ]
        var notes: [String: String] = [:]
        var values: [String: [(value: String, start: Int)]] = [:]
        for number in 0..<40 {
            var text = Bool.random(using: &random) ? "---\nother: 1\n---\n" : ""
            var found: [(String, Int)] = []
            for place in 0..<Int.random(in: 0...4, using: &random) {
                guard let piece = pieces.randomElement(using: &random) else { continue }
                let value = "v\(number)x\(place)"
                let start =
                    text.utf8.count
                    + (piece.text.utf8.firstIndex(of: 0x56).map {
                        piece.text.utf8.distance(from: piece.text.startIndex, to: $0)
                    } ?? 0)
                if piece.value != nil { found.append((value, start)) }
                text += piece.text.replacing("V", with: value) + "\n"
            }
            notes["n\(number).md"] = text
            values["n\(number).md"] = found
        }
        let console = try vault(notes)
        let output = console.slip("sql", "SELECT path, value FROM properties WHERE key = 'k' ORDER BY path, value")
            .output
        for (path, found) in values {
            for (value, _) in found { #expect(output.contains(value), "\(path): \(notes[path] ?? "")") }
        }
        let count = console.slip("sql", "SELECT count(*) AS n FROM properties WHERE key = 'k'", "--format", "csv")
            .output
        #expect(count == "n\n\(values.values.map(\.count).reduce(0, +))\n")
        for (path, found) in values.sorted(by: { $0.key < $1.key }) where found.count == 1 {
            #expect(console.slip("set", path, "k=changed").status == 0)
            var bytes = Array((notes[path] ?? "").utf8)
            bytes.replaceSubrange(
                found[0].start..<found[0].start + found[0].value.utf8.count, with: Array("changed".utf8))
            #expect(try console.read(path) == String(decoding: bytes, as: UTF8.self))
        }
        #expect(console.slip("index", "--verify").status == 0)
    }
}
