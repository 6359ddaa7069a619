import Arguments
import Commands
import Foundation
import QueryLanguage
import Rendering
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Help pages, compared with the tables of the program.
@Suite struct HelpTableTests {
    /// Returns the names in the first column of a table in a help topic.
    private func rows(_ topic: String, _ terminal: Console) -> Set<String> {
        terminal.columns = 200
        let lines = terminal.slip("help", topic).output.split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("  ") }.prefix { !$0.isEmpty }
        return Set(table.flatMap { $0.dropFirst(2).prefix { $0 != " " }.split(separator: ",") }.map(String.init))
    }

    @Test func `the help on the configuration lists all of its keys`() throws {
        let terminal = try Console(["a.md": "x\n", ".slipbox/config.yaml": "qqqqqqqq: 1\n"])
        let warning = terminal.slip("search").errors
        let names = try #require(warning.split(separator: "keys are: ").last)
        let known = names.split(separator: "\n")[0].split(separator: ", ").map { "\($0):" }
        #expect(known.count > 8)
        #expect(rows("config", terminal) == Set(known))
    }

    @Test func `the topic on global options lists all of them`() {
        let rows = GlobalOptions.options.map(\.info).map { option in
            let short = option.short.map { "-\($0), " } ?? ""
            let value = option.placeholder.map { placeholder in
                " " + (option.choices.count > 1 ? option.choices.joined(separator: "\\|") : placeholder)
            }
            return "| `\(short)--\(option.name)\(value ?? "")` | \(option.summary) |"
        }
        #expect(ProjectFiles.page("Configuration").contains("|---|---|\n\(rows.joined(separator: "\n"))\n\n"))
    }

    @Test func `the examples in the help on the configuration are valid`() throws {
        let terminal = try Console(["a.md": "x\n"])
        let lines = terminal.slip("help", "config").output.split(separator: "\n").filter { $0.hasPrefix("    ") }
            .map { $0.dropFirst(4) }.filter { !$0.hasPrefix("      ") }
        #expect(lines.contains { $0.hasPrefix("keys:") })
        try terminal.write(".slipbox/config.yaml", lines.joined(separator: "\n") + "\n")
        let checked = terminal.slip("check", "--kind", "config")
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked)")
        #expect(terminal.slip("search", "@inbox", "-c").output == "1\n")
    }

    @Test func `the page on queries has the table of fields`() {
        let rows = Field.allCases.map { field in
            let names = field.aliases.isEmpty ? "" : " (also \(field.aliases.map { "\($0):" }.joined(separator: " ")))"
            return "| `\(field.rawValue):` | \(field.summary)\(names) |"
        }
        #expect(ProjectFiles.page("Queries").contains("|---|---|\n\(rows.joined(separator: "\n"))\n\n"))
    }

    @Test func `the topic on the configuration has the default style of every part`() throws {
        let terminal = try Console()
        terminal.columns = 200
        let lines = terminal.slip("help", "config").output.split(separator: "\n")
        for role in Role.allCases {
            let row = lines.first { $0.hasPrefix("  \(role.rawValue) ") }
            #expect(row?.hasSuffix("(default: \(role.usual(on: nil)))") == true, "\(role)")
        }
    }

    @Test func `the topic on formats has every field of templates`() throws {
        let terminal = try Console()
        terminal.columns = 200
        let output = terminal.slip("help", "formats").output
        let words = Set(output.split { $0.isWhitespace || $0 == "," }.map(String.init))
        for column in Column.Standard.allCases { #expect(words.contains(column.rawValue), "\(column)") }
    }

    @Test func `every number that queries compare is a field of templates`() throws {
        let terminal = try Console(["a.md": "# A\n\n## B\n\n[[b]] [[b]]\n", "b.md": "", "c.md": "[[b]]\n\n[[a]]\n"])
        // The field `git.commits` is the number of commits.
        for number in Field.Number.allCases where number != .commits {
            #expect(Column.Standard(rawValue: number.rawValue) != nil, "\(number)")
        }
        let table = terminal.slip("search", "--format", "csv", "--fields", "path,backlinks,headings", "sort:path")
            .output
        #expect(table == "path,backlinks,headings\na.md,c.md,\"A, B\"\nb.md,\"a.md, c.md\",\nc.md,,\n")
        let json = terminal.slip("search", "--format", "jsonl", "--fields", "backlinks,headings", "path:a.md").output
        #expect(
            json == """
                {"backlinks": [{"path": "c.md", "title": "c", "line": 3}], "headings": [\
                {"level": 1, "text": "A", "line": 1}, {"level": 2, "text": "B", "line": 3}]}

                """)
    }

    @Test func `every topic shows text without Markdown`() throws {
        let terminal = try Console()
        let list = terminal.slip("help", "--all").output
        let topics = list.split(separator: "\nTopics:\n").last?.split(separator: "\n\n").first ?? ""
        let names = topics.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names.contains("query") && names.contains("live-blocks"))
        for topic in names {
            let output = terminal.slip("help", topic).output
            #expect(output.split(separator: "\n").count > 3, "\(topic)")
            // Their examples are Markdown.
            if ["live-blocks", "tasks", "link-targets"].contains(topic) { continue }
            #expect(!output.contains("`") && !output.contains("|--") && !output.contains("]("), "\(topic)")
        }
    }

    @Test func `the help on front matter lists every key with its aliases`() throws {
        let terminal = try Console([:])
        #expect(rows("front-matter", terminal) == Set(FrontMatterKey.allCases.map(\.rawValue)))
        let text = terminal.slip("help", "front-matter").output
        for key in FrontMatterKey.allCases {
            // The row with its continuation lines.
            let start = try #require(text.range(of: "\n  \(key.rawValue) ")).lowerBound
            let lines = text[start...].split(separator: "\n")
            let row = lines.prefix(1) + lines.dropFirst().prefix { $0.hasPrefix("    ") }
            let words = row.joined(separator: " ").split(separator: " ").joined(separator: " ")
            for name in key.names.dropFirst() { #expect(words.contains(name), "\(name)") }
        }
    }
}
