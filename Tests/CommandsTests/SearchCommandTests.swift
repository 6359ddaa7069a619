import Foundation
import SourceText
import TestSupport
import Testing

@Suite struct SearchCommandTests {
    @Test func `limit and offset apply across all sections`() throws {
        let terminal = try Console.sample()
        let sections = try terminal.slip("search", "in:Projects", "--group", "status", "--format", "json").objects()
        #expect(sections.compactMap { $0["group"] as? String } == ["Draft", "Review", "Archived"])
        let paths = sections.flatMap { ($0["notes"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String } }
        let part = terminal.slip(
            "search", "in:Projects", "--group", "status", "--format", "paths", "--limit", "2", "--offset", "1")
        #expect(part.lines == Array(paths[1..<3]))
    }

    @Test func `vimgrep positions point to the matched words`() throws {
        let terminal = try Console.sample()
        let found = terminal.slip("search", "zettelkasten OR \"slip box\" OR #method*", "--format", "vimgrep").output
        for line in found.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            let text = try terminal.read("SampleVault/\(parts[0])").replacingOccurrences(of: "\r\n", with: "\n")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let number = try #require(Int(parts[1]))
            let column = try #require(Int(parts[2]))
            let rest = Array(lines[number - 1].utf8)[(column - 1)...]
            let word = Folding.fold(String(decoding: rest, as: UTF8.self))
            #expect(["zettelkasten", "slip", "method", "#method"].contains { word.hasPrefix($0) }, "\(line)")
        }
    }

    @Test func `a terminal limits the results and reports how many are left`() throws {
        var files: [String: String] = [:]
        for number in 1...60 { files["n\(number).md"] = "zebra" }
        let terminal = try Console(files)
        terminal.variables["PAGER"] = "cat"
        terminal.isTerminal = true
        #expect(terminal.slip("search", "zebra").output.contains("10 more; to list all: --limit 60"))
        #expect(terminal.slip("search", "zebra", "--limit", "60").output.contains("more;") == false)
        #expect(terminal.slip("search", "zebra", "--count").output == "60\n")
    }

    @Test(arguments: [
        (["search", "--limit", "0"], "a whole number, at least 1"),
        (["search", "--limit", "x"], "a whole number"),
        (["search", "--format", "xml"], "one of text, paths, vimgrep"),
        (["search", "--template", "{{titel}}"], "did you mean '{{title}}'"),
        (["search", "--sort", "titel"], "did you mean 'title'"),
        (["search", "--group", "statsu"], "did you mean 'status'"),
        (["search", "--in", "Ideaz"], "did you mean 'Ideas'"),
        (["search", "--lmit", "3"], "did you mean '--limit'"),
        (["serach"], "did you mean 'search'"),
        (["keyword", "lits"], "did you mean 'list'"),
        (["show"], "missing argument: NOTE"),
        (["show", "Slip bxo"], "did you mean 'Slip box'"),
        (["init", "a", "b"], "unexpected argument 'b'"),
        (["--vault", "nowhere", "search"], "is not a vault"),
    ])
    func `a mistake is an error with a suggestion`(_ arguments: [String], _ expected: String) throws {
        let terminal = try Console.sample()
        let result = terminal.slip(arguments)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("slip: ") && result.errors.contains(expected), "\(result.errors)")
    }

    @Test func `the content of a note cannot inject lines or colors`() throws {
        let terminal = try Console([
            "a\nb.md": "---\ntitle: \"x\\e[31m\\u202Ey\\nz\"\nkeywords: [\"k\\aq\"]\n---\nzebra \u{1B}]0;t\u{7} here\n"
        ])
        for format in ["text", "paths", "vimgrep", "tsv"] {
            let output = terminal.slip("search", "zebra", "--format", format).output
            #expect(
                !output.contains("\u{1B}") && !output.contains("\u{202E}") && !output.contains("\u{7}"), "\(format)")
        }
        #expect(terminal.slip("search", "zebra").lines.count == 1)
        #expect(terminal.slip("search", "zebra", "-0").output == "a\nb.md\0")
    }

    @Test func `an invalid setting is reported, and the others apply`() throws {
        let terminal = try Console([
            ".slipbox/config.yaml": "statuses: [idea, done]\nlimits: 3\nsearches: no mapping\n", "a.md": "x",
        ])
        let result = terminal.slip("search", "status:idea")
        #expect(result.output == "a.md\n")
        #expect(result.errors.contains("config.yaml:2: unknown key 'limits'; did you mean 'limit'?"))
        #expect(result.errors.contains("config.yaml:3:"))
        #expect(terminal.slip("check").status == 1)
    }

    @Test func `options work in any order and form`() throws {
        let terminal = try Console.sample()
        let wanted = terminal.slip("search", "slip box", "--limit", "3", "--format", "paths")
        for arguments in [
            ["search", "--limit=3", "slip", "box", "--format=paths"], ["search", "-n", "3", "slip box", "-f", "paths"],
            ["--quiet", "search", "--format", "paths", "--limit", "3", "--", "slip box"],
        ] {
            #expect(terminal.slip(arguments).output == wanted.output, "\(arguments)")
        }
    }
}
