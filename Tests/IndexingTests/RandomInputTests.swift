import Foundation
import SearchIndex
import SourceText
import TestSupport
import Testing

/// Random bytes as notes, options and queries cause no crash, and no message with a term of the implementation.
@Suite struct RandomInputTests {
    private static let factor = LongTests.areWanted ? 30 : 1

    /// Words of what is inside, which no message may hold.
    private static let innerWords = ["sqlite", "fts5", "sql", "swift", "fatal", "database error", "optional("]

    private func checkWords(_ result: TestProcess.Result, _ about: String) {
        #expect((0...2).contains(result.status), "\(about)")
        // The message may quote the input.
        let message = result.errors.split(separator: "\n").filter { $0.hasPrefix("slip:") }.joined().lowercased()
        for word in Self.innerWords where !about.lowercased().contains(word) {
            #expect(!message.contains(word), "\(about): \(result.errors)")
        }
        #expect(!message.contains("unexpected error"), "\(about): \(result.errors)")
        if result.status == 2 { #expect(result.output == "", "\(about)") }
    }

    private static func bytes(_ count: Int, _ random: inout FixedGenerator) -> [UInt8] {
        let likely = Array("---\n: []{}\"'#|>&*!%@`<![](\\~\r\t- a1\u{301}é語[[|]]".utf8) + [0, 0xFF, 0xC3, 0xED, 0xA0]
        return (0..<Int.random(in: 0...count, using: &random)).map { _ in
            Int.random(in: 0...3, using: &random) == 0
                ? UInt8.random(in: 0...255, using: &random)
                : likely[Int.random(in: likely.indices, using: &random)]
        }
    }

    @Test func `random bytes are valid notes`() throws {
        let vault = try TemporaryVault()
        var random = FixedGenerator(41)
        for round in 0..<2 * Self.factor {
            for number in 0..<60 {
                let start = Bool.random(using: &random) ? Array("---\n".utf8) : []
                try vault.write(VaultPath("n\(number).md"), start + Self.bytes(300, &random))
            }
            let updated = try vault.dump()
            #expect(updated.contains("# 60 notes"))
            #expect(difference(updated, try vault.rebuiltDump()) == "", "round \(round)")
            for arguments in [
                ["search", "--format", "json"], ["show", "--format", "json", "n1.md", "n2.md", "n3.md"],
            ] {
                let found = try CommandLine.run(arguments, in: vault)
                #expect(found.status == 0)
                if arguments[0] == "search" {
                    #expect((try? JSONSerialization.jsonObject(with: Data(found.output.utf8))) != nil)
                }
            }
        }
    }

    @Test func `a configuration of random bytes only causes warnings`() throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b/c.md": "#k beta"])
        var random = FixedGenerator(42)
        let keys = ["statuses", "extensions", "ignore", "hashtags", "searches", "keywords", "sort", "limit", "x"]
        for _ in 0..<40 * Self.factor {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes += Array("\(keys[Int.random(in: keys.indices, using: &random)]): ".utf8) + Self.bytes(30, &random)
                bytes.append(Byte.newline)
            }
            try vault.write(VaultPath(".slipbox/config.yaml"), bytes)
            checkWords(try CommandLine.run(["search", "alpha"], in: vault), "config \(bytes.shown)")
        }
    }

    @Test(arguments: [
        "extensions: []\n", "extensions: [\"\"]\n", "extensions: [\"/\", \".\", \"..\"]\n",
        "ignore: [\"*\", \"**\", \"\", \"/\", \"!\"]\n",
        "ignore: [\"!**\", \"//\", \"\\\\\"]\n", "statuses: [a, a, A]\n", "limit: 99999999999999999999\n",
        "sort: nonsense\n", "searches: {x: \"@x\", y: \"@z\", z: \"@y\"}\n", "keywords: [\"\", \"#\", \"a//b\"]\n",
        "searches:\n  all: \"(((\"\n", "\u{FEFF}statuses: [x]\n", "limit: -1\nlimit: 5\n",
        "statuses:\n  - [a]\n  - {b: c}\n",
    ])
    func `odd configurations are taken calmly`(config: String) throws {
        let vault = try TemporaryVault(["a.md": "alpha", "b/c.md": "#k beta"], config: config)
        for arguments in [
            ["search", "alpha"], ["search", "@all"], ["search", "@x"], ["keyword", "list"], ["index"],
        ] {
            checkWords(try CommandLine.run(arguments, in: vault), "\(config) \(arguments)")
        }
    }

    @Test func `a file can have any name that the system allows`() throws {
        let vault = try TemporaryVault()
        var random = FixedGenerator(43)
        var made = 0
        for number in 0..<60 * Self.factor {
            var name = Self.bytes(40, &random).filter { $0 != 0 && $0 != Byte.slash }
            if name.first == Byte.dot || name.isEmpty { name = [0x0A] + name }
            if number % 3 == 0 {
                try vault.makeFolders(.root)
                try? vault.makeFolder(VaultPath(bytes: name))
                name += [Byte.slash] + Array("é\u{1B}[31m\n".utf8)
            }
            let target = Self.bytes(20, &random)
            if (try? vault.write(VaultPath(bytes: name + Array(".md".utf8)), Array("alpha [[".utf8) + target)) != nil {
                made += 1
            }
        }
        let updated = try vault.dump()
        #expect(difference(updated, try vault.rebuiltDump()) == "")
        let json = try CommandLine.run(["search", "alpha", "--format", "json"], in: vault)
        let found = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(found.count >= made * 9 / 10)
        // A path that is not UTF-8 comes with its bytes in base64, and those name an existing file.
        for note in found {
            guard let text = note["path_base64"] as? String, let bytes = Data(base64Encoded: text) else { continue }
            #expect(vault.read(VaultPath(bytes: [UInt8](bytes))) != nil)
        }
        let lines = try CommandLine.run(["search", "alpha", "--format", "vimgrep"], in: vault)
        #expect(!lines.output.utf8.contains { ($0 < 0x20 && $0 != Byte.newline && $0 != Byte.tab) || $0 == 0x7F })
        for format in ["text", "csv", "tsv"] {
            #expect(try CommandLine.run(["search", "--format", format], in: vault).status == 0)
        }
        let names = try CommandLine.run(["search", "-0"], in: vault)
        #expect(names.status == 0)
    }

    @Test func `queries of random bytes are answered or refused`() throws {
        let vault = try TemporaryVault([
            "a.md": "---\nrank: 3\ndue: 2024-03-01\ntags: [k/x, y]\n---\n# Alpha\nbeta [[c]] - [ ] x",
            "b/c.md": "#k beta 漢字 e\u{301}",
        ])
        let pieces = [
            "alpha", "beta*", "\"", "(", ")", "OR", "AND", "NOT", "-", "#k", "@all", "@x", "/a.*/", "/(/",
            "/a{1,99999}/",
            "keyword:", "created:", "2024", "2024-13", "..", "<", ">=", "=", ",", "*", "?", "**", "sort:", "title",
            "limit:",
            "group:", "last:", "99999999999999999999d", "7d", "older:9999999y", "created:<9999999999y", "has:", "is:",
            "links-to:", "in:", "/", "rank:", "1e999", "-9223372036854775808", "9223372036854775807k", "size:>",
            "words:",
            "contains:", "漢", "\u{0}", "\u{301}", "''", ";", "--", "{", "NEAR(", "^", "+", ":", "\\", "~", "prop.",
            "due:",
            "today..+7d", "+99999999999d", "order:", "9007199254740993M", "offset:", "18446744073709551616",
            "is:broken",
        ]
        var random = FixedGenerator(44)
        for _ in 0..<700 * Self.factor {
            var query = ""
            for _ in 0..<Int.random(in: 1...7, using: &random) {
                query += pieces[Int.random(in: pieces.indices, using: &random)]
                if Int.random(in: 0...2, using: &random) == 0 { query += " " }
            }
            checkWords(try CommandLine.run(["search", "--no-sync", "--", query], in: vault), "query \(query)")
        }
        for _ in 0..<150 * Self.factor {
            let query = String(decoding: Self.bytes(30, &random), as: UTF8.self)
            checkWords(try CommandLine.run(["search", "--no-sync", "--", query], in: vault), "query \(query)")
            checkWords(try CommandLine.run(["suggest", "--no-sync", "--", query], in: vault), "suggest \(query)")
            checkWords(try CommandLine.run(["show", "--no-sync", "--", query], in: vault), "show \(query)")
        }
    }
}
