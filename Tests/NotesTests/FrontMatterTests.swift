import Notes
import SourceText
import Testing

@Suite struct `Front matter: where it stands` {
    @Test(arguments: [
        ("---\na: 1\n---\nText.", "---\na: 1\n---\n", "a: 1\n", "Text."),
        ("---\na: 1\n...\nText.", "---\na: 1\n...\n", "a: 1\n", "Text."),
        ("\u{FEFF}---\na: 1\n---\n", "---\na: 1\n---\n", "a: 1\n", ""),
        ("---\r\na: 1\r\n---\r\nText.\r\n", "---\r\na: 1\r\n---\r\n", "a: 1\r\n", "Text.\r\n"),
        ("---  \na: 1\n--- \t\nText.", "---  \na: 1\n--- \t\n", "a: 1\n", "Text."),
        ("---\na: 1\n---", "---\na: 1\n---", "a: 1\n", ""),
        ("---\n---\n", "---\n---\n", "", ""),
        ("---\na: 1\n ---\n---x\n--- x\n---\n", "---\na: 1\n ---\n---x\n--- x\n---\n", "a: 1\n ---\n---x\n--- x\n", ""),
    ])
    func `it runs from the first line to the next closing line`(
        note: String, block: String, content: String, body: String
    ) throws {
        let bytes = Array(note.utf8)
        let front = FrontMatter(bytes)
        #expect(bytes.text(try #require(front.block)) == block)
        #expect(bytes.text(front.content) == content)
        #expect(bytes.text(front.bodyStart..<bytes.count) == body)
    }

    @Test(arguments: [
        ("", 0), ("Text.", 0), ("\n---\na: 1\n---\n", 0), (" ---\na: 1\n---\n", 0), ("----\na: 1\n---\n", 0),
        ("--- x\na: 1\n---\n", 0), ("\u{FEFF}# Heading\n", 3), ("...\na: 1\n---\n", 0),
    ])
    func `other files have none, and nothing is wrong with them`(note: String, bodyStart: Int) {
        let front = FrontMatter(Array(note.utf8))
        #expect(front.block == nil)
        #expect(front.content.isEmpty)
        #expect(front.bodyStart == bodyStart)
        #expect(front.mapping.entries.isEmpty)
        #expect(front.diagnostics.isEmpty)
    }

    @Test(arguments: ["---", "---\n", "---\na: 1\n", "\u{FEFF}---\r\na: 1\r\n"])
    func `never closed, the whole file is body, and the first line is at fault`(note: String) throws {
        let front = FrontMatter(Array(note.utf8))
        #expect(front.block == nil)
        #expect(front.mapping.entries.isEmpty)
        let fault = try #require(front.diagnostics.first)
        #expect(front.diagnostics.count == 1)
        #expect(fault.kind == .frontMatter)
        #expect(fault.range == front.bodyStart..<(front.bodyStart + 3))
    }

    @Test(arguments: [
        ("a: 1\n", "{\"a\":\"1\"}", 0), ("---\na: 1\n", "{\"a\":\"1\"}", 0), ("# c\n\n---\na: 1", "{\"a\":\"1\"}", 0),
        ("", "{}", 0), ("---\n", "{}", 0), ("a: 1\n---\nb: 2\n", "{\"a\":\"1\"}", 1),
        ("a: 1\n...\n", "{\"a\":\"1\"}", 0),
        ("\u{FEFF}a: 1", "{\"a\":\"1\"}", 0),
    ])
    func `a whole file is read as one mapping`(text: String, dump: String, faults: Int) {
        let (mapping, diagnostics) = FrontMatter.document(Array(text.utf8))
        #expect(frontMatterDump(mapping) == dump)
        #expect(diagnostics.count == faults)
    }
}

@Suite struct `Front matter: values` {
    @Test func `documents in the subset read as PyYAML reads them`() {
        #expect(FrontMatterFixture.cases.count > 200)
        for (yaml, json) in FrontMatterFixture.cases {
            let (mapping, diagnostics) = FrontMatter.document(Array(yaml.utf8))
            #expect(frontMatterDump(mapping) == json, "\(yaml)")
            #expect(diagnostics.isEmpty, "\(yaml)")
        }
    }

    @Test func `CRLF leaves no trace in the values`() {
        for (yaml, json) in FrontMatterFixture.cases {
            let crlf = Array(yaml.utf8).flatMap { $0 == Byte.newline ? [Byte.carriageReturn, Byte.newline] : [$0] }
            let (mapping, diagnostics) = FrontMatter.document(crlf)
            #expect(frontMatterDump(mapping) == json, "\(yaml)")
            #expect(diagnostics.isEmpty, "\(yaml)")
        }
    }

