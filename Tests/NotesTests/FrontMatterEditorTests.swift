import Notes
import SourceText
import Testing

/// The note after the changes.
func frontMatterEdited(_ note: [UInt8], _ changes: [FrontMatterChange]) throws(FrontMatterRefusal) -> [UInt8] {
    var result = note
    for edit in try FrontMatterEditor(note).edits(changes).reversed() {
        result.replaceSubrange(edit.range, with: edit.replacement)
    }
    return result
}

/// Lines that become the front matter of a note with a body.
private func note(_ lines: String) -> [UInt8] { Array("---\n\(lines)\n---\nText.".utf8) }

private func edited(_ lines: String, _ changes: FrontMatterChange...) throws -> String {
    String(decoding: try frontMatterEdited(note(lines), changes), as: UTF8.self)
}

private func expect(_ before: String, _ change: FrontMatterChange, _ after: String) throws {
    #expect(try edited(before, change) == String(decoding: note(after), as: UTF8.self))
    if before == after {
        #expect(try FrontMatterEditor(note(before)).edits([change]).isEmpty)
    }
}

@Suite struct `Front matter edits: one value` {
    @Test(arguments: [
        ("Status:   draft  # keep", "review", "Status:   review  # keep"),
        ("status: \"draft\"", "review", "status: \"review\""),
        ("status: 'draft'", "it's", "status: 'it''s'"),
        ("status: 'draft'", "a\nb", "status: \"a\\nb\""),
        ("status: \"draft\" # c", "say \"so\" \\", "status: \"say \\\"so\\\" \\\\\" # c"),
        ("status: draft", "draft", "status: draft"),
        ("status: \"draft\"", "draft", "status: \"draft\""),
        ("status:", "x", "status: x"), ("status: ", "x", "status: x"), ("status:   # c", "x", "status: x  # c"),
        ("status: # c", "x", "status: x # c"), ("status:\n  # c", "x", "status: x\n  # c"),
        ("status:\n  draft # c", "x", "status:\n  x # c"), ("status: one\n  two", "x", "status: x"),
        ("status: |  # c\n  one\n\n  two\na: 1", "x", "status: x  # c\na: 1"), ("status: >-\n  one", "x", "status: x"),
        ("status: [a, b] # c", "x", "status: x # c"), ("status: # c\n- a\n- b\na: 1", "x", "status: x # c\na: 1"),
        ("status:\n  a: 1\n  b: [2]\nz: 1", "x", "status: x\nz: 1"),
        ("status: a\nstatus: b", "x", "status: a\nstatus: x"),
        ("a: 1", "x", "a: 1\nstatus: x"), ("a: 1\n# end", "x", "a: 1\n# end\nstatus: x"),
        (" a: 1", "x", " a: 1\n status: x"),
        ("a: |+\n  x\n", "x", "a: |+\n  x\n\nstatus: x"), ("a: \"half", "x", "a: \"half\nstatus: x"),
        ("status: a: b", "x", "status: x"), ("'status': a", "x", "'status': x"),
        ("status: null", "null", "status: \"null\""), ("status: 1", "1", "status: 1"),
        ("status: '1'", "1", "status: '1'"),
        ("status: ~", "x", "status: x"), ("status: żółw # 日記", "日", "status: 日 # 日記"),
    ])
    func `set changes the value alone`(before: String, value: String, after: String) throws {
        try expect(before, .set(["status"], value), after)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a: b", "\"a: b\""), ("# hash", "\"# hash\""), ("- dash", "\"- dash\""),
        ("[x]", "\"[x]\""),
        ("it's \"so\"", "it's \"so\""), ("null", "\"null\""), ("2024", "2024"), ("yes", "yes"), ("a=b", "a=b"),
        ("ends:", "\"ends:\""), ("@at", "\"@at\""), ("żółw", "żółw"), ("", "\"\""), (" a", "\" a\""), ("a ", "\"a \""),
        ("~", "\"~\""), ("a #b", "\"a #b\""), ("a#b", "a#b"), ("-x", "-x"), ("-", "\"-\""), ("\"q\"", "'\"q\"'"),
        ("'q'", "\"'q'\""), ("\\x", "\\x"), ("%x", "\"%x\""), ("a\tb", "\"a\\tb\""),
        ("a\u{7}\u{2028}", "\"a\\x07\\u2028\""),
        ("[[x]]", "\"[[x]]\""), ("a, b", "a, b"), ("true", "true"), ("---", "---"), ("?", "\"?\""), ("a:b", "a:b"),
        ("\\ # '", "'\\ # '''"), ("😀", "😀"), ("2024-05-01", "2024-05-01"),
    ])
    func `a value is quoted where it must be and only there`(value: String, written: String) throws {
        #expect(try edited("status:", .set(["status"], value)) == "---\nstatus: \(written)\n---\nText.")
        #expect(try edited("a: 1", .set(["status"], value)) == "---\na: 1\nstatus: \(written)\n---\nText.")
    }

    @Test(arguments: [
        ("k: a", "2", "k: \"2\""), ("k: 2", "2", "k: \"2\""), ("k: true", "true", "k: \"true\""),
        ("k: 'a'", "2", "k: '2'"),
        ("k: a", "007", "k: \"007\""), ("k: x", "yes", "k: \"yes\""), ("k: yes", "yes", "k: yes"),
        ("k: x", "2024-05-01", "k: 2024-05-01"), ("k: x", "12:30", "k: \"12:30\""), ("k: x", "10 km", "k: 10 km"),
        ("k: x", "-.inf", "k: \"-.inf\""), ("k: x", "0x1F", "k: \"0x1F\""),
    ])
    func `a text is quoted where some YAML parser reads it as a number or boolean`(
        before: String, value: String, after: String
    ) throws {
        #expect(try edited(before, .set(["k"], value, quoting: .text)) == "---\n\(after)\n---\nText.")
    }

    @Test(arguments: [
        ("favourite: false", "favourite: true"),
        ("favourite: false\nFavorite: no # c", "favourite: false\nFavorite: true # c"),
        ("Favorite: no\nfavourite: false", "Favorite: true\nfavourite: false"), ("a: 1", "a: 1\nfavorite: true"),
    ])
    func `the key wins over its alias, which wins over a new line`(before: String, after: String) throws {
        try expect(before, .set(["favorite", "favourite"], "true"), after)
    }

    @Test(arguments: [
        ("a: 1\nk: x\nb: 2", "a: 1\nb: 2"), ("k:\n  - a\n  - b # c\n  # d\nb: 2", "b: 2"),
        ("k: |\n  x\n\nb: 2", "b: 2"),
        ("k: 1\na: 1\nK: 2\nkk: 3\nb: 2", "a: 1\nb: 2"), ("b: 2", "b: 2"), ("# c\nk: x\n# d\nb: 2", "# c\n# d\nb: 2"),
        ("k:\n  x: 1\n  y:\n    z: 2\nb: 2", "b: 2"),
    ])
    func `remove takes all lines of a key under all its names`(before: String, after: String) throws {
        try expect(before, .remove(["k", "kk"]), after)
    }

    @Test(arguments: [
        ("# Heading\n\nText.", "---\nstatus: x\n---\n# Heading\n\nText."), ("", "---\nstatus: x\n---\n"),
        ("a\r\nb\r\n", "---\r\nstatus: x\r\n---\r\na\r\nb\r\n"),
        ("\u{FEFF}# H\n", "\u{FEFF}---\nstatus: x\n---\n# H\n"),
        ("---\n---\nText.", "---\nstatus: x\n---\nText."), ("---\r\n...\r\nText.", "---\r\nstatus: x\r\n...\r\nText."),
        ("\u{FEFF}---\na: 1\n---", "\u{FEFF}---\na: 1\nstatus: x\n---"),
        ("---\r\na: 1\r\n---", "---\r\na: 1\r\nstatus: x\r\n---"),
    ])
    func `a new key goes where the note has room for it`(before: String, after: String) throws {
        #expect(try frontMatterEdited(Array(before.utf8), [.set(["status"], "x")]) == Array(after.utf8))
    }

    @Test func `several changes are edits of the file as it was`() throws {
        let bytes = note("status: draft\npriority: 1\nkeywords: [a]\nx: 1")
        let edits = try FrontMatterEditor(bytes).edits([
            .set(["status"], "review"), .set(["priority"], "2"), .add(["keywords"], ["b"]), .remove(["x"]),
            .set(["new"], "y"), .set(["new"], "z"), .set(["priority"], "1"),
        ])
        #expect(edits.map { bytes.text($0.range) } == ["draft", "", "x: 1\n"])
        #expect(edits.map { String(decoding: $0.replacement, as: UTF8.self) } == ["review", ", b", "new: z\n"])
    }
}

