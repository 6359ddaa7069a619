import Arguments
import Commands
import SourceText
import TestSupport
import Testing

@Suite struct HelpTests {
    static let topics = ["query", "fields", "dates", "front-matter", "config", "formats", "environment", "exit-codes"]

    @Test(arguments: [60, 80, 120]) func `no line of help is wider than the terminal, except examples`(
        _ columns: Int
    ) throws {
        let terminal = try Console()
        terminal.columns = columns
        var lines: [Substring] = []
        for topic in Self.topics + ["search", "set", "mv", "check", "index", "new", "keyword", "trash"] {
            let result = terminal.slip("help", topic)
            #expect(result.status == 0 && !result.output.isEmpty)
            lines += result.output.split(separator: "\n")
        }
        for options in [[], ["--all"]] { lines += terminal.slip(["help"] + options).output.split(separator: "\n") }
        for line in lines where !line.hasPrefix("    ") && !line.hasPrefix("  -") && !line.hasPrefix("usage") {
            #expect(TextWidth.columns(String(line)) <= columns, "\(line)")
        }
    }

    @Test func `the usage of today shows the option that its text belongs to`() throws {
        #expect(try Console().slip("help", "today").output.contains("usage: slip today [OPTION…] [--append TEXT…]\n"))
    }

    @Test func `slip without arguments shows twelve commands and how to begin in 25 lines`() throws {
        let terminal = try Console()
        let result = terminal.slip()
        #expect(result.status == 0 && result.errors.isEmpty)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 25)
        #expect(lines.filter { $0.hasPrefix("  ") }.count == 12)
        #expect(lines.suffix(2).map { $0.contains("slip init") || $0.contains("slip help --all") } == [true, true])
        for arguments in [["help"], ["--help"], ["-h"]] { #expect(terminal.slip(arguments).output == result.output) }
    }

    @Test func `the help of nine of ten commands has at most 40 lines`() throws {
        let terminal = try Console()
        let lengths = Program.commands.flatMap { command in
            ([[command.name]] + command.subcommands.map { [command.name, $0.name] }).map { words in
                (
                    words,
                    terminal.slip(["help"] + words).output.split(separator: "\n", omittingEmptySubsequences: false)
                        .count
                )
            }
        }
        let long = lengths.filter { $0.1 > 40 }
        #expect(long.count * 10 <= lengths.count, "\(long)")
        // The last line ends with a newline.
        #expect(!long.contains { ["search", "check", "browse"].contains($0.0[0]) && $0.1 > 41 }, "\(long)")
    }

    @Test func `the help of a command names the topics of conditions and global options in one line each`() throws {
        let terminal = try Console()
        let lines = terminal.slip("help", "set").output.split(separator: "\n")
        for topic in ["conditions", "options"] {
            #expect(lines.count { $0.hasSuffix("(slip help \(topic))") || $0.hasSuffix(": slip help \(topic)") } == 1)
        }
        #expect(lines.count { $0.contains("--if") } == 1)
        #expect(!terminal.slip("help", "search").output.contains("--expect"))
    }

    @Test func `help --all lists every command and topic`() throws {
        let terminal = try Console()
        let result = terminal.slip("help", "--all")
        #expect(result.status == 0 && result.errors.isEmpty)
        for command in Program.commands { #expect(result.output.contains("\n  \(command.name) "), "\(command.name)") }
        for word in ["usage: slip", "--vault"] + Self.topics { #expect(result.output.contains(word), "\(word)") }
        #expect(terminal.slip("help", "--all", "search").isError("'--all'"))
        let programs = result.output.split(separator: "\n\n").first { $0.hasPrefix("For programs:\n") } ?? ""
        for name in ["suggest", "completions", "merge-driver", "skill", "man", "lsp", "mcp"] {
            #expect(programs.contains("\n  \(name) "), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("query", ["OR", "NOT", "HOW TEXT IS MATCHED", "NEAR MATCHES", "ORDER AND GROUPS"]),
            ("link-targets", ["[[Name]]", "nearest"]), ("problems", ["--fix", "--staged", "warning"]),
            ("fields", ["status:", "links-to:"]), ("dates", ["7d", "today"]),
            ("front-matter", ["tags", "created"]), ("assignments", ["KEY+=VALUE", "next friday"]),
            ("places", ["NOTE:LINE", "--raw"]), ("several-vaults", ["vault:work"]), ("watcher", ["--verify"]),
            ("related-notes", ["rare words"]), ("aliases", ["ALIASES", "PROGRAMS", "ls, list"]),
            ("keys", ["Ctrl-_", "Moving:", "VIM KEYS"]), ("editors", ["Helix:", "SETTINGS", "COMMANDS"]),
            ("versioning", ["DATES", "QUERY THE HISTORY", "MERGE AND SYNC", "HOOKS AND BUILDS", "DETAILS"]),
            ("config", ["statuses:", "touch-modified:", "COLORS"]),
            ("formats", ["jsonl", "{{due}}", "path_base64", "TEMPLATES AND COLUMNS", "JSON"]),
            ("environment", ["SLIPBOX_NOW"]),
            ("other-programs", ["--force", "slip rescued list", "slip index --status"]), ("exit-codes", ["2"]),
        ])
    func `each topic explains its terms`(_ topic: String, _ words: [String]) throws {
        let output = try Console().slip("help", topic).output
        for word in words { #expect(output.contains(word), "\(topic): \(word)") }
    }

    @Test func `an unknown topic is an error that names the nearest one`() throws {
        #expect(try Console().slip("help", "feilds").isError("'fields'"))
    }
}
