import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip keyword`: lists, adds, removes, renames and colors keywords.
enum KeywordCommand {
    static let command = SlipCommand(
        "keyword", "List and change keywords.", subcommands: [list, add, remove, rename, delete, color],
        usually: "list")

    private static let add = SlipCommand(
        "add", "Add keywords to notes.", operands: ["[NOTE]", "KEYWORD…"],
        options: ChangeOptions.choosing + ChangeOptions.ofNotes,
        discussion: "NOTE may be - to read paths from standard input. Existing keywords are kept as they are.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            try change(options, operands, in: context) { notes, keywords, snapshot in
                try KeywordPlanner(snapshot).add(keywords, to: notes)
            }
        })

    private static let remove = SlipCommand(
        "remove", "Remove keywords from notes.",
        operands: ["[NOTE]", "KEYWORD…"], options: ChangeOptions.choosing + ChangeOptions.ofNotes,
        discussion: "A hashtag loses its #, and the word stays. NOTE may be - to read paths from standard input.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            try change(options, operands, in: context) { notes, keywords, snapshot in
                try KeywordPlanner(snapshot).remove(keywords, from: notes)
            }
        })

    /// Adds or removes keywords. The first operand is the note, unless a query selects the notes.
    private static func change(
        _ options: ChangeOptions, _ operands: [Argument], in context: CommandContext,
        plan: ([VaultPath], [String], VaultSnapshot) throws -> ChangePlan
    ) throws {
        let names = options.query == nil ? 1 : 0
        guard operands.count > names else { throw UsageError.missingOperand("KEYWORD") }
        let keywords = try operands.dropFirst(names).map { try $0.asText() }
        try options.change(context) { snapshot in
            let notes = try options.notes(Array(operands.prefix(names)), context, snapshot: snapshot)
            if notes.isEmpty { return nil }
            return PlannedChange(try plan(notes, keywords, snapshot), of: notes) { count in
                notes.count == 1 ? "'\(notes[0].text)' changed" : "\(Counted.notes(count)) changed"
            }
        }
    }

    private static let list = SlipCommand(
        "list", "List keywords with their numbers of notes and of active notes.", words: ["[TERM]"],
        options: ListOptions.options,
        discussion: """
            With TERM: lists only keywords that contain TERM, ignoring case and diacritics. A note is active unless it
            has the last status of statuses: in the configuration. Keywords that are only in the configuration are
            listed with 0 notes.
            """,
        values: { ListOptions() },
        run: { options, operands, context in
            var keywords = try context.read { try $0.lists.keywords(containing: operands.first) }
            if let order = options.order { keywords = order.sorted(keywords, name: \.name, count: \.notes) }
            let empty = operands.first.map { "no keyword contains '\($0)'" } ?? "no keywords"
            try options.print(keywords, context, heading: ["keyword", "notes", "active"], empty: empty) { keyword in
                [.keyword(keyword.name), .number(keyword.notes), .number(keyword.active)]
            } members: { keyword, json in
                json.field("keyword", keyword.name)
                json.field("notes", keyword.notes)
                json.field("active", keyword.active)
                json.field("color", keyword.color)
            }
        })

    private static let rename = SlipCommand(
        "rename", "Rename a keyword in all notes.", words: ["OLD", "NEW"],
        options: ChangeOptions.ofNotes,
        discussion: """
            Renames it in front matter, hashtags, nested keywords and the configuration. If a note has both keywords,
            they are merged. If NEW cannot be written as a hashtag, the keyword is moved to the front matter.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let names = operands.map(KeywordPlanner.name)
                let notes = try snapshot.notes(withKeyword: names[0], nested: true)
                let plan = try KeywordPlanner(snapshot).rename(names[0], to: names[1])
                if notes.isEmpty, plan.isEmpty { throw VaultError("no note has the keyword '\(names[0])'") }
                return PlannedChange(plan, of: notes) { _ in
                    "#\(names[0]) renamed to #\(names[1]) in \(Counted.notes(notes.count))"
                }
            }
        })

    private static let delete = SlipCommand(
        "delete", "Remove a keyword from all notes.", words: ["KEYWORD"],
        options: ChangeOptions.ofNotes(force: ChangeOptions.force("Remove it from notes")),
        discussion: """
            Removes the keywords nested in it too. Fails if notes have the keyword, unless --force is given. A hashtag
            loses its #, and the word stays.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let name = KeywordPlanner.name(operands[0])
                let notes = try snapshot.notes(withKeyword: name, nested: true)
                let planner = KeywordPlanner(snapshot)
                let nested = try planner.nested(in: name)
                if !notes.isEmpty, !options.force, !options.isDryRun {
                    let others = nested.isEmpty ? "" : " or one nested in it (\(shortList(nested)))"
                    throw VaultError(
                        "\(Counted.notes(notes.count)) \(notes.count == 1 ? "has" : "have") the keyword '\(name)'\(others); nothing was changed",
                        help: "to remove it from them: --force")
                }
                let plan = try planner.delete(name, nested: nested, from: notes)
                return PlannedChange(plan, of: notes) { _ in
                    let others = nested.isEmpty ? "" : " and \(shortList(nested))"
                    return "'\(name)'\(others) removed from \(Counted.notes(notes.count))"
                }
            }
        })

    /// Returns the first keywords in quotes, and how many more there are.
    private static func shortList(_ keywords: [String]) -> String {
        let shown = keywords.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return keywords.count > 3 ? "\(shown) and \(keywords.count - 3) more" : shown
    }

    private static let color = SlipCommand(
        "color", "Set or remove the color of a keyword in the configuration.", words: ["KEYWORD", "COLOR"],
        options: ChangeOptions.common + [ChangeOptions.force],
        discussion: """
            COLOR is hexadecimal RRGGBB or RRGGBBAA such as d04020, a CSS name such as teal, or none to remove the
            color. A # before the digits is accepted, but must be quoted in a shell.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let plan = try KeywordPlanner(snapshot).setColor(operands[1], of: operands[0])
                let name = KeywordPlanner.name(operands[0])
                let isRemoved = operands[1].lowercased() == "none"
                return PlannedChange(plan) { _ in
                    isRemoved ? "'\(name)' has no color now" : "color of '\(name)' set to \(operands[1])"
                }
            }
        })
}
