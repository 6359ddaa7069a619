import Foundation
import Notes
import QueryLanguage
import RegularExpressions
import SourceText
import TestSupport
import Testing

@testable import SearchIndex
@testable import Searching

/// Tests of texts that the index narrows, compared with reading every note.
@Suite struct ScanScopeTests {
    private static let letters = [
        "note", "The", "quick", "fox", "e", "x1", "café", "cafe\u{301}", "Łódź", "straße", "ﬁne", "H₂O", "x²", "№5",
        "Windows™", "①", "½", "so\u{AD}ft", "a\u{200D}b", "a\u{200B}b", "\u{301}", "и\u{306}од", "йод", "Σίσυφος",
        "كِتَاب", "کتاب", "צה\"ל", "ज़मीन", "हिन्दी", "น้ำ", "ดื่ม", "ខ្មែរ", "မြန်", "漢字", "東京都", "か\u{3099}", "ガ", "カ",
        "한글", "\u{1112}\u{1161}", "ᄀ", "😀", "\u{E001}note", "\u{FFFD}", "don't", "l’été", "Hawaiʻi", "snake_case",
        "a0b1c2d3", "٢٠٢٤", "\u{20E3}", "1\u{20E3}", "=\u{338}", "ſ", "K", "İ", "ı", "ŉ", "ǆ",
    ]
    private static let marks = [
        "**", "*", "_", "__", "~~", "==", "`", "``", "[", "]", "](", ")", "](fox.md)", "](<a b>)", "[[", "]]", "|",
        "[[fox|", "![", "![[", "<b>", "</b>", "<br>", "<b", "<!--", "-->", "%%", "&amp;", "&eacute;", "&#65;", "&shy;",
        "&nbsp;", "&ccaron", "$", "$$", "^[", "[^1]", "[^1]: ", "#tag", "#", "\\*", "\\", "http://a.b/c_d?e=f",
        "<http://x.yz/quick>", "www.fox.org", "{#id .cls}", ":::", "^block", "key:: value", "(key:: value)", "@fox",
        "\"", "'", "~", "^", "!", ".", ",", " - ", "<a href=\"quick/fox\">", "[x]: fox \"quick\"", "[x]", "[x][]",
    ]
    private static let breaks = [
        "\n", "\n", "\n\n", "\r\n", "  \n", "\\\n", "\u{AD}\n", "\u{AD}\r\n> ", "\n> ", "\n- ", "\n- [ ] ", "\n1. ",
        "\n```\n", "\n~~~ x\n", "\n    ", "\n\t", "\n| a | b |\n|---|---|\n| ", "\n---\n", "\n===\n", "\n# ", "\n## ",
        "\n<div>\n", "\n</div>\n\n", "\n<script>", "</script>\n", "\n<?php ", "?>\n", "\n[x]: fox\n", "\n[^1]: ",
        "\n<!-- slip: fox -->\n", "\n<!-- /slip -->\n", "\n:::note\n", "\n$$\n", "\n: ", " ", " ", " ", " ", " ",
    ]
    private static let frontMatters = [
        "", "", "", "---\ntitle: Quick *brown* fox\n---\n", "---\ntitle: \"caf\\u00e9 &amp; te\\x61\"\n---\n",
        "---\naliases: [Old name, \"e\\u0301te\"]\nkeywords: [red/fox, 漢字]\n---\n", "---\ntags: x\ntitle: [bad\n---\n",
        "---\ntitle: never closed\n", "+++\ntitle = \"Hugo fox\"\n+++\n", "\u{FEFF}---\r\nalias: quick\r\n---\r\n",
    ]

    private static func bytes(_ random: inout FixedGenerator) -> [UInt8] {
        var bytes = Array(random.pick(frontMatters).utf8)
        for _ in 0..<random.below(40) {
            switch random.below(20) {
            case 0..<8: bytes += random.pick(letters).utf8
            case 8..<13: bytes += random.pick(marks).utf8
            case 13..<18: bytes += random.pick(breaks).utf8
            case 18: bytes.append(random.pick([0x80, 0xC3, 0xE4, 0xFF, 0x00, 0x1F]))
            default:
                // A long word, sometimes longer than the vocabulary and the raw words of a note.
                let part = random.pick(["ab1c", "é", "漢a", "xyzzyq0", "и\u{306}"])
                for number in 0..<random.pick([5, 15, 16, 17, 40, 300]) {
                    bytes += part.utf8
                    if number % 7 == 3 { bytes += "q\(number)".utf8 }
                }
            }
        }
        return bytes
    }

    private static func write(_ vault: TemporaryVault, _ numbers: Range<Int>, _ random: inout FixedGenerator) throws {
        for number in numbers {
            let name = random.pick(["n", "nóte", "Straße ", "it's", "漢"])
            try vault.write(VaultPath("\(name)\(number).md"), bytes(&random))
        }
    }

