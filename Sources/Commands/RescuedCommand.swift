import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// `slip rescued`: lists, merges and discards text of other programs that slip could not merge.
enum RescuedCommand {
    static let command = SlipCommand(
        "rescued", "List, merge or discard text that other programs wrote to replaced files.",
        subcommands: [list, take, drop], usually: "list")

    struct ListOptionValues: Sendable {
        var format: ListFormat?
    }

    private static let list = SlipCommand(
        "list", "List the texts, oldest first, with the lines that are not in the notes.", words: [],
        options: [
            .value("format", short: "f", "FORMAT", \ListOptionValues.format, "Set the output format (default: text).")
        ],
        discussion: """
            A program that keeps a note open may write to the file that slip has replaced. The next change merges that
            text into the note. If both changed the same lines, the text is kept in .slipbox/rescued instead, until it is
            merged with 'take' or discarded with 'drop'.
            """,
        values: { ListOptionValues() },
        run: { values, _, context in
            let vault = try context.vault()
            let (texts, planner) = (RescuedTexts(vault), RescuePlanner(vault))
            let contents = try texts.contents()
            let items = contents.items.map { item -> (item: RescuedTexts.Item, lines: [[UInt8]]) in
                do {
                    return (item, try planner.missingLines(of: item))
                } catch {
                    ErrorReport(error).show(in: context)
                    return (item, [])
                }
            }
            for (path, reason) in contents.faults {
                ErrorReport(VaultError(path, reason, help: "move it elsewhere")).show(in: context)
            }
            if contents.foreignCount > 0 { context.notice(foreign(contents.foreignCount, in: vault)) }
            if values.format == .json { return try json(items, context) }
            context.page()
            for (item, lines) in items {
                let time = context.environment.calendar.civil(item.time)
                let parts = [item.name, "\(time.dayText) \(time.clockText)", item.path.text]
                try context.print(parts.map(SafeText.escaped).joined(separator: "\t"))
                for line in lines { try context.write(Array("    + ".utf8) + SafeText.escaped(line) + [Byte.newline]) }
            }
            if items.isEmpty, context.status == 0 {
                context.status = 1
                context.notice("there is no rescued text")
            }
        })

    private static func foreign(_ count: Int, in vault: Vault) -> String {
        "\(count) \(count == 1 ? "file" : "files") of another vault, machine or user, or unreadable: kept in \(vault.ownPath.text)/rescued"
    }

    private static func json(
        _ items: [(item: RescuedTexts.Item, lines: [[UInt8]])], _ context: CommandContext
    ) throws {
        var json = JSONWriter()
        json.array { json in
            for (item, lines) in items {
                json.object { json in
                    json.field("file", item.name)
                    json.path("path", item.path)
                    json.field("time", item.time.rfc3339)
                    json.key("lines")
                    json.array { json in for line in lines { json.string(String(decoding: line, as: UTF8.self)) } }
                }
            }
        }
        try context.print(json.text)
    }

    private static let take = SlipCommand(
        "take", "Merge a text into its note, with conflict markers where both have changed.", operands: ["FILE"],
        options: ChangeOptions.common,
        discussion: "FILE is a name as in 'slip rescued list'. The text itself goes to the trash.",
        values: { ChangeOptions() },
        run: { options, operands, context in try change(options, operands[0], merges: true, in: context) })

    private static let drop = SlipCommand(
        "drop", "Move a text to the trash.", operands: ["FILE"], options: ChangeOptions.common,
        discussion: "FILE is a name as in 'slip rescued list'.",
        values: { ChangeOptions() },
        run: { options, operands, context in try change(options, operands[0], merges: false, in: context) })

    private static func change(
        _ options: ChangeOptions, _ operand: Argument, merges: Bool, in context: CommandContext
    ) throws {
        try options.change(context) { snapshot in
            let planner = RescuePlanner(snapshot.vault, now: context.environment.now)
            let found = try planner.item(String(decoding: operand.bytes, as: UTF8.self))
            let (plan, hasConflicts) = try planner.plan(found, merges: merges)
            return PlannedChange(plan) { _ in
                !merges
                    ? "moved to the trash: \(found.name)"
                    : "merged into '\(found.path.text)'" + (hasConflicts ? ", with conflict markers" : "")
            }
        }
    }
}
