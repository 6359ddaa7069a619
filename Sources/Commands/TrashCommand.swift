import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultChanges

enum TrashCommand {
    static let command = Program.SlipCommand(
        "trash", "List, restore or empty the vault's trash.", subcommands: [list, restore, empty])

    struct ListValues: Sendable {
        var format: ListFormat?
    }

    private static let list = Program.SlipCommand(
        "list", "List what is in the trash, the newest first.", words: [],
        options: [.value("format", short: "f", "FORMAT", \ListValues.format, "Write the list as FORMAT.")],
        discussion: """
            A vault that is moved keeps its trash. Things that were thrown away in another vault, such as the one this is a
            copy of, on another machine or by another user are only counted: they stay in .slipbox/trash, each in a folder
            of its own.
            """,
        values: { ListValues() },
        run: { values, _, context in
            let session = try context.session()
            let contents = try Trash(session.vault, now: session.now).contents()
            if values.format == .json {
                try json(contents.items, context)
            } else {
                context.page()
                for item in contents.items {
                    let along = item.notes.isEmpty ? "" : "with " + item.notes.map(\.text).joined(separator: ", ")
                    let parts = [item.time, item.path.text] + (along.isEmpty ? [] : [along])
                    try context.print(parts.map(SafeText.escaped).joined(separator: "\t"))
                }
            }
            if !contents.others.isEmpty { context.remark(others(contents.others.count)) }
            if contents.isEmpty {
                context.status = 1
                context.remark("the trash is empty")
            }
        })

    private static func others(_ count: Int) -> String {
        "\(count) \(count == 1 ? "thing" : "things") of another vault, machine or user, or unreadable: kept in .slipbox/trash"
    }

    private static func json(_ items: [Trash.Item], _ context: CommandContext) throws {
        var json = JSONWriter()
        json.array { json in
            for item in items {
                json.object { json in
                    json.path("path", item.path)
                    json.key("time")
                    json.string(item.time)
                    json.key("with")
                    json.array { json in for note in item.notes { json.string(note.text) } }
                }
            }
        }
        try context.print(json.text)
    }

    struct RestoreValues: Sendable {
        var change = ChangeOptions()
        var destination: Argument?
    }

    private static let restore = Program.SlipCommand(
        "restore", "Put things back where they were.", operands: ["PATH…"],
        options: ChangeOptions.common.map { $0.on(\RestoreValues.change) } + [
            .value("to", "PATH", \RestoreValues.destination, "Put it at PATH instead; for one thing alone.")
        ],
        discussion: """
            PATH is as 'slip trash list' shows it, or a file's name; of several the newest. The attachments that went along
            with a note come back with it.
            """,
        values: { RestoreValues() },
        run: { values, operands, context in
            if values.destination != nil, operands.count > 1 {
                throw UsageError.other("'--to' is for one thing alone", help: "restore them one at a time")
            }
            let session = try context.session(changing: true)
            let destination = try values.destination.map { try context.newPath($0, session) }
            let plan = try TrashPlanner(session).restore(operands.map { VaultPath(bytes: $0.bytes) }, to: destination)
            try values.change.carryOut(plan, context, session: session) { _ in
                "restored \(operands.map(\.shown).joined(separator: ", "))"
                    + (destination.map { " as '\($0.text)'" } ?? "")
            }
        })

    private static let empty = Program.SlipCommand(
        "empty", "Remove for good what is in the trash.", words: [], options: [ChangeOptions.force],
        discussion: "Asks on a terminal, after naming what would go, and needs --force elsewhere.",
        values: { ChangeOptions() },
        run: { options, _, context in
            var options = options
            let session = try context.session(changing: true)
            let contents = try Trash(session.vault, now: session.now).contents()
            if !contents.items.isEmpty {
                let count = "\(contents.items.count) \(contents.items.count == 1 ? "thing" : "things")"
                try options.confirm("Remove \(count) for good", contents.items.map(\.path.text), in: context)
            }
            try Trash(session.vault, now: session.now).empty()
            context.remark(contents.items.isEmpty ? "the trash is empty" : "the trash is empty now")
            if !contents.others.isEmpty { context.remark(others(contents.others.count)) }
        })
}
