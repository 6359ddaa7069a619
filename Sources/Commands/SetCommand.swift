import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip set`: sets front matter keys of notes.
enum SetCommand {
    static let command = SlipCommand(
        "set", "Set front matter keys of notes.", operands: ["[NOTE…]", "KEY=VALUE…"],
        options: changeOptions + tableOptions,
        discussion: """
            An assignment is KEY=VALUE, KEY= to remove the key, KEY+=VALUE to add to a list or KEY-=VALUE to remove from
            a list. VALUE may be a date such as +7d or 'next friday': see 'slip help assignments'.

            If a title, id or alias changes, links that use it are updated, and those that would break are listed. A
            title that is the first heading is changed there. Only the bytes of the values change. NOTE may be - to read
            paths from standard input. Notes and assignments may be in any order.

            slip set --table QUERY FIELDS opens the notes that QUERY finds as a table in $VISUAL or $EDITOR, with a row
            per note and the columns FIELDS, such as path,title,rating. The first cell of a row names the note. A changed
            cell is set as by KEY=VALUE, an empty one removes the key, and a changed path moves the note. A row with an
            empty first cell makes a note, and with --rm a removed row moves its note to the trash. All of it is shown,
            confirmed, and done as one change, unless one of the notes has changed meanwhile. In a cell, \\t is a tab, \\n
            a line end, \\s a space at either end and \\\\ a backslash. With --format csv, cells are quoted instead.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            if values.isTable { return try table(values, operands, in: context) }
            let options = try values.changeWithoutTable()
            var names: [Argument] = []
            var assignments: [(argument: Argument, value: PropertyAssignment)] = []
            for operand in operands {
                if let value = PropertyAssignment(operand.shown) {
                    assignments.append((operand, value))
                } else {
                    names.append(operand)
                }
            }
            for (argument, _) in assignments { _ = try argument.asText() }
            guard !assignments.isEmpty else { throw UsageError.missingOperand("KEY=VALUE") }
            try options.change(context) { snapshot in
                for (argument, _) in assignments { try refuseNote(argument, context, snapshot: snapshot) }
                let notes = try options.notes(names, context, snapshot: snapshot)
                if notes.isEmpty { return nil }
                let title = "set \(PlanTitle.arguments(assignments.map(\.argument.shown)))"
                let values = try PropertyPlanner(snapshot).resolved(assignments.map(\.value), force: options.force)
                var plan = try PropertyPlanner(snapshot).set(
                    values.assignments, of: notes, force: options.force, title: title)
                plan.notices = values.notices + plan.notices
                let own = plan.writes(to: Set(notes))
                return PlannedChange(plan, of: notes) { count in
                    (notes.count == 1 ? "'\(notes[0].text)' changed" : "\(Counted.notes(own)) changed")
                        + (notes.count > own ? ", \(notes.count - own) unchanged" : "")
                        + (count > own ? "; links updated in \(Counted.notes(count - own))" : "")
                }
            }
        })

    /// The formats of the result, and of the table.
    enum OutputFormat: String, CaseIterable, ArgumentValue, Sendable { case text, json, tsv, csv }

    struct OptionValues: Sendable {
        var change = ChangeOptions()
        var format: OutputFormat?
        var isTable = false
        var removes = false
        var agrees = false

        /// Returns the options of a change without a table. Throws if an option requires one.
        fileprivate func changeWithoutTable() throws -> ChangeOptions {
            var change = change
            change.format = format.flatMap { ListFormat(rawValue: $0.rawValue) }
            let given = [
                ("--rm", removes), ("--yes", agrees),
                ("--format \(format?.rawValue ?? "")", format != nil && change.format == nil),
            ]
            for (name, isGiven) in given where isGiven {
                throw UsageError.other("'\(name)' requires '--table'", help: "slip set --table QUERY FIELDS \(name)")
            }
            return change
        }
    }

    /// The options of all commands that change notes, of which `--format` also sets the format of the table.
    private static let changeOptions: [Option<OptionValues>] =
        (ChangeOptions.choosing + ChangeOptions.ofNotes(force: ChangeOptions.force("Accept any key and value")))
        .filter { $0.info.name != "format" }.map { $0.on(\OptionValues.change) } + [
            .value(
                "format", short: "f", "FORMAT", \.format,
                "Set the format of the result or plan; with --table: tsv (default) or csv.")
        ]

    private static let tableOptions: [Option<OptionValues>] = [
        .flag("table", \.isTable, "Open the notes that QUERY finds as a table in the editor."),
        .flag("rm", \.removes, "With --table: move the notes of removed rows to the trash."),
        .flag("yes", short: "y", \.agrees, "With --table: skip the confirmation."),
    ]

    private static func table(_ values: OptionValues, _ operands: [Argument], in context: CommandContext) throws {
        guard operands.count == 2 else {
            throw operands.count < 2
                ? UsageError.missingOperand(operands.isEmpty ? "QUERY" : "FIELDS")
                : UsageError.other("too many operands for '--table'", help: "slip set --table QUERY FIELDS")
        }
        if values.change.query != nil || values.change.nullTerminated || values.change.conditions != Preconditions() {
            throw UsageError.other(
                "'--table' cannot be used with '--query', '--null', '--if', '--if-hash' or '--expect'",
                help: "slip set --table QUERY FIELDS")
        }
        guard values.format != .json, values.format != .text else {
            throw UsageError.other("'--table' requires the format tsv or csv", help: "--format csv")
        }
        var options = values.change
        options.forceAgrees = false
        let table = TableEditing(
            options: options, form: values.format == .csv ? .csv : .tsv, removes: values.removes,
            agrees: values.agrees, context: context)
        try table.run(try operands[0].asText(), try operands[1].asText())
    }

    /// Throws if an assignment is also the path of a note, such as `a=b.md`: the user may have meant the note.
    private static func refuseNote(_ argument: Argument, _ context: CommandContext, snapshot: VaultSnapshot) throws {
        guard let path = context.pathFromHere(argument, snapshot.vault), try snapshot.isNote(path) else { return }
        throw VaultError(
            "'\(argument.shown)' is both an assignment and a note; nothing was changed",
            help: "for the note, write ./\(argument.shown)")
    }
}
