import Foundation
import Notes
import QueryLanguage
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Displayed lines of matches.
@Suite struct PassageTests {
    /// Returns the best snippets of a note, with matches in `«»`.
    private static func shown(_ body: String, _ query: String, count: Int = 1, width: Int = 80) throws -> [String] {
        let vault = try TemporaryVault(["n.md": body, "Ideas/Box.md": "box\n"])
        return try passages(of: query, in: vault.session()).map {
            $0.snippets(count: count, width: width, as: .displayed).map(text)
        } ?? []
    }

    private static func text(_ snippet: Passages.Snippet) -> String {
        "\(snippet.line): " + snippet.parts.map { $0.isMatch ? "«\($0.text)»" : $0.text }.joined()
    }

    private static func passages(
        of query: String, in session: VaultSession, _ path: VaultPath = VaultPath("n.md")
    ) throws -> Passages? {
        try session.read { snapshot in
            let search = try snapshot.prepare(SearchOptions(query: query, scope: .all, folder: .root))
            return try PassageFinder(snapshot, search.query.condition).passages(in: path)
        }
    }

    @Test(arguments: ["bar quux", "quux bar"]) func `snippets have as many words of the query as possible`(
        _ query: String
    ) throws {
        let body = "# E\n\n- bar one\n- bar two\n- bar three\n- quux four\n"
        #expect(try Self.shown(body, query, count: 3) == ["3: • «bar» one", "4: • «bar» two", "6: • «quux» four"])
        // A word that stands only after many matches of another one.
        let long = String(repeating: "- bar\n", count: 900) + "- quux\n"
        #expect(try Self.shown(long, query, count: 3).last == "901: • «quux»")
    }

    @Test(arguments: [
        ("see [slip box](../Ideas/Slip%20box.md) and *Folgezettel*", "slip", "1: see «slip» box and Folgezettel"),
        ("[[Box#Part|the drawer]] of **oak**", "oak", "1: the drawer of «oak»"),
        ("caf&eacute; un**believ**able", "unbelievable", "1: café «unbelievable»"),
        ("caf&eacute; au `lait`", "café", "1: «café» au lait"), ("a\\*b c", "c", "1: a*b «c»"),
        ("- [ ] open the box", "box", "1: ☐ open the «box»"), ("- [x] did *it*", "it", "1: ☑ did «it»"),
        ("text\n\n* item *one*", "one", "3: • item «one»"), ("7. item seven", "seven", "1: 7. item «seven»"),
        ("### A *fine* title", "fine", "1: ### A «fine» title"), ("Old\n===\n\nx", "old", "1: # «Old»"),
        ("> quoted *words*", "words", "1: quoted «words»"),
        ("| a | *b* |\n|---|---|\n| [c](d.md) | word |", "word", "3: c │ «word»"),
        ("a phrase over a line\nbreak here", "\"line break\"", "1: a phrase over a «line break» here"),
        ("```\nlet a = *b*\n```", "b", "2: let a = *«b»*"), ("a\tb \u{1B}[2J c", "c", "1: a b \\x1b[2J «c»"),
        ("x &#27;[2J &#x202e;y", "y", "1: x \\x1b[2J \\u{202e}«y»"), ("- [ ] do *this*", "task:open", "1: ☐ do this"),
        ("see [a box](Ideas/Box.md)", "links-to:Ideas/Box.md", "1: see «a box»"),
        ("---\nkey: '*v*'\n---\nx", "key:*v*", "2: key: '*v*'"),
    ])
    func `a snippet is the text as displayed`(body: String, query: String, expected: String) throws {
        #expect(try Self.shown(body, query) == [expected])
    }

