import Arguments
import Rendering
import SourceText
import Terminal
import VaultFiles

/// `slip undo` and `slip redo`: revert or repeat changes that slip made.
enum UndoCommand {
    struct OptionValues: Sendable {
        var forgets = false
        var lists = false
        var shown: Int?
        var skipsChanged = false
        var client: String?
        var format: ListFormat?
    }

    static let undo = SlipCommand(
        "undo", "Undo the last changes of the vault.", words: ["[N]"],
        options: [
            .flag("list", short: "l", \OptionValues.lists, "List the changes that can be undone, most recent first."),
            .value("by", "NAME", \OptionValues.client, "Undo, list or forget only changes of the client NAME."),
            .value("show", "N", \OptionValues.shown, "Show change N of --list as a patch."),
            .flag(
                "skip-changed", \OptionValues.skipsChanged, "Skip files that have changed since; undo the rest."),
            .flag("forget", \OptionValues.forgets, "Forget the last change without undoing it."),
            .value(
                "format", short: "f", "FORMAT", \OptionValues.format,
                "Set the format of the list, the change or the result."
            ),
        ],
        discussion: """
            Undoes the last N changes (default: 1), all or nothing. If any of their files have changed since, it fails
            and lists these files. To redo undone changes, run 'slip redo'.

            The client of a change is the NAME given with --client (default: $SLIPBOX_CLIENT). With --by, the last N
            changes of that client are undone, even if others have made changes since.

            Any command that changes the vault first rolls back a command that was interrupted. The last 100 changes are
            kept for 30 days.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let choices = [values.lists, values.shown != nil, values.forgets, !operands.isEmpty].count { $0 }
            if choices > 1 {
                throw UsageError.other(
                    "'--list', '--show', '--forget' and N cannot be used together", help: "use only one of them")
            }
            if values.lists { return try list(values, context) }
            if let number = values.shown { return try show(number, values, in: context) }
            try undo(values, try count(operands.first), in: context)
        })

    static let redo = SlipCommand(
        "redo", "Redo changes that were undone.", words: ["[N]"],
        options: [
            .value("format", short: "f", "FORMAT", \OptionValues.format, "Set the output format (default: text).")
        ],
        discussion: """
            Redoes N undone changes (default: 1), in the order in which they were made. This is possible until slip makes
            another change.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let count = try count(operands.first)
            let redone = try context.writerAlone(recovering: true).redo(count) { context.remark($0.message) }
            for change in redone.changes { context.notice(SafeText.escaped("redone: \(text(change))")) }
            if values.format == .json { try context.print(UndoJSON.text("redo", redone, remarks: context.remarks)) }
        })

    private static func count(_ operand: String?) throws -> Int {
        guard let operand else { return 1 }
        guard let count = Int(operand), count > 0 else {
            throw UsageError.other("expected a number of changes, not '\(operand)'", help: "example: slip undo 2")
        }
        return count
    }

    private static func undo(_ values: OptionValues, _ count: Int, in context: CommandContext) throws {
        let writer = try context.writerAlone(recovering: false)
        func leave(_ names: [String]) {
            for name in names { context.notice(SafeText.escaped("skipped, because it has changed since: \(name)")) }
        }
        if values.forgets {
            try writer.forget(by: values.client.map { ChangeClient($0) })
            context.notice("the change was forgotten; no file was changed")
            if values.format == .json { try context.print(UndoJSON.text("undo --forget", VaultWriter.Undone())) }
            return
        }
        var left = count
        var undone = VaultWriter.Undone()
        var interruptedTitle: String?
        if let interrupted = try writer.recover(skipsChanged: values.skipsChanged) {
            context.notice(SafeText.escaped("rolled back: \(interrupted.title), which was interrupted"))
            leave(interrupted.changed)
            for notice in interrupted.notices { context.remark(notice) }
            interruptedTitle = interrupted.title
            let isWanted = values.client == nil || values.client == interrupted.client
            if isWanted, !interrupted.isAutomatic { left -= 1 }
        }
        if left > 0 {
            undone = try writer.undo(
                left, by: values.client.map { ChangeClient($0) }, skipsChanged: values.skipsChanged
            ) {
                context.remark($0.message)
            }
            for change in undone.changes { context.notice(SafeText.escaped("undone: \(text(change))")) }
            for change in undone.passed {
                context.notice(SafeText.escaped("nothing left to undo in: \(text(change))"))
            }
            leave(undone.skipped)
        }
        if values.format == .json {
            try context.print(
                UndoJSON.text("undo", undone, interrupted: interruptedTitle, remarks: context.remarks))
        }
    }

    private static func text(_ change: ChangeSummary) -> String {
        "\(change.title)\(change.paths.isEmpty ? "" : " (\(files(change)))")"
    }

    private static func files(_ change: ChangeSummary) -> String {
        let names = change.paths.prefix(2).map(\.text).joined(separator: ", ")
        return names + (change.paths.count > 2 ? " and \(change.paths.count - 2) more" : "")
    }

    private static func list(_ values: OptionValues, _ context: CommandContext) throws {
        let vault = try context.vault()
        let history = ChangeHistory(vault)
        let changes = try history.made(by: values.client.map { ChangeClient($0) })
        context.reportInterruption(vault)
        if changes.isEmpty {
            context.status = 1
            context.notice("there is no change to undo")
        }
        if values.format == .json { return try context.print(UndoJSON.list(changes)) }
        context.page()
        let style = context.style
        for (index, change) in changes.enumerated() {
            let civil = context.environment.calendar.civil(change.time)
            let line =
                style.run("\(index + 1)", .number) + style.run("  \(civil.dayText) \(civil.clockText)  ", .date)
                + style.run(change.title + "  ") + style.run(files(change), .path)
                + style.run(change.client.map { "  (\($0))" } ?? "")
            for text in style.wrapped(line, indent: 4, isShown: context.host.outputIsTerminal) {
                try context.print(text)
            }
        }
        if let notice = try history.foreignRecordsRemark() { context.notice(notice) }
    }

    private static func show(_ number: Int, _ values: OptionValues, in context: CommandContext) throws {
        let vault = try context.vault()
        guard let plan = try ChangeHistory(vault).plan(number, by: values.client.map { ChangeClient($0) }) else {
            throw VaultError("there is no change \(number) to undo", help: "to list changes: slip undo --list")
        }
        if values.format == .json { return try context.print(ChangeJSON.text(plan, isDone: true, showsPatches: true)) }
        try ChangeOptions().show(plan, context)
        for notice in plan.notices { context.notice(SafeText.escaped(notice)) }
    }
}
