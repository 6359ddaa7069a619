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
        lines += terminal.slip("help").output.split(separator: "\n")
        for line in lines where !line.hasPrefix("    ") && !line.hasPrefix("  -") && !line.hasPrefix("usage") {
            #expect(TextWidth.columns(String(line)) <= columns, "\(line)")
        }
    }

    @Test func `slip without arguments prints the usage with commands and topics`() throws {
        let result = try Console().slip()
        #expect(result.status == 0 && result.errors.isEmpty)
        for word in ["usage: slip", "search", "task"] + Self.topics { #expect(result.output.contains(word)) }
    }

    @Test(
        arguments: [
            ("query", ["OR", "NOT", "HOW TEXT IS MATCHED", "NEAR MATCHES", "ORDER AND GROUPS"]),
            ("links", ["[[Name]]", "nearest"]), ("fields", ["status:", "links-to:"]), ("dates", ["7d", "today"]),
            ("front-matter", ["tags", "created"]), ("aliases", ["ALIASES", "PROGRAMS", "ls, list"]),
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
