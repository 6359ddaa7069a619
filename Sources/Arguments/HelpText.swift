/// Help as it is printed: made from the tables alone.
package enum HelpText {
    /// The list of commands.
    package static func overview<Globals, Context>(
        program: String, summary: String, commands: [Command<Globals, Context>], globals: [OptionInfo]
    ) -> String {
        let rows = commands.map { ($0.name, $0.summary) }
        return """
            \(program) — \(summary)

            usage: \(program) [OPTION…] COMMAND …

            Commands:
            \(table(rows))

            Options of every command:
            \(table(globals.map(row)))

            'slip help COMMAND' says more of each.

            """
    }

    /// Everything about one command; `path` is its name with those above it.
    package static func command<Globals, Context>(
        _ command: Command<Globals, Context>, path: String, globals: [OptionInfo]
    ) -> String {
        var text = "\(path) — \(command.summary)\n\nusage: \(path)"
        if !command.subcommands.isEmpty {
            text += " COMMAND …\n\nCommands:\n"
            text += table(
                command.subcommands.map {
                    ("\($0.name) \($0.operands.map(\.usage).joined(separator: " "))", $0.summary)
                })
            text += "\n"
        } else {
            if !command.options.isEmpty { text += " [OPTION…]" }
            text += command.operands.map { " \($0.usage)" }.joined() + "\n"
        }
        if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
        if !command.options.isEmpty { text += "\nOptions:\n\(table(command.options.map(row)))\n" }
        return text + "\nOptions of every command:\n\(table(globals.map(row)))\n"
    }

    private static func row(_ option: OptionInfo) -> (String, String) {
        var left = option.short.map { "-\($0), " } ?? "    "
        left += "--\(option.name)"
        if let placeholder = option.placeholder {
            left += " " + (option.choices.isEmpty ? placeholder : option.choices.joined(separator: "|"))
        }
        return (left, option.summary)
    }

    /// Two columns; a left one that is too long gets a line of its own.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = min(28, rows.map(\.0.count).max() ?? 0)
        return rows.map { left, right in
            left.count > width
                ? "  \(left)\n  \(String(repeating: " ", count: width))  \(right)"
                : "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"
        }.joined(separator: "\n")
    }
}
