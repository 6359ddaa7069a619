import Foundation
import QueryLanguage
import RegularExpressions
import SQLite
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing

/// Conditions on text, evaluated with the index and raw bytes, compared with parsed notes.
@Suite struct TextConditionTests {
    private static let frontMatters = [
        "", "---\n---\n", "---\ntitle: Alpha Beta\n---\n", "---\ntitle: \"Al\\u0070ha\\tbeta\"\n---\n",
        "---\ntitle: >\n  Alpha\n  beta\n---\n", "---\ntitle: 'it''s alpha'\nstatus: draft\n---\n",
        "---\ntags: [foo, \"b\\x61r\", 'don''t']\n---\n", "---\nkeywords: foo bar,\n  baz\n---\n",
        "---\naliases:\n  - Other\n    name\n  - \"x\\ny\"\n---\n", "---\nalias: Straße\n---\n",
        "---\nkeyword: '#/nested/key/'\n---\n", "---\ntitle: |\n  two\n  lines\n---\n", "---\ntitle: never closed\n",
        "---\ntitle: &a ﬁne\nalias: *a\n---\n", "---\r\ntitle: crlf line\r\ntags: [foo]\r\n---\r\n",
        "\u{FEFF}---\ntitle: marked\n---\n", "---\ntitle: [not, a, text]\ntags: {a: b}\n---\n",
        "--- \ntags: bar\n...\n",
    ]
    private static let bodies = [
        "", "# Alpha *beta* [gamma](x)\n\ntext\n", "Heading &amp; sign\n===\n\nfoo\n", "#foo #bar/baz\n",
        "plain ASCII text\n", "Żółw, straße, ﬁne, İstanbul\n", "Zo\u{301}\u{142}w e\u{301}te\u{301}\n",
        "a\u{AD}lpha be\u{200D}ta\n", "line one\r\nline two\r\n", "中文 か\u{3099} 한글\n", "a =\u{338} b\n",
        "# `code` #foo\n\n```\n# not\n```\n", "no end",
    ]
    private static let needles = [
        "alpha", "alpha beta", "beta gamma", "foo", "bar", "don't", "it's", "other name", "strasse", "nested", "key",
        "title", "draft", "zolw", "ete", "fine", "istanbul", "中文", "が", "한", "=", "≠", "line", "e one\r", "amp",
        "& sign", "two lines", "y", "crlf", "n1", "nóte", "not", "baz", "\u{FFFD}", "a", "#foo", "marked",
    ]
    private static let patterns = [
        "alpha", "^foo$", "beta$", "^n\\d", "[a-z]+ing", "\\bfoo\\w*", "(?i)STRASSE|straße", "^$", "two.lines",
        "^line two$",
        "\\A#", "é", "e\\x{301}", "(a+)+$", "x\\ny", "\\w+ \\w+", "[^\\x00-\\x7F]", "title", "o\\z", "ﬁ", "t's", "en$",
    ]

    private static func vault(_ random: inout FixedGenerator, _ count: Int) throws -> TemporaryVault {
        let vault = try TemporaryVault()
        for folder in ["a", "nóte", "foo"] { try vault.makeFolder(folder) }
        for number in 0..<count {
            var bytes = Array((frontMatters.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes += (bodies.randomElement(using: &random) ?? "").utf8
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes.insert(.random(in: 0x80...255, using: &random), at: .random(in: 0...bytes.count, using: &random))
            }
            let folder = ["", "a/", "nóte/", "foo/"].randomElement(using: &random) ?? ""
            let name = ["n", "nóte", "Straße ", "it's"].randomElement(using: &random) ?? ""
            try vault.write(VaultPath("\(folder)\(name)\(number).md"), bytes)
        }
        // After this time no later change can have the same timestamps.
        Thread.sleep(forTimeInterval: 0.1)
        return vault
    }

    private static func leaf(_ random: inout FixedGenerator) throws -> Condition {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: .contains(Folding.fold(needles.randomElement(using: &random) ?? ""))
        case 3...4:
            .regex(try Pattern(patterns.randomElement(using: &random) ?? "", ignoresCase: Bool.random(using: &random)))
        case 5: .text(TextMatch(words: ["foo"], isPrefix: false, part: .any, range: 0..<0))
        case 6: .folder(VaultPath("a"), deep: true)
        default: .whole(.name, "note1")
        }
    }

