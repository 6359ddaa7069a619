import Arguments
import Rendering
import SourceText
import VaultCore

enum RemoveCommand {
    struct Values: Sendable {
        var change = ChangeOptions()
        var unlinks = false
    }

    static let command = Program.SlipCommand(
        "rm", "Move notes to the vault's trash, with their own attachments.", operands: ["[NOTE…]"],
        options: (ChangeOptions.choosing + [ChangeOptions.dryRun, ChangeOptions.force]).map { $0.on(\Values.change) }
            + [
                .flag("unlink", \.unlinks, "Take the links to them out of the other notes.")
            ],
        discussion: """
            Says which links will lead nowhere; --unlink takes them out: entries of front matter go, a link in the text
            leaves its label. Attachments go along that no other note references, that lie in or below the note's folder
            and have an extension of attachment-extensions: in the configuration. Asks on a terminal, and needs --force
            elsewhere. 'slip undo' and 'slip trash restore' bring back what went.
            """,
        values: { Values() },
        run: { values, operands, context in
            let options = values.change
            let session = try context.session(changing: true)
            let notes = try options.notes(operands, context, session)
            if notes.isEmpty { return context.note("no notes found; nothing to remove") }
            let plan = try session.plan(removing: notes, unlinks: values.unlinks)
            try options.confirm("Move \(Counted.notes(notes.count)) to the trash", context)
            try options.carryOut(plan, context, session) { count in
                "\(Counted.notes(notes.count)) moved to the trash"
                    + (count > 0 ? ", links taken out of \(Counted.notes(count))" : "")
            }
        })
}

enum TrashCommand {
    static let command = Program.SlipCommand(
        "trash", "List, restore or empty the vault's trash.", subcommands: [list, restore, empty])

    private static let list = Program.SlipCommand(
        "list", "List what is in the trash, the newest first.", values: { 0 },
        run: { _, _, context in
            let session = try context.session()
            let items = try session.trash.items()
            for item in items { try context.print("\(item.time)\t\(Style.escaped(item.path.text))") }
            if items.isEmpty { context.status = 1 }
        })

    private static let restore = Program.SlipCommand(
        "restore", "Put things back where they were.", operands: ["PATH…"], options: [ChangeOptions.dryRun],
        discussion: "PATH is as 'slip trash list' shows it, or a file's name; of several the newest.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let plan = try session.plan(restoring: operands)
            try options.carryOut(plan, context, session) { _ in "restored \(operands.joined(separator: ", "))" }
        })

    private static let empty = Program.SlipCommand(
        "empty", "Remove for good what is in the trash.", options: [ChangeOptions.force],
        values: { ChangeOptions() },
        run: { options, _, context in
            let session = try context.session(changing: true)
            let count = try session.trash.items().count
            if count == 0 {
                // What was restored has left its folder behind.
                try session.trash.empty()
                return context.note("the trash is empty")
            }
            try options.confirm("Remove \(Counted.number(count, "thing") ?? "nothing") for good", context)
            try session.trash.empty()
            context.note("the trash is empty now")
        })
}
