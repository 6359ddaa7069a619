import Arguments
import Rendering
import SourceText
import Terminal
import VaultChanges
import VaultFiles

enum UndoCommand {
    struct Values: Sendable {
        var forgets = false
        var lists = false
        var shown: Int?
        var skipsChanged = false
        var format: ListFormat?
    }

    static let undo = Program.SlipCommand(
        "undo", "Take back the last commands that changed the vault.", words: ["[N]"],
        options: [
            .flag("list", short: "l", \Values.lists, "List what can be taken back, the last first."),
            .value("show", "N", \Values.shown, "Show the Nth of that list as a diff."),
            .flag(
                "skip-changed", \Values.skipsChanged, "Leave alone what others changed since, and take back the rest."),
            .flag("forget", \Values.forgets, "Leave everything as it is, and forget the last command."),
            .value(
                "format", short: "f", "FORMAT", \Values.format, "Write the list, the change or what was done as FORMAT."
            ),
        ],
        discussion: """
            Takes back the last command, or the last N, all or nothing: where anything else has changed their files since,
            nothing is done and these are named. slip redo makes again what was taken back. A command that was interrupted
            is taken back first, by any command that changes the vault. The last 100 commands of 30 days are kept.
            """,
        values: { Values() },
        run: { values, operands, context in
            let choices = [values.lists, values.shown != nil, values.forgets, !operands.isEmpty].count { $0 }
            if choices > 1 {
                throw UsageError.other(
                    "'--list', '--show', '--forget' and N exclude each other", help: "give one of them")
            }
            if values.lists { return try list(values, context) }
            if let number = values.shown { return try show(number, values.format, in: context) }
            try takeBack(values, try count(operands.first), in: context)
        })

    static let redo = Program.SlipCommand(
        "redo", "Make again what undo took back.", words: ["[N]"],
        options: [.value("format", short: "f", "FORMAT", \Values.format, "Write what was done as FORMAT.")],
        discussion: "The last command that was taken back, or the last N, as long as slip changed nothing else since.",
        values: { Values() },
        run: { values, operands, context in
            let count = try count(operands.first)
            let redone = try context.writerAlone(recovering: true).redo(count)
            for change in redone.changes { context.remark(SafeText.escaped("made again: \(text(change))")) }
            if values.format == .json { try context.print(UndoJSON.text("redo", redone)) }
        })

    private static func count(_ operand: String?) throws -> Int {
        guard let operand else { return 1 }
        guard let count = Int(operand), count > 0 else {
            throw UsageError.other("expected how many commands, not '\(operand)'", help: "such as: slip undo 2")
        }
        return count
    }

    private static func takeBack(_ values: Values, _ count: Int, in context: CommandContext) throws {
        let writer = try context.writerAlone(recovering: false)
        func leave(_ names: [String]) {
            for name in names { context.remark(SafeText.escaped("left as it is, since others changed it: \(name)")) }
        }
        if values.forgets {
            try writer.forget()
            context.remark("forgotten; everything is left as it is")
            if values.format == .json { try context.print(UndoJSON.text("undo --forget", VaultWriter.Undone())) }
            return
        }
        var left = count
        var undone = VaultWriter.Undone()
        var interruptedTitle: String?
        if let interrupted = try writer.recover(skipsChanged: values.skipsChanged) {
            context.remark(SafeText.escaped("took back: \(interrupted.title), which was interrupted"))
            leave(interrupted.changed)
            interruptedTitle = interrupted.title
            left -= 1
        }
        if left > 0 {
            undone = try writer.undo(left, skipsChanged: values.skipsChanged)
            for change in undone.changes { context.remark(SafeText.escaped("took back: \(text(change))")) }
            for change in undone.passed {
                context.remark(SafeText.escaped("nothing is left to undo of: \(text(change))"))
            }
            leave(undone.skipped)
        }
        if values.format == .json { try context.print(UndoJSON.text("undo", undone, interrupted: interruptedTitle)) }
    }

    private static func text(_ change: ChangeSummary) -> String {
        "\(change.title)\(change.paths.isEmpty ? "" : " (\(files(change)))")"
    }

    private static func files(_ change: ChangeSummary) -> String {
        let names = change.paths.prefix(2).map(\.text).joined(separator: ", ")
        return names + (change.paths.count > 2 ? " and \(change.paths.count - 2) more" : "")
    }

    private static func list(_ values: Values, _ context: CommandContext) throws {
        let vault = try context.vault()
        let history = ChangeHistory(vault)
        let changes = try history.made()
        context.tellOfInterruption(vault)
        if changes.isEmpty {
            context.status = 1
            context.remark("there is no change to undo")
        }
        if values.format == .json { return try context.print(UndoJSON.list(changes)) }
        context.page()
        let style = context.style
        for (index, change) in changes.enumerated() {
            let civil = context.environment.calendar.civil(change.time)
            let line =
                style.run("\(index + 1)", .number) + style.run("  \(civil.dayText) \(civil.clockText)  ", .date)
                + style.run(change.title + "  ") + style.run(files(change), .path)
            for text in style.wrapped(line, indent: 4, isShown: context.world.outputIsTerminal) {
                try context.print(text)
            }
        }
        if let remark = try history.foreignRecordsRemark() { context.remark(remark) }
    }

    private static func show(_ number: Int, _ format: ListFormat?, in context: CommandContext) throws {
        let vault = try context.vault()
        guard let plan = try ChangeHistory(vault).plan(number) else {
            throw VaultError("there is no change \(number) to take back", help: "slip undo --list names them")
        }
        if format == .json { return try context.print(ChangeJSON.text(plan, isDone: true, showsPatches: true)) }
        try ChangeOptions().show(plan, context, session: try context.session())
        for remark in plan.remarks { context.remark(SafeText.escaped(remark)) }
    }
}
