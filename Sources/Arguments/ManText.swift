/// Manual pages in the format of man(7), generated from the command tables.
package struct ManText: Sendable {
    private let program: String
    private let version: String
    private let date: String

    /// - Parameter date: the date of the version, such as `2026-11-22`.
    package init(program: String, version: String, date: String) {
        self.program = program
        self.version = version
        self.date = date
    }

    package struct Page: Sendable {
        package var file: String
        package var text: String
    }

    /// Returns the page of one command. `path` is its name preceded by those of its parent commands.
    package func command<Globals, Context>(
        _ command: Command<Globals, Context>, path: String, globals: [OptionInfo], topics: [String]
    ) -> Page {
        let name = path.split(separator: " ").joined(separator: "-")
        var lines = head(name, section: 1, summary: command.summary)
        lines.append(".SH SYNOPSIS")
        if command.subcommands.isEmpty {
            lines += synopsis(path, command)
        } else {
            for (index, inner) in command.subcommands.enumerated() {
                if index > 0 { lines.append(".br") }
                lines += synopsis("\(path) \(inner.name)", inner)
            }
        }
        lines.append(".SH DESCRIPTION")
        lines += text(command.discussion.isEmpty ? command.summary : command.discussion)
        for inner in command.subcommands {
            lines.append(".SS \(Self.escaped("\(path) \(inner.name)"))")
            lines += text(inner.summary)
            if !inner.discussion.isEmpty { lines += [".PP"] + text(inner.discussion) }
            lines += options(inner.options)
        }
        if !command.options.isEmpty { lines += [".SH OPTIONS"] + options(command.options) }
        lines += [".SH \"OPTIONS OF EVERY COMMAND\""] + options(globals)
        lines += [".SH \"SEE ALSO\""] + references([(program, 1)] + topics.map { ("\(program)-\($0)", 7) })
        return Page(file: "\(name).1", text: Self.joined(lines))
    }

    package func overview<Globals, Context>(
        summary: String, description: String, groups: [(title: String, commands: [Command<Globals, Context>])],
        globals: [OptionInfo], topics: [(name: String, summary: String)]
    ) -> Page {
        var lines = head(program, section: 1, summary: summary)
        lines += [".SH SYNOPSIS", ".B \(program)", ".RI [ OPTION ...]", ".I COMMAND", "\\&..."]
        lines += [".SH DESCRIPTION"] + text(description)
        lines += [".SH COMMANDS"]
        for group in groups {
            lines.append(".SS \(Self.escaped(group.title))")
            lines += group.commands.flatMap { entry($0.name, section: 1, $0.summary) }
        }
        lines += [".SH TOPICS"] + topics.flatMap { entry($0.name, section: 7, $0.summary) }
        lines += [".SH \"OPTIONS OF EVERY COMMAND\""] + options(globals)
        return Page(file: "\(program).1", text: Self.joined(lines))
    }

    private func entry(_ name: String, section: Int, _ summary: String) -> [String] {
        [".TP", ".BR \(Self.escaped("\(program)-\(name)")) (\(section))"] + text(summary)
    }

    /// Returns the page of a topic. Its text is the formatted help.
    package func topic(_ name: String, summary: String, help: String) -> Page {
        var lines = head("\(program)-\(name)", section: 7, summary: summary)
        lines += [".SH DESCRIPTION", ".nf"]
        lines += help.split(separator: "\n", omittingEmptySubsequences: false).map { Self.line(String($0)) }
        lines += [".fi", ".SH \"SEE ALSO\""] + references([(program, 1)])
        return Page(file: "\(program)-\(name).7", text: Self.joined(lines))
    }

    // MARK: Parts

    private func head(_ name: String, section: Int, summary: String) -> [String] {
        let plain = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
        return [
            ".\\\" Made by \(program) man.",
            ".TH \(Self.escaped(name.uppercased())) \(section) \(date) \"\(program) \(version)\" \"\(program) manual\"",
            ".SH NAME",
        ] + Self.broken("\(Self.escaped(name)) \\- \(Self.escaped(plain.prefix(1).lowercased() + plain.dropFirst()))")
    }

    private func synopsis<Globals, Context>(_ path: String, _ command: Command<Globals, Context>) -> [String] {
        var lines = [".B \(Self.escaped(path))"]
        if !command.options.isEmpty { lines.append(".RI [ OPTION ...]") }
        for operand in command.operands {
            let dots = operand.repeats ? " ..." : ""
            let name = Self.escaped(operand.name)
            lines.append(
                operand.isOptional
                    ? ".RI [ \(name) \(dots.dropFirst())]" : ".I \(name)\(dots.isEmpty ? "" : "\n\\&...")")
        }
        return lines
    }

    private func options(_ options: [OptionInfo]) -> [String] {
        options.flatMap { option -> [String] in
            let short = option.short.map { "\\-\($0)\", \" " } ?? ""
            let value =
                option.placeholder.map { placeholder in
                    " \" \" \(Self.escaped(option.choices.isEmpty ? placeholder : option.choices.joined(separator: "|")))"
                } ?? ""
            let name = "\\-\\-\(Self.escaped(option.name))"
            let tag = option.short == nil ? ".BI \(name)\(value)" : ".BI \"\(short)\" \(name)\(value)"
            return [".TP", tag.replacing("\\-\", \" \"", with: "\\-\", \"")] + text(option.summary)
        }
    }

    private func references(_ pages: [(name: String, section: Int)]) -> [String] {
        pages.enumerated().map { index, page in
            ".BR \(Self.escaped(page.name)) (\(page.section))\(index < pages.count - 1 ? "," : "")"
        }
    }

    /// Formats paragraphs as filled text. Indented lines are examples and are kept as they are.
    private func text(_ text: String) -> [String] {
        var lines: [String] = []
        var isExample = false
        var isParted = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                isParted = !lines.isEmpty
                continue
            }
            let isIndented = line.hasPrefix("  ")
            if isIndented != isExample {
                lines += isIndented ? [".PP", ".nf", ".RS 4"] : [".RE", ".fi", ".PP"]
                isParted = false
            }
            if isParted { lines.append(isIndented ? "" : ".PP") }
            isParted = false
            isExample = isIndented
            if isIndented {
                lines.append(Self.line(String(line.drop { $0 == " " })))
            } else {
                lines += Self.broken(Self.line(String(line)))
            }
        }
        if isExample { lines += [".RE", ".fi"] }
        return lines.filter { !$0.isEmpty }
    }

    /// Breaks a paragraph after each sentence and at 76 columns, so that the source is readable.
    private static func broken(_ line: String) -> [String] {
        var lines: [String] = []
        var current = ""
        for word in line.split(separator: " ") {
            if !current.isEmpty, current.count + 1 + word.count > 76 || current.hasSuffix(".") {
                lines.append(current)
                current = ""
            }
            current += current.isEmpty ? guarded(String(word)) : " \(word)"
        }
        return lines + (current.isEmpty ? [] : [current])
    }

    /// Escapes a text line that would be read as a request.
    private static func guarded(_ word: String) -> String {
        word.hasPrefix(".") || word.hasPrefix("'") ? "\\&\(word)" : word
    }

    private static func line(_ text: String) -> String { text.isEmpty ? "" : guarded(escaped(text)) }

    private static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case "…": result += "..."
            case "—": result += "\\(em"
            case "→": result += "\\(->"
            default: result.append(character)
            }
        }
        return result
    }

    private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
