import Arguments
import Editing
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip rescued`: lists, merges and discards text of other programs that slip could not merge.
enum RescuedCommand {
    static let command = SlipCommand(
        "rescued", "List, merge or discard text that other programs wrote to replaced files.",
        subcommands: [list, take, drop], usually: "list")

    private static let list = SlipCommand(
        "list", "List the texts, oldest first, with the lines that are not in the notes.", words: [],
        options: FormatOption.options,
        discussion: """
            A program that keeps a note open may write to the file that slip has replaced. The next change merges that
            text into the note. If both changed the same lines, the text is kept in .slipbox/rescued instead, until it is
            merged with 'take' or discarded with 'drop'.

            The last lines, with - for a name, are replaced files that a program still has open, or whose text the next
            change merges or saves. A text of more than 64 MB stays in the replaced file, which is named.
            """,
        values: { FormatOption() },
        run: { values, _, context in
            let vault = try context.vault()
            let texts = RescuedTexts(vault)
            let contents = try texts.contents()
            let planner = RescuePlanner(vault)
            var rows = contents.items.map { row($0, planner, in: context) }
            rows += texts.pendingFiles().map { row($0, planner) }
            for (path, reason) in contents.faults {
                ErrorReport(VaultError(path, reason, help: "move it elsewhere")).show(in: context)
            }
            if contents.foreignCount > 0 { context.notice(foreign(contents.foreignCount, in: vault)) }
            if values.format == .json { try json(rows, context) } else { try text(rows, context) }
            if rows.isEmpty, context.status == 0 {
                context.status = 1
                context.notice("there is no rescued text")
            }
        })

    /// A text in the list: a rescued one, or one in a file that is still open.
    private struct Row {
        /// The name for `take` and `drop`, or nil if the text is not rescued yet.
        var name: String?
        var path: VaultPath
        var time: Moment
        /// The lines that the note does not have.
        var lines: [[UInt8]] = []
        /// Why the text is not rescued yet.
        var state: String?
        var writer: FileWriter?
    }

    /// Returns the row of a rescued text. Reports one that cannot be read.
    private static func row(
        _ item: RescuedTexts.Item, _ planner: RescuePlanner, in context: CommandContext
    ) -> Row {
        var row = Row(name: item.name, path: item.path, time: item.time)
        do {
            row.lines = try planner.missingLines(of: item)
        } catch {
            ErrorReport(error).show(in: context)
        }
        return row
    }

    private static func row(_ file: PendingFile, _ planner: RescuePlanner) -> Row {
        var row = Row(
            path: file.path, time: file.time, lines: planner.missingLines(of: file.text ?? [], in: file.path))
        switch file.state {
        case .open(let writer):
            row.writer = writer
            row.state = "still open in \(writer?.description ?? "another program")"
        case .mergeable: row.state = "merged by the next change"
        case .conflicting: row.state = "conflicts with the note; saved here by the next change"
        case .unreadable(let reason): row.state = "cannot be read: \(reason); stays in '\(file.file.text)'"
        }
        return row
    }

    private static func text(_ rows: [Row], _ context: CommandContext) throws {
        context.page()
        for row in rows {
            let time = context.environment.calendar.civil(row.time)
            let parts = [row.name ?? "-", "\(time.dayText) \(time.clockText)", row.path.text, row.state]
            try context.print(parts.compactMap { $0.map(SafeText.escaped) }.joined(separator: "\t"))
            for line in row.lines { try context.write(Array("    + ".utf8) + SafeText.escaped(line) + [Byte.newline]) }
        }
    }

    private static func json(_ rows: [Row], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.objects(rows) { row, json in
            json.field("file", row.name)
            json.path("path", row.path)
            json.field("time", row.time.rfc3339)
            json.field("lines", row.lines.map { String(decoding: $0, as: UTF8.self) })
            json.field("state", row.state)
            json.field("program", row.writer?.name)
            json.field("process", row.writer.map { Int64($0.process) })
        }
        try context.print(json.text)
    }

    private static func foreign(_ count: Int, in vault: Vault) -> String {
        "\(count) \(count == 1 ? "file" : "files") of another vault, machine or user, or unreadable: kept in \(vault.ownPath.text)/rescued"
    }

    private static let take = SlipCommand(
        "take", "Merge a text into its note, with conflict markers where both have changed.",
        operands: ["FILE", "[NOTE]"], options: ChangeOptions.common + [ChangeOptions.force],
        discussion: """
            FILE is a name as in 'slip rescued list'. With NOTE, the text is merged into that note, for example if its
            own note was renamed. The text itself goes to the trash.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let (planner, item) = try find(operands[0], snapshot, in: context)
                let note = try operands.dropFirst().first.map {
                    try context.arguments(snapshot).note($0, changes: true)
                }
                let (plan, hasConflicts) = try planner.take(item, into: note)
                return PlannedChange(plan) { _ in
                    "merged into '\((note ?? item.path).text)'" + (hasConflicts ? ", with conflict markers" : "")
                }
            }
        })

    private static let drop = SlipCommand(
        "drop", "Move a text to the trash.", operands: ["FILE"], options: ChangeOptions.common,
        discussion: "FILE is a name as in 'slip rescued list'.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let (planner, item) = try find(operands[0], snapshot, in: context)
                return PlannedChange(planner.drop(item)) { _ in "moved to the trash: \(item.name)" }
            }
        })

    private static func find(
        _ operand: Argument, _ snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> (RescuePlanner, RescuedTexts.Item) {
        let planner = RescuePlanner(snapshot.vault, now: context.environment.now)
        return (planner, try planner.item(String(decoding: operand.bytes, as: UTF8.self)))
    }
}
