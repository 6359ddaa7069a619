import Arguments
import Editing
import Indexing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip trash`: lists, restores and deletes removed files.
enum TrashCommand {
    static let command = SlipCommand(
        "trash", "List, restore or empty the vault's trash.", subcommands: [list, restore, empty], usually: "list")

    private static let list = SlipCommand(
        "list", "List the files in the trash, most recently removed first.", words: [],
        options: FormatOption.options,
        discussion: """
            A vault that is moved keeps its trash. Files that were removed in another vault, on another machine, or by
            another user are counted but not listed. They stay in .slipbox/trash, in separate folders.
            """,
        values: { FormatOption() },
        run: { values, _, context in
            let session = try context.session()
            let contents = try Trash(session.vault, now: context.environment.now).contents()
            if values.format == .json {
                try json(contents.items, context)
            } else {
                context.page()
                var numbers = NumberedResults(contents.items.count, in: context)
                for item in contents.items {
                    let number = context.style.text(numbers.add(item.path, root: session.vault.root))
                    let along = item.notes.isEmpty ? "" : "with " + item.notes.map(\.text).joined(separator: ", ")
                    let parts = [item.time, item.path.text] + (along.isEmpty ? [] : [along])
                    try context.print(number + parts.map(SafeText.escaped).joined(separator: "\t"))
                }
                try numbers.keep(of: session.vault)
            }
            if !contents.others.isEmpty { context.notice(others(contents.others.count)) }
            if contents.isEmpty {
                context.status = 1
                context.notice("the trash is empty")
            }
        })

    private static func others(_ count: Int) -> String {
        "\(count) \(count == 1 ? "item" : "items") of another vault, machine or user, or unreadable: kept in .slipbox/trash"
    }

    private static func json(_ items: [Trash.Item], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.objects(items) { item, json in
            json.path("path", item.path)
            json.field("time", item.time)
            json.field("with", item.notes.map(\.text))
        }
        try context.print(json.text)
    }

    struct RestoreOptionValues: Sendable {
        var change = ChangeOptions()
        var destination: Argument?
    }

    private static let restore = SlipCommand(
        "restore", "Restore files to their original paths.", operands: ["PATH…"],
        options: ChangeOptions.common.map { $0.on(\RestoreOptionValues.change) } + [
            .value("to", "PATH", \RestoreOptionValues.destination, "Restore to PATH instead; only for a single file.")
        ],
        discussion: """
            PATH is a path as in 'slip trash list', or a file name. If several files match, the most recently removed
            one is restored. %1 is the first file of the last list in this terminal. The attachments that were removed
            with a note are restored with it.
            """,
        values: { RestoreOptionValues() },
        run: { values, operands, context in
            if values.destination != nil, operands.count > 1 {
                throw UsageError.other("'--to' can be used with only one PATH", help: "restore the files separately")
            }
            try values.change.change(context) { snapshot in
                let destination = try values.destination.map { try context.arguments(snapshot).newPath($0) }
                let paths = try operands.map { operand in
                    try context.lastResult(operand, snapshot.vault)?.path ?? VaultPath(bytes: operand.bytes)
                }
                let plan = try TrashPlanner(snapshot).restore(paths, to: destination)
                return PlannedChange(plan) { _ in
                    "restored \(operands.map(\.shown).joined(separator: ", "))"
                        + (destination.map { " as '\($0.text)'" } ?? "")
                }
            }
        })

    private static let empty = SlipCommand(
        "empty", "Delete all files in the trash permanently.", words: [],
        options: [.flag("force", \ChangeOptions.force, "Skip the confirmation.")],
        discussion: "On a terminal, slip lists the files and asks for confirmation. Otherwise --force is required.",
        values: { ChangeOptions() },
        run: { options, _, context in
            let session = try context.session(changing: true)
            let contents = try Trash(session.vault, now: context.environment.now).contents()
            if !contents.items.isEmpty, !options.force {
                let count = "\(contents.items.count) \(contents.items.count == 1 ? "item" : "items")"
                try options.confirm("Delete \(count) permanently", contents.items.map(\.path.text), in: context)
            }
            try Trash(session.vault, now: context.environment.now).empty()
            context.notice(contents.items.isEmpty ? "the trash is empty" : "the trash has been emptied")
            if !contents.others.isEmpty { context.notice(others(contents.others.count)) }
        })
}