@Suite struct `Front matter edits: lists` {
    @Test(arguments: [
        ("k: [a, \"b, c\"] # mine", "k: [a, \"b, c\", d] # mine"), ("k: []", "k: [d]"), ("k: [ ] # c", "k: [d] # c"),
        ("k: [a, ]", "k: [a, d, ]"), ("k: [\n  a,\n  b\n]", "k: [\n  a,\n  b,\n  d\n]"),
        ("k: [a,\n  b]", "k: [a,\n  b,\n  d]"),
        ("k: [\n  a,\n]", "k: [\n  a,\n  d,\n]"), ("k: [a, # c\n  b]", "k: [a, # c\n  b,\n  d]"),
        ("k:\n    - a\n    - 'b'\ns: 1", "k:\n    - a\n    - 'b'\n    - d\ns: 1"),
        ("k:\n- a # c\n# e", "k:\n- a # c\n- d\n# e"),
        ("k:\n  -   a\n\ns: 1", "k:\n  -   a\n  -   d\n\ns: 1"), ("k:\n  - |\n    a\n", "k:\n  - |\n    a\n  - d\n"),
        ("k: alpha", "k: [alpha, d]"), ("k: 'al, pha' # c", "k: ['al, pha', d] # c"), ("k: a, b # c", "k: a, b, d # c"),
        ("k:", "k: [d]"), ("k: # c", "k: [d] # c"), ("k: null", "k: [d]"),
        ("s: 1", "s: 1\nk: [d]"),
        ("k: two words", "k: [two words, d]"), ("k: [d]", "k: [d]"), ("k: d", "k: d"), ("k: a, d", "k: a, d"),
        ("tags: [a]", "tags: [a, d]"), ("tags: [d]\nk: [a]", "tags: [d]\nk: [a]"), ("k: \"\"", "k: [d]"),
        ("k: [a\n  ]", "k: [a, d\n  ]"), ("k: [x: y]", "k: [x: y, d]"),
    ])
    func `an entry is added in the list's own form`(before: String, after: String) throws {
        try expect(before, .add(["k", "tags"], ["d"]), after)
    }