    /// Returns a test for a piece of some text, maybe changed a little.
    private static func predicate(_ texts: [NoteText], _ random: inout FixedGenerator) throws -> ContentPredicate {
        let text = random.pick(texts)
        let source = random.pick([
            text.bytes, text.bytes, text.bytes, Array(text.note.title.utf8),
            Array(text.note.aliases.first?.text.utf8 ?? text.note.title.utf8),
        ])
        let isFolded = random.below(3) > 0
        let scalars = Array(
            String(decoding: isFolded ? Folding.fold(source, source.indices) : source, as: UTF8.self).unicodeScalars)
        guard !scalars.isEmpty else { return .contains("fox") }
        let start = random.below(scalars.count)
        var piece = scalars[start..<min(scalars.count, start + 1 + random.below(random.pick([4, 12, 90])))]
        if random.once(in: 8) { piece.append(random.pick(scalars)) }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: piece)
        if isFolded {
            let part = random.pick([TextPart.body, .heading, .name])
            return random.once(in: 8) ? .whole(part, Folding.fold(String(view))) : .contains(Folding.fold(String(view)))
        }
        func escaped(_ scalar: Unicode.Scalar) -> String {
            let literal = "\\x{\(String(scalar.value, radix: 16))}"
            return switch random.below(24) {
            case 0: "."
            case 1: "\(literal)+"
            case 2: "\(literal)*"
            case 3: "[\(literal)x]"
            case 4: "(\(literal)|quick)"
            case 5: "\(literal){1,3}"
            case 6: "\\b\(literal)"
            case 7: "(?:\(literal)\\s*)"
            case 8: "(?:\(literal)){2}"
            default: literal
            }
        }
        var pattern = piece.prefix(20).map(escaped).joined()
        if random.once(in: 6) { pattern = "(\(pattern)|fox|\(random.pick(letters)))" }
        let made = try Pattern(pattern, ignoresCase: random.once(in: 2))
        return random.once(in: 6) ? .matches(random.pick([.body, .heading]), made) : .regex(made)
    }

    private static func condition(_ test: ContentPredicate) -> Condition {
        switch test {
        case .contains(let text): .contains(text)
        case .regex(let pattern): .regex(pattern)
        case .whole(let part, let text): .whole(part, text)
        case .matches(let part, let pattern): .matches(part, pattern)
        }
    }

    private static func paths(_ session: VaultSession, _ condition: Condition) throws -> Set<String> {
        var paths: Set<String> = []
        _ = try session.read { snapshot in
            try snapshot.index.search(
                SearchRequest(
                    condition: condition, Presentation(sort: [SortKey(.path)]), statuses: snapshot.statuses)
            ) { hit in
                paths.insert(hit.path.text)
                return true
            }
        }
        return paths
    }

    @Test(arguments: 1...(LongTests.areWanted ? 200 : 4))
    func `a test of texts finds the notes that pass when every note is read`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed) &* 8_677)
        let vault = try TemporaryVault()
        try Self.write(vault, 0..<60, &random)
        var session = try vault.session()
        // Some notes come later, and others change.
        try Self.write(vault, 40..<90, &random)
        try session.refresh()
        session = try vault.session()
        let rules = try session.read { $0.rules }
        var texts: [(path: String, text: NoteText)] = []
        for path in try FileManager.default.contentsOfDirectory(atPath: vault.rootText) where path.hasSuffix(".md") {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(vault.rootText)/\(path)")))
            texts.append((path, NoteText(bytes, path: VaultPath(path), rules: rules)))
        }
        let all = Set(texts.map(\.path))
        var narrowed = 0
        for _ in 0..<100 {
            let tests = try (0..<2).map { _ in try Self.predicate(texts.map(\.text), &random) }
            let expected = tests.map { test in
                var matcher: Matcher?
                return Set(texts.filter { $0.text.passes(test, &matcher) }.map(\.path))
            }
            let (first, second) = (Self.condition(tests[0]), Self.condition(tests[1]))
            #expect(try Self.paths(session, first) == expected[0], "\(tests[0])")
            #expect(try Self.paths(session, .not(second)) == all.subtracting(expected[1]), "not \(tests[1])")
            #expect(
                try Self.paths(session, .and([first, second])) == expected[0].intersection(expected[1]), "and \(tests)")
            #expect(try Self.paths(session, .or([first, second])) == expected[0].union(expected[1]), "or \(tests)")
            try session.read { snapshot in
                let index = snapshot.index
                let scope = try index.columns().liveRows()
                let rows = try ScanScope.rows(
                    passing: [tests[0]], in: scope, joinsByOr: false, index.connection,
                    capacity: index.columns().capacity)
                if rows.count * 2 < scope.count { narrowed += 1 }
            }
        }
        #expect(narrowed > 20)
    }

    @Test func `only notes with the words of a text are read`() throws {
        var files: [String: String] = [:]
        for number in 0..<200 { files["n\(number).md"] = "# Note \(number)\n\ncommon words and word\(number)x\n" }
        files["markup.md"] = "un**believ**able caf&eacute;s [a](other.md)b\n"
        files["long.md"] = "see \(String(repeating: "0123456789abcdef", count: 10)) here\n"
        let session = try TemporaryVault(files).session()
        func read(_ test: ContentPredicate) throws -> Int {
            try session.read { snapshot in
                let columns = try snapshot.index.columns()
                return try ScanScope.rows(
                    passing: [test], in: columns.liveRows(), joinsByOr: false, snapshot.index.connection,
                    capacity: columns.capacity
                ).count
            }
        }
        #expect(try read(.contains("ord17")) == 11)
        #expect(try read(.contains("and word3")) == 11)
        #expect(try read(.contains("nbelie")) == 1)
        #expect(try read(.contains("n**believ**ab")) == 1)
        #expect(try read(.contains("eacute")) == 1)
        #expect(try read(.contains("f0123456")) == 1)
        #expect(try read(.contains("nowhere")) == 0)
        // Two letters are in too many words, and so is the start of 111 words.
        #expect(try read(.contains("or")) == 202)
        #expect(try read(.regex(Pattern("word1.*x", ignoresCase: false))) == 202)
        #expect(try read(.regex(Pattern("word2[0-9]x", ignoresCase: false))) == 11)
        #expect(try read(.regex(Pattern("(WORD12|WORD13)x$", ignoresCase: true))) == 22)
        #expect(try read(.regex(Pattern("\\w+ord5x", ignoresCase: false))) == 1)
        #expect(try read(.regex(Pattern("[a-z]+", ignoresCase: false))) == 202)
    }
}
