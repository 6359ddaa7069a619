import Foundation
import SourceText
import Terminal
import TestSupport
import Testing

/// Width and colors of output on a terminal.
@Suite struct WidthTests {
    private static let commands = [
        ["search", "slip", "box"], ["search", "--relative", "group:status"], ["show", "Slip box"],
        ["links", "Slip box"], ["links", "Niklas Luhmann"], ["check"], ["keyword", "list"], ["folder", "tree"],
        ["folder", "list"], ["property", "list"], ["property", "list", "author"], ["task", "list"],
        ["task", "list", "--by", "date"], ["stats"], ["calendar"],
    ]

    private static func lines(_ text: String) -> [String] {
        text.replacing(#/\u{1B}\[[0-9;]*m|\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/#, with: "").components(separatedBy: "\n")
    }

    @Test(arguments: [24, 40, 80, 120, 200]) func `no line is wider than the terminal`(columns: Int) throws {
        let console = try Console.sample()
        console.isTerminal = true
        console.columns = columns
        console.variables = ["TERM": "xterm-256color", "SLIPBOX_PAGER": "cat", "FORCE_HYPERLINK": "1"]
        for command in Self.commands {
            let result = console.slip(command)
            #expect(result.status < 2, "\(command) \(result.errors)")
            for line in Self.lines(result.output) {
                #expect(TextWidth.columns(line) <= columns, "\(command) at \(columns): \(line)")
                #expect(!line.contains("\t") && !line.contains("\u{1B}"), "\(command): \(line)")
            }
        }
    }

    @Test func `only names of notes are hyperlinks, on terminals that support them`() throws {
        let console = try Console.sample()
        console.isTerminal = true
        console.variables = ["TERM": "xterm-kitty", "SLIPBOX_PAGER": "cat"]
        let link = "\u{1B}]8;;file://\(console.directory.path)/SampleVault/People/Niklas%20Luhmann.md\u{1B}\\"
        for command in [["search", "luhmann"], ["links", "Slip box"], ["show", "Slip box"]] {
            #expect(console.slip(command).output.contains(link), "\(command)")
        }
        console.variables["TERM"] = "xterm"
        for command in Self.commands { #expect(!console.slip(command).output.contains("\u{1B}]8"), "\(command)") }
        console.variables["TERM"] = "xterm-kitty"
        console.isTerminal = false
        for command in Self.commands { #expect(!console.slip(command).output.contains("\u{1B}"), "\(command)") }
    }

    @Test func `every list uses the configured colors`() throws {
        let console = try Console.sample()
        try console.write(
            "SampleVault/.slipbox/config.yaml",
            "colors: {path: \"#010203\", warning: \"#040506\", keyword: \"#070809\", section: \"#0a0b0c\"}\n")
        console.isTerminal = true
        console.columns = 120
        console.variables = ["TERM": "xterm", "COLORTERM": "truecolor", "SLIPBOX_PAGER": "cat"]
        for (command, color) in [
            (["links", "Slip box"], "1;2;3"), (["links", "Slip box"], "10;11;12"), (["check"], "1;2;3"),
            (["check"], "4;5;6"), (["keyword", "list"], "7;8;9"), (["folder", "tree"], "1;2;3"),
            (["task", "list"], "1;2;3"), (["stats"], "10;11;12"), (["search", "slip"], "7;8;9"),
        ] { #expect(console.slip(command).output.contains("38;2;\(color)"), "\(command) \(color)") }
    }
}