    @Test(arguments: [
        ("k: [a]", ["b: c"], "k: [a, \"b: c\"]"), ("k: [a]", ["x, y"], "k: [a, \"x, y\"]"),
        ("k: a, b", ["x, y"], "k: [a, b, \"x, y\"]"),
        ("k:\n  - a", ["x, y", "[z]"], "k:\n  - a\n  - x, y\n  - \"[z]\""),
        ("k: [a]", ["b", "B", "b", "A"], "k: [a, b]"),
        ("k: [a]", ["[[b]]"], "k: [a, \"[[b]]\"]"), ("k: [a]", ["c?"], "k: [a, \"c?\"]"),
        ("k: a", ["1", "null"], "k: [a, 1, \"null\"]"),
        ("k:", ["é"], "k: [é]"), ("k: [a]", [], "k: [a]"),
    ])
    func `what is added is quoted as its place needs it, and once`(before: String, new: [String], after: String) throws
    {
        try expect(before, .add(["k"], new) { $0.lowercased() }, after)
    }

    @Test(arguments: [
        ("k: [a, b, c]", ["b"], "k: [a, c]"), ("k: [a, b, c] # m", ["a"], "k: [b, c] # m"),
        ("k: [a, 'b', c]", ["c", "a"], "k: ['b']"),
        ("k: [b, a, B]", ["b"], "k: [a]"), ("k: [a]", ["a"], "k: []"), ("k: [ a , b ]", ["a", "b"], "k: []"),
        ("k: [a, b, ]", ["b"], "k: [a, ]"), ("k: [\n  a,\n  b,\n  c\n]", ["b"], "k: [\n  a,\n  c\n]"),
        ("k: [\n  a,\n  b\n]", ["a"], "k: [\n  b\n]"),
        ("k:\n  - a # first\n  - b\n  - c # last", ["b"], "k:\n  - a # first\n  - c # last"),
        ("k: # m\n  - a\n  # n\ns: 1", ["a"], "k: [] # m\n  # n\ns: 1"),
        ("k:\n- a\n- b\ns: 1", ["a", "b"], "k: []\ns: 1"),
        ("k: a, b, c", ["b"], "k: a, c"), ("k: a, b # c", ["a"], "k: b # c"), ("k: a # c", ["a"], "k: [] # c"),
        ("k: 'a'", ["a"], "k: []"),
        ("k: a, b", ["a", "b"], "k: []"), ("k: [a]\ntags: [a, b]", ["a"], "k: []\ntags: [b]"),
        ("k: [a]", ["z"], "k: [a]"), ("s: 1", ["a"], "s: 1"),
        ("k:", ["a"], "k:"), ("k: [[[x]], b]", ["[[x]]"], "k: [b]"),
        ("k:\n  - \"a\n    b\"\n  - c", ["a b"], "k:\n  - c"),
    ])
    func `an entry leaves with its line or its comma`(before: String, gone: [String], after: String) throws {
        try expect(before, .take(["k", "tags"], gone) { $0.lowercased() }, after)
    }