    private static func condition(_ random: inout FixedGenerator, _ depth: Int) throws -> Condition {
        if depth == 0 { return try leaf(&random) }
        func some() throws -> [Condition] {
            try (0..<Int.random(in: 1...3, using: &random)).map { _ in try condition(&random, depth - 1) }
        }
        return switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: .and(try some())
        case 2, 3: .or(try some())
        case 4: .not(try condition(&random, depth - 1))
        default: .linksTo(.query(try condition(&random, depth - 1)))
        }
    }

    /// Returns the notes that each condition finds.
    private static func found(_ session: VaultSession, _ conditions: [Condition]) throws -> [Set<String>] {
        try conditions.map { condition in
            var paths: Set<String> = []
            try session.read { snapshot in
                try snapshot.index.search(
                    SearchRequest(
                        condition: condition, Presentation(sort: [SortKey(.path)]), statuses: snapshot.statuses)
                ) { hit in
                    paths.insert(hit.path.text)
                    return true
                }
                #expect(try snapshot.index.count(condition) == paths.count)
            }
            return paths
        }
    }

    /// Notes with a changed timestamp are parsed. The others are tested by their bytes.
    @Test(arguments: 1...2) func `conditions give the same result on bytes as on parsed notes`(seed: Int) throws {
        var random = FixedGenerator(UInt64(seed))
        let vault = try Self.vault(&random, 30)
        let session = try vault.session()
        let unsettled = try session.index.connection.first(
            "SELECT count(*) FROM file WHERE fingerprint = 0 AND kind = 1"
        ) {
            $0.int(0)
        }
        #expect(unsettled == 0)
        var conditions = Self.needles.map { Condition.contains(Folding.fold($0)) }
        for pattern in Self.patterns { conditions.append(.regex(try Pattern(pattern, ignoresCase: false))) }
        let single = conditions.count
        for _ in 0..<30 { conditions.append(try Self.condition(&random, Int.random(in: 1...3, using: &random))) }
        let quick = try Self.found(session, conditions)
        for path in try FileManager.default.subpathsOfDirectory(atPath: vault.rootText) where path.hasSuffix(".md") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
                ofItemAtPath: "\(vault.rootText)/\(path)")
        }
        let whole = try Self.found(try vault.session(syncs: false), conditions)
        for (index, condition) in conditions.enumerated() {
            #expect(quick[index] == whole[index], "\(condition)")
        }
        #expect(quick[..<single].count { !$0.isEmpty && $0.count < 60 } > single / 2)
        #expect(vault.messages.warnings.isEmpty)
    }

    /// The results of the operands give the expected result of a compound.
    @Test func `compound conditions find the combination of their operands`() throws {
        var random = FixedGenerator(9)
        let vault = try Self.vault(&random, 50)
        let session = try vault.session()
        let all = try Self.found(session, [.all])[0]
        for _ in 0..<30 {
            let (a, b, c) = (try Self.leaf(&random), try Self.leaf(&random), try Self.leaf(&random))
            let sets = try Self.found(session, [a, b, c])
            let (x, y, z) = (sets[0], sets[1], sets[2])
            let compounds: [(Condition, Set<String>)] = [
                (.or([a, b]), x.union(y)), (.and([a, b]), x.intersection(y)), (.not(a), all.subtracting(x)),
                (.and([.or([a, .not(b)]), c]), x.union(all.subtracting(y)).intersection(z)),
                (.or([.and([a, b]), .and([.not(a), c])]), x.intersection(y).union(z.subtracting(x))),
                (.not(.and([a, .or([b, c])])), all.subtracting(x.intersection(y.union(z)))),
            ]
            let found = try Self.found(session, compounds.map(\.0))
            for (index, compound) in compounds.enumerated() { #expect(found[index] == compound.1, "\(compound.0)") }
        }
    }

    @Test func `an unreadable note is reported once, and matches no condition`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b.md": "beta"])
        let session = try vault.session()
        // A directory, which root cannot read either.
        try FileManager.default.removeItem(atPath: "\(vault.rootText)/a.md")
        try vault.makeFolder("a.md")
        try vault.remove("b.md")
        let found = try Self.found(session, [.or([.contains("alpha"), .contains("beta")]), .not(.contains("alpha"))])
        #expect(found == [[], ["a.md", "b.md"]])
        #expect(vault.messages.warnings.count == 4 && Set(vault.messages.warnings).count == 1)
    }
}
