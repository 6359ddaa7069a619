import Arguments
import Commands
import TestSupport
import Testing

/// Rules for all rows of the tables of commands and options.
@Suite struct TableTests {
    private static func all(_ commands: [SlipCommand], _ path: String = "") -> [(String, SlipCommand)] {
        commands.flatMap { [(path + $0.name, $0)] + all($0.subcommands, path + $0.name + " ") }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (97...122).contains($0) || (48...57).contains($0) }
    }

    @Test func `each row of the command table has the name of its command`() {
        for row in Program.table { #expect(row.command().name == row.name) }
    }

    @Test func `names are unique and contain only lower-case letters, digits and hyphens`() {
        let commands = Self.all(Program.commands)
        #expect(Set(commands.map(\.0)).count == commands.count)
        for (path, command) in commands {
            #expect(Self.isName(command.name), "\(path)")
            let options = command.options + GlobalOptions.options.map(\.info)
            #expect(Set(options.map(\.name)).count == options.count, "\(path)")
            let letters = options.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(path)")
            for option in options { #expect(Self.isName(option.name), "\(path) --\(option.name)") }
        }
    }

    @Test func `summaries are one line of at most 80 columns and end with a period`() {
        for (path, command) in Self.all(Program.commands) {
            for summary in [command.summary] + command.options.map(\.summary) {
                #expect(summary.count <= 80 && !summary.contains("\n") && summary.hasSuffix("."), "\(path): \(summary)")
            }
        }
    }

    @Test func `every command prints its help`() throws {
        let terminal = try Console()
        for (path, command) in Self.all(Program.commands) {
            let words = path.split(separator: " ").map(String.init)
            let result = terminal.slip(words + ["--help"])
            let text = result.output.replacing("\n", with: " ")
            #expect(result.status == 0 && text.contains(command.summary), "\(path)")
            #expect(terminal.slip(["help"] + words).output == result.output, "\(path)")
            for option in command.options where !option.isUnlisted {
                #expect(result.output.contains("--\(option.name)"), "\(path)")
            }
        }
    }
}
