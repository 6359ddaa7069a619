import SourceText

/// Help text, generated from the command tables and wrapped to a width.
package struct HelpText: Sendable {
    private let width: Int

    /// - Parameter width: the columns of the screen. Very long lines are hard to read, so the width is limited.
    package init(width: Int) { self.width = min(max(width, 40), Self.maximumWidth) }

    private static let maximumWidth = 88

    /// Returns the list of commands, grouped by purpose, and of topics.
    package func overview<Globals, Context>(
        program: String, summary: String, groups: [(title: String, commands: [Command<Globals, Context>])],
        globals: [OptionInfo], topics: [(name: String, summary: String)]
    ) -> String {
        """
        \(title(program, summary))

        usage: \(program) [OPTION…] COMMAND …

        \(sections(groups))

        Topics:
        \(table(topics.map { ($0.name, $0.summary) }))

        Global options:
        \(table(globals.map(row)))

        \(wrapped("See '\(program) help COMMAND' or '\(program) help TOPIC' for details."))

        """
    }

    /// Returns the screen of a program that is run without arguments: some of its commands, grouped by purpose.
    ///
    /// - Parameter closing: the last lines.
    package func start<Globals, Context>(
        program: String, summary: String, groups: [(title: String, commands: [Command<Globals, Context>])],
        closing: [String]
    ) -> String {
        """
        \(title(program, summary))

        \(sections(groups))

        \(closing.map { wrapped($0) }.joined(separator: "\n"))

        """
    }

    private func title(_ name: String, _ summary: String) -> String { wrapped("\(name) — \(summary)") }

    /// Returns the names and summaries of commands, with all summaries in one column.
    private func sections<Globals, Context>(
        _ groups: [(title: String, commands: [Command<Globals, Context>])]
    ) -> String {
        let widest = groups.flatMap(\.commands).map { TextWidth.columns($0.name) }.max() ?? 0
        return groups.map { group in
            "\(group.title):\n" + table(group.commands.map { ($0.name, $0.summary) }, column: widest)
        }.joined(separator: "\n\n")
    }

    /// Returns the full help of one command.
    ///
    /// - Parameters:
    ///   - path: the command's name after those of its parents.
    ///   - examples: command lines.
    ///   - references: the options that topics explain.
    package func command<Globals, Context>(
        _ command: Command<Globals, Context>, path: String, examples: [String], references: [OptionReference]
    ) -> String {
        var text = title(path, command.summary) + "\n\nusage: \(path)"
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
        if !examples.isEmpty { text += "\nExamples:\n\(self.text([.code(examples)]))\n" }
        let discussion = HelpBlock.blocks(of: command.discussion())
        if !discussion.isEmpty { text += "\n\(self.text(discussion))\n" }
        let options = command.options.filter { option in
            !option.isUnlisted && !references.contains { $0.names.contains(option.name) }
        }
        if !options.isEmpty { text += "\nOptions:\n\(table(options.map(row)))\n" }
        let lines = references.filter { $0.concerns(command.options) }.map { wrapped($0.text) }
        return text + (lines.isEmpty ? "" : "\n\(lines.joined(separator: "\n"))\n")
    }

    private func row(_ option: OptionInfo) -> (String, String) {
        var left = option.short.map { "-\($0), " } ?? "    "
        left += "--\(option.name)"
        if let placeholder = option.placeholder {
            left += " " + (option.choices.isEmpty ? placeholder : option.choices.joined(separator: "|"))
        }
        return (left, option.summary)
    }

    /// Returns two columns, each row as `(left, right)`. A left entry that is too long gets its own line.
    ///
    /// - Parameters:
    ///   - column: the width of the left column (default: that of its longest text). It is limited to a third of the
    ///     screen.
    ///   - gap: the number of spaces between the columns.
    package func table(_ rows: [(String, String)], column: Int? = nil, gap: Int = 2) -> String {
        let column = min(28, width / 3, column ?? rows.map { TextWidth.columns($0.0) }.max() ?? 0)
        let margin = String(repeating: " ", count: 2 + column + gap)
        return rows.map { left, right in
            let right = wrapped(right, to: width - margin.count).replacing("\n", with: "\n\(margin)")
            let columns = TextWidth.columns(left)
            if columns > column { return "  \(left)\n\(margin)\(right)" }
            return "  \(left)\(String(repeating: " ", count: column - columns + gap))\(right)"
        }.joined(separator: "\n")
    }

    // MARK: Blocks

    /// Returns the text of blocks, each separated from the next by an empty line.
    package func text(_ blocks: [HelpBlock]) -> String {
        blocks.map { block in
            switch block {
            case .heading(let title, let level): level < 3 ? title.uppercased() : "\(title):"
            case .paragraph(let text): wrapped(plain(text))
            case .list(let items): table(items.map { ($0, plain($1)) }, gap: 1)
            case .code(let lines): lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            case .table(let rows): table(rows.map { (plain($0, quotes: ""), plain($1)) })
            }
        }.joined(separator: "\n\n")
    }

    /// Returns a text without Markdown. Command lines and other code with spaces are quoted, unless they contain quotes
    /// or begin with punctuation.
    private func plain(_ text: String, quotes: String = "'") -> String {
        HelpBlock.spans(of: text).map { text, isCode in
            let isQuoted = isCode && text.contains(" ") && text.first.map { $0.isLetter || $0 == "-" } == true
            return isQuoted && !text.contains("'") ? quotes + text + quotes : text
        }.joined()
    }

    // MARK: Wrapping

    private func wrapped(_ text: String) -> String { wrapped(text, to: width) }

    private func wrapped(_ text: String, to width: Int) -> String {
        var lines: [String] = []
        var columns = 0
        for word in text.split(separator: " ").map(String.init) {
            let own = TextWidth.columns(word)
            if !lines.isEmpty, columns + 1 + own <= width {
                lines[lines.count - 1] += " \(word)"
                columns += 1 + own
            } else {
                lines.append(word)
                columns = own
            }
        }
        return lines.joined(separator: "\n")
    }
}