    @Test(arguments: [
        ("k: [old, x]", "k: [new, x]"), ("k: [old, new]", "k: [new]"), ("k: [new, x, old]", "k: [new, x]"),
        ("k: ['old', x] # c", "k: ['new', x] # c"),
        ("k:\n  - \"old\" # c\n  - x", "k:\n  - \"new\" # c\n  - x"), ("k: old", "k: new"), ("k: a, old", "k: a, new"),
        ("k: x", "k: x"),
        ("k: [old]\ntags: [new]", "k: []\ntags: [new]"), ("k: [old, Old]", "k: [new]"),
        ("k: [old]\ntags: old", "k: [new]\ntags: []"),
    ])
    func `one entry takes the place of another`(before: String, after: String) throws {
        try expect(before, .exchange(["k", "tags"], "old", for: "new") { $0.lowercased() }, after)
    }

    @Test(arguments: [
        ("k: [a, b]", ["a", "b"], "k: [a, b]"), ("k: [a, b] # c", ["b", "d"], "k: [b, d] # c"),
        ("k: ['a', b]", ["x", "b"], "k: ['x', b]"),
        ("k:\n  - a # c\n  - b", ["x"], "k:\n  - x # c"), ("k:\n  - a\n  - b", ["b", "c"], "k:\n  - b\n  - c"),
        ("k:\n  - a", [], "k: []"),
        ("k: a", ["b"], "k: b"), ("k: 'a'", ["b, c"], "k: 'b, c'"), ("k: a", ["b, c"], "k: \"b, c\""),
        ("k: a", ["b", "c"], "k: [b, c]"),
        ("k: a, b", ["c", "d"], "k: c, d"), ("k: a, b", ["c"], "k: c"), ("k: a, b", ["x, y", "z"], "k: [\"x, y\", z]"),
        ("k:", ["a"], "k: [a]"),
        ("k:", [], "k:"), ("k: []", ["a"], "k: [a]"), ("k: [a]\ntags: [b]", ["a", "c"], "k: [a, c]"),
        ("s: 1", ["a"], "s: 1\nk: [a]"),
        ("k: {x: 1}", ["a"], "k: [a]"), ("k:\n  -\n  - b", ["x", "b"], "k:\n  - x\n  - b"),
        ("k:\n  - # c\n  - b", ["x", "b"], "k:\n  - x # c\n  - b"), ("k: a", [""], "k: [\"\"]"),
        ("k: [~, [b], c]", ["c"], "k: [c]"),
        ("k: a", [], "k: []"), ("s: 1", [], "s: 1\nk: []"),
        ("tags:\n- b", ["b", "c"], "tags:\n- b\n- c"),
    ])
    func `a list is set in its own form`(before: String, list: [String], after: String) throws {
        try expect(before, .set(["k", "tags"], list: list), after)
    }

