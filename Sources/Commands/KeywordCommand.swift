import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultChanges
import VaultFiles

enum KeywordCommand {
    static let command = Program.SlipCommand(
        "keyword", "List and change keywords.", subcommands: [list, add, remove, rename, delete, color])

    private static let add = Program.SlipCommand(
        "add", "Give notes keywords.", operands: ["[NOTE]", "KEYWORD…"],
        options: ChangeOptions.choosing + ChangeOptions.common,
        discussion: "NOTE may be -, for paths on standard input. Twice is no change.", values: { ChangeOptions() },
        run: { options, operands, context in
            try change(options, operands, in: context) { notes, keywords, session in
                try KeywordPlanner(session).add(keywords, to: notes)
            }
        })

    private static let remove = Program.SlipCommand(
        "remove", "Take keywords from notes; a hashtag loses its #, the word stays.",
        operands: ["[NOTE]", "KEYWORD…"], options: ChangeOptions.choosing + ChangeOptions.common,
        discussion: "NOTE may be -, for paths on standard input.", values: { ChangeOptions() },
        run: { options, operands, context in
            try change(options, operands, in: context) { notes, keywords, session in
                try KeywordPlanner(session).remove(keywords, from: notes)
            }
        })

    /// Adds or removes keywords. The first operand is the note, unless a query selects the notes.
    private static func change(
        _ options: ChangeOptions, _ operands: [Argument], in context: CommandContext,
        plan: ([VaultPath], [String], VaultSession) throws -> ChangePlan
    ) throws {
        let names = options.query == nil ? 1 : 0
        guard operands.count > names else { throw UsageError.missingOperand("KEYWORD") }
        let keywords = try operands.dropFirst(names).map { try $0.asText() }
        let session = try context.session(changing: true)
        let notes = try options.notes(Array(operands.prefix(names)), context, session: session)
        if notes.isEmpty { return context.remark("no notes found; nothing to change") }
        try options.carryOut(try plan(notes, keywords, session), context, session: session) { count in
            notes.count == 1 ? "'\(notes[0].text)' changed" : "\(Counted.notes(count)) changed"
        }
    }

    private static let list = Program.SlipCommand(
        "list", "List keywords with the number of notes and of active ones.", words: ["[TERM]"],
        options: ListOptions.options,
        discussion: """
            TERM narrows the list to keywords that contain it, ignoring case and diacritics. Active notes are those whose
            status is not the last of statuses: in the configuration. Keywords that only the configuration names are
            listed with 0.
            """,
        values: { ListOptions() },
        run: { options, operands, context in
            let session = try context.session()
            var keywords = try session.withSnapshot { try session.lists.keywords(holding: operands.first) }
            if let order = options.order { keywords = order.sorted(keywords, name: \.name, count: \.notes) }
            let empty = operands.first.map { "no keyword contains '\($0)'" } ?? "no keywords"
            try options.print(keywords, context, heading: ["keyword", "notes", "active"], empty: empty) { keyword in
                [.keyword(keyword.name), .number(keyword.notes), .number(keyword.active)]
            } members: { keyword, json in
                json.field("keyword")
                json.string(keyword.name)
                json.field("notes")
                json.int(keyword.notes)
                json.field("active")
                json.int(keyword.active)
                json.field("color")
                json.string(keyword.color)
            }
        })

    private static let rename = Program.SlipCommand(
        "rename", "Give a keyword another name in all notes.", words: ["OLD", "NEW"],
        options: ChangeOptions.common + [ChangeOptions.expect, ChangeOptions.force],
        discussion: """
            Covers front matter, hashtags, keywords nested below it and the configuration; where a note has both, they
            become one. A name that no hashtag can hold moves the keyword to the front matter.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let notes = try session.lists.notes(withKeyword: operands[0], nested: true)
            try options.guardCount(notes.count)
            let plan = try KeywordPlanner(session).rename(operands[0], to: operands[1])
            if notes.isEmpty, plan.isEmpty { throw VaultError("no note has the keyword '\(operands[0])'") }
            try options.carryOut(plan, context, session: session) { _ in
                "#\(operands[0]) is now #\(operands[1]) in \(Counted.notes(notes.count))"
            }
        })

    private static let delete = Program.SlipCommand(
        "delete", "Take a keyword from all notes.", words: ["KEYWORD"],
        options: ChangeOptions.common + [ChangeOptions.force],
        discussion: "Refused where notes have it, unless --force; a hashtag loses its #, the word stays.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let notes = try session.lists.notes(withKeyword: operands[0], nested: false)
            if !notes.isEmpty, !options.force, !options.isDryRun {
                throw VaultError(
                    "\(Counted.notes(notes.count)) \(notes.count == 1 ? "has" : "have") the keyword '\(operands[0])'; nothing was changed",
                    help: "--force takes it from them")
            }
            let plan = try KeywordPlanner(session).delete(operands[0])
            try options.carryOut(plan, context, session: session) { _ in
                "'\(operands[0])' taken from \(Counted.notes(notes.count))"
            }
        })

    private static let color = Program.SlipCommand(
        "color", "Give a keyword a colour in the configuration, or remove it.", words: ["KEYWORD", "COLOR"],
        options: ChangeOptions.common,
        discussion: """
            COLOR is RRGGBB or RRGGBBAA in hexadecimal, such as d04020, a CSS name such as teal, or none, which removes
            the colour. A # before the digits is accepted; quote it, since a shell takes it for a comment.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let plan = try KeywordPlanner(session).setColor(operands[1], of: operands[0])
            let isRemoved = operands[1].lowercased() == "none"
            try options.carryOut(plan, context, session: session) { _ in
                isRemoved ? "'\(operands[0])' has no colour now" : "'\(operands[0])' is \(operands[1])"
            }
        })
}