    @Test(arguments: [
        ("up: [[x]]", #"{"up":"[[x]]"}"#), ("links: [[a]]", #"{"links":"[[a]]"}"#),
        ("links: [[a b|c]]  # d", #"{"links":"[[a b|c]]"}"#), ("links: [[a]], [[b]]", #"{"links":"[[a]], [[b]]"}"#),
        ("links: [[[a]], [[b|c]]]", #"{"links":["[[a]]","[[b|c]]"]}"#),
        ("links: [[[a]], b]", #"{"links":["[[a]]","b"]}"#),
        ("links:\n- [[a]]\n- [[b]] # c", #"{"links":["[[a]]","[[b]]"]}"#),
        ("Related: [[a, b]]", #"{"Related":"[[a, b]]"}"#),
        ("m: [[1, 2], [3]]", #"{"m":[["1","2"],["3"]]}"#), ("m: [[1, 2]]", #"{"m":[["1","2"]]}"#),
        ("m: [[\"a\"]]", #"{"m":[["a"]]}"#), ("m: [[1], [2]]", #"{"m":[["1"],["2"]]}"#), ("m: [[]]", #"{"m":[[]]}"#),
        ("up: [[a: b #c]]", #"{"up":"[[a: b #c]]"}"#), ("o:\n  up: [[x]]", #"{"o":{"up":"[[x]]"}}"#),
    ])
    func `a reference in brackets is a text, a list in a list stays one`(yaml: String, dump: String) {
        let (mapping, diagnostics) = FrontMatter.document(Array(yaml.utf8))
        #expect(frontMatterDump(mapping) == dump)
        #expect(diagnostics.isEmpty)
    }

    @Test(arguments: [
        (#""a\tb""#, "a\tb"), (#""\x41\u00e9\U0001F600""#, "Aé😀"), (#""\ud83d\ude00""#, "😀"),
        (#""\0\e\_""#, "\0\u{1B}\u{A0}"),
        (#""\N\L\P\/\"\\""#, "\u{85}\u{2028}\u{2029}/\"\\"), ("'it''s \\n'", "it's \\n"), ("\"a \\\n  b\"", "a b"),
        ("\"a\n\n\n  b \n c\"", "a\n\nb c"), ("''", ""), ("\"\"", ""), ("\"a\\\n   \\ b\"", "a b"),
    ])
    func `quoted scalars with their escapes and folds`(yaml: String, text: String) throws {
        let (mapping, diagnostics) = FrontMatter.document(Array("k: \(yaml) # c\n".utf8))
        #expect(diagnostics.isEmpty)
        #expect(mapping["K"]?.text == text)
        let value = try #require(mapping["k"])
        #expect(value.range == 3..<(3 + yaml.utf8.count))
    }

    @Test(
        arguments: [
            ("2", "2", 2, 2.0), ("-1.50", "-1.50", nil, -1.5), ("1e3", "1e3", nil, 1000), ("0", "0", 0, 0),
            ("-0", "-0", 0, 0),
            ("1E+2", "1E+2", nil, 100), ("0.5", "0.5", nil, 0.5), ("1e999", "1e999", nil, nil),
            ("99999999999999999999", "99999999999999999999", nil, 1e20), ("007", nil, nil, nil),
            ("0x1F", nil, nil, nil),
            ("1.", "1.", nil, 1), (".5", ".5", nil, 0.5), ("+1", "+1", 1, 1), ("1_000", nil, nil, nil),
            ("-.5e1", "-.5e1", nil, -5), ("+007", nil, nil, nil), (".", nil, nil, nil), ("+", nil, nil, nil),
            ("5.e2", "5.e2", nil, 500), ("1.2.3", nil, nil, nil),
            ("\"2\"", nil, nil, nil),
            ("2024-05-01", nil, nil, nil), ("1e", nil, nil, nil), ("-", nil, nil, nil), ("- 1", nil, nil, nil),
            (".inf", nil, nil, nil),
        ] as [(String, String?, Int?, Double?)])
    func `numbers are the decimal ones of the core schema`(
        yaml: String, numeral: String?, integer: Int?, number: Double?
    ) throws {
        let value = try #require(FrontMatter.document(Array("k: \(yaml)".utf8)).0["k"])
        #expect(value.numeral == numeral)
        #expect(value.integer == integer)
        #expect(value.number == number)
    }

    @Test(
        arguments: [
            ("true", true), ("True", true), ("TRUE", true), ("false", false), ("yes", nil), ("tRUE", nil),
            ("'true'", nil),
            ("on", nil), ("", nil),
        ] as [(String, Bool?)])
    func `only plain true and false are booleans`(yaml: String, boolean: Bool?) throws {
        #expect(try #require(FrontMatter.document(Array("k: \(yaml)".utf8)).0["k"]).boolean == boolean)
    }

    @Test(
        arguments: [
            ("", true, nil), (" # c", true, nil), (" null", true, nil), (" ~", true, nil), (" NULL", true, nil),
            (" 'null'", false, "null"), (" \"\"", false, ""), (" nUll", false, "nUll"), (" []", false, nil),
        ] as [(String, Bool, String?)])
    func `null is nothing, or one of its words`(yaml: String, isNull: Bool, text: String?) throws {
        let value = try #require(FrontMatter.document(Array("k:\(yaml)\n".utf8)).0["k"])
        #expect(value.isNull == isNull)
        #expect(value.text == text)
    }

    @Test(arguments: [
        ("alpha, beta", ["alpha", "beta"]), ("two words", ["two words"]), ("\"a, b\"", ["a, b"]),
        ("[a, 'b, c', [d]]", ["a", "b, c"]),
        ("", []), ("null", []), ("[a, ~, null, ]", ["a"]), ("a,, b,", ["a", "b"]), ("{a: b}", []),
        ("[[a, b]], [[c]]", ["[[a, b]]", "[[c]]"]), ("a,\n  b\n  c", ["a", "b c"]),
        ("\n- a\n- b, c\n- x: y", ["a", "b, c"]),
        ("- x", []),
    ])
    func `what a value gives as a list`(yaml: String, texts: [String]) throws {
        let bytes = Array("links: \(yaml)\n".utf8)
        let value = try #require(FrontMatter.document(bytes).0["links"])
        let entries = value.listEntries(in: bytes)
        #expect(entries.map(\.text) == texts)
        #expect(entries.allSatisfy { value.range.contains($0.range) })
    }

    @Test func `the last of a key that is given twice counts`() {
        let (mapping, diagnostics) = FrontMatter.document(Array("Status: a\nstatus: b\n".utf8))
        #expect(mapping["STATUS"]?.text == "b")
        #expect(mapping.entries.count == 2)
        #expect(diagnostics.map(\.range) == [10..<16])
    }
}