    @Test(arguments: [
        ("a [label](dest/needle.md) b", "needle", "1: a [label](dest/«needle».md) b"),
        ("a [label](dest/x.md) b", "contains:\"](dest\"", "1: a [label«](dest»/x.md) b"),
        ("a **bold** b", "/\\*\\*bold/", "1: a «**bold»** b"),
        ("x\n\n```needle\ny\n```", "needle", "3: ```«needle»"),
        ("one [two](needle.md)", "one needle", "1: «one» [two](«needle».md)"),
        ("[r]\n\n[r]: needle.md", "needle", "3: [r]: «needle».md"),
    ])
    func `a match that is not displayed is shown as in the source`(body: String, query: String, expected: String) throws
    {
        #expect(try Self.shown(body, query) == [expected])
    }

    @Test func `a displayed match is preferred to one in a destination`() throws {
        let body = "[first](needle.md)\n\nthen [needle](needle.md)\n\nand needle\n"
        #expect(try Self.shown(body, "needle") == ["3: then «needle»"])
        #expect(try Self.shown(body, "needle", count: 3) == ["3: then «needle»", "5: and «needle»"])
    }

    @Test func `the width counts displayed columns`() throws {
        let link = "[字字](https://example.org/a/very/long/address/that/nobody/reads)"
        let body = "\(link) needle \(link) tail of the line\n"
        #expect(try Self.shown(body, "needle", width: 30) == ["1: 字字 «needle» 字字 tail of the…"])
    }

    @Test func `plain snippets contain the source text`() throws {
        let vault = try TemporaryVault(["n.md": "a *b* [c](d.md) needle\n"])
        let passages = try Self.passages(of: "needle", in: vault.session())
        #expect(passages?.plainSnippet == "a *b* [c](d.md) needle")
    }

    /// Returns the fuzzer's corpus and the notes of the sample vault.
    private static func files() throws -> [[UInt8]] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let folders = ["FuzzingTests/Corpus/body", "FuzzingTests/Corpus/frontMatter", "../SampleVault"]
        return try folders.flatMap { folder -> [[UInt8]] in
            let root = tests.appendingPathComponent(folder)
            let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            return try paths.sorted().filter { folder.hasPrefix("Fuzzing") || $0.hasSuffix(".md") }.map {
                Array(try Data(contentsOf: root.appendingPathComponent($0)))
            }
        }
    }

    /// Returns a file with inserted pieces of other files and random bytes.
    private static func damaged(_ file: [UInt8], _ files: [[UInt8]], _ random: inout FixedGenerator) -> [UInt8] {
        var bytes = file
        for _ in 0..<3 {
            let place = random.below(bytes.count + 1)
            let other = random.pick(files)
            let start = random.below(other.count + 1)
            let piece = other[start..<min(other.count, start + random.below(30))]
            bytes.insert(contentsOf: random.once(in: 3) ? [UInt8(random.below(256))] : Array(piece), at: place)
        }
        return bytes
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `highlights equal the words of the query, and snippets have no control characters`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        let files = try Self.files()
        let vault = try TemporaryVault()
        let session = try vault.session()
        for (number, file) in random.some(files, 12...12).enumerated() {
            let path = VaultPath("\(number).md")
            let bytes = seed == 0 ? file : Self.damaged(file, files, &random)
            let note = Note(bytes, name: path.name, rules: session.vault.configuration.rules)
            let words = ReadingText.words(note, bytes).filter { !$0.text.isEmpty }
            guard !words.isEmpty else { continue }
            try vault.write(path, bytes)
            for _ in 0..<6 {
                let word = String(decoding: random.pick(words).text, as: UTF8.self)
                let passages = try Self.passages(of: "\"\(word)\"", in: session, path)
                let snippets = passages?.snippets(count: 3, width: 10 + random.below(90), as: .displayed) ?? []
                #expect(!snippets.isEmpty, "\(word) in \(bytes)")
                for part in snippets.flatMap(\.parts) {
                    #expect(SafeText.escaped(part.text) == part.text)
                    if part.isMatch {
                        // The box of a done task is displayed instead of its letter.
                        let shown = part.text.replacing("☑", with: "x")
                        #expect(Words.list(shown) == [word], "\(part.text) in \(bytes)")
                    }
                }
            }
        }
    }
}