    @Test func `a CRLF block list gets a CRLF entry`() throws {
        let before = Array("---\r\nk:\r\n  - a\r\ns: 1\r\n---\r\n".utf8)
        let after = Array("---\r\nk:\r\n  - a\r\n  - b\r\ns: 1\r\n---\r\n".utf8)
        #expect(try frontMatterEdited(before, [.add(["k"], ["b"])]) == after)
    }
}

@Suite struct `Front matter edits: refusals` {
    @Test(
        arguments: [
            ("title: x\nk: [a, b\nstatus: draft", .add(["k"], ["c"]), 3),
            ("title: x\nk: \"half\nstatus: draft", .set(["k"], "whole"), 3),
            ("a: 1\nk: &n x", .set(["k"], "y"), 3), ("k: *n", .remove(["k"]), 2),
            ("k:\n  - a\n  - !t b", .take(["k"], ["a"]), 4),
            ("k: [a, # c\n  b]", .take(["k"], ["a"]), 2), ("k: [a\n  # c\n  ]", .add(["k"], ["b"]), 3),
            ("k: [a, # c\n  b]", .set(["k"], "x"), 2),
            ("k:\n  - a # c\n  - b", .set(["k"], "x"), 3), ("k: {a: 1}", .add(["k"], ["b"]), 2),
            ("s:\n  i: 1", .set(["s.i"], "2"), 3),
            ("s:\n  i: 1", .set(["s.j"], "2"), 2), ("s: {i: 1}", .remove(["s.i"]), 2),
            ("k: a\nj: [x", .set(["j"], list: ["y"]), 3),
            ("k:\n  -\n    a", .take(["k"], ["a"]), 4), ("just text", .set(["k"], "x"), nil),
            ("? k\n: v", .set(["k"], "x"), 2),
            ("a: 1\nk: [x\nb: 2", .set(["a"], "3"), nil), ("s.i: 1\ns: {i: 2}", .set(["s.i"], "3"), nil),
            ("s: 1", .set(["a.b"], "3"), nil), ("k: [[x]]", .add(["k"], ["y"]), 2),
            ("links: [[x]]", .add(["links"], ["y"]), nil), ("s: {i: 1}", .remove(["s.j"]), nil),
        ] as [(String, FrontMatterChange, Int?)])
    func `what would be a guess is refused with its line`(before: String, change: FrontMatterChange, line: Int?) {
        do throws(FrontMatterRefusal) {
            _ = try FrontMatterEditor(note(before)).edits([change])
            #expect(line == nil)
        } catch {
            #expect(error.line == line, "\(error)")
            #expect(!error.reason.isEmpty)
        }
    }

    @Test func `front matter that is never closed is left alone`() throws {
        let bytes = Array("---\nk: 1\n".utf8)
        #expect(throws: FrontMatterRefusal.self) { try FrontMatterEditor(bytes).edits([.set(["k"], "x")]) }
        #expect(throws: FrontMatterRefusal.self) { try FrontMatterEditor(bytes).edits([.add(["k"], ["x"])]) }
        #expect(try FrontMatterEditor(bytes).edits([.remove(["k"]), .take(["k"], ["1"])]).isEmpty)
    }

    @Test func `a refusal names the line of the file as it is`() {
        let bytes = note("a:\n  - x\n  - y\nk: [z")
        do throws(FrontMatterRefusal) {
            _ = try FrontMatterEditor(bytes).edits([.remove(["a"]), .set(["k"], "x")])
            Issue.record("not refused")
        } catch {
            #expect(error.line == 5)
        }
    }
}
