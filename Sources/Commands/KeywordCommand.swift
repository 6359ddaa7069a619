import Arguments
import Rendering
import SourceText
import VaultCore

enum KeywordCommand {
    static let command = Program.SlipCommand(
        "keyword", "List and change keywords.", subcommands: [list, add, remove, rename, delete, color])

    private static let add = Program.SlipCommand(
        "add", "Give a note keywords.", operands: ["NOTE", "KEYWORD…"], options: [ChangeOptions.dryRun],
        discussion: "Twice is no change.", values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let note = try context.note(operands[0], session, changes: true)
            let plan = try session.plan(adding: operands.dropFirst().map { try $0.asText() }, removing: [], of: [note])
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' changed" }
        })

    private static let remove = Program.SlipCommand(
        "remove", "Take keywords from a note; a hashtag loses its #, the word stays.", operands: ["NOTE", "KEYWORD…"],
        options: [ChangeOptions.dryRun], values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let note = try context.note(operands[0], session, changes: true)
            let plan = try session.plan(adding: [], removing: operands.dropFirst().map { try $0.asText() }, of: [note])
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' changed" }
        })

    private static let list = Program.SlipCommand(
        "list", "List keywords with the number of notes and of active ones.", words: ["[TERM]"],
        discussion: """
            TERM narrows the list to keywords that hold it, ignoring case and diacritics. Active notes are those whose
            status is not the last of statuses: in the configuration. Keywords that only the configuration names are
            listed with 0.
            """,
        values: { 0 },
        run: { _, operands, context in
            let session = try context.session()
            let keywords = try session.reading { try session.keywords(holding: operands.first) }
            context.page()
            for keyword in keywords {
                let name = context.style.ink(keyword.name, .magenta)
                try context.print("\(name)\t\(keyword.notes)\t\(keyword.active)")
            }
            if keywords.isEmpty { context.status = 1 }
        })

    private static let rename = Program.SlipCommand(
        "rename", "Give a keyword another name in all notes.", words: ["OLD", "NEW"],
        options: [ChangeOptions.dryRun, ChangeOptions.expect],
        discussion: """
            Covers front matter, hashtags, keywords nested below it and the configuration; where a note has both, they
            become one. A name that no hashtag can hold moves the keyword to the front matter.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let notes = try session.notes(withKeyword: operands[0], nested: true)
            try options.guardCount(notes.count)
            let plan = try session.plan(renamingKeyword: operands[0], to: operands[1])
            if notes.isEmpty, plan.isEmpty { throw VaultError("no note has the keyword '\(operands[0])'") }
            try options.carryOut(plan, context, session) { _ in
                "#\(operands[0]) is now #\(operands[1]) in \(Counted.notes(notes.count))"
            }
        })

    private static let delete = Program.SlipCommand(
        "delete", "Take a keyword from all notes.", words: ["KEYWORD"],
        options: [ChangeOptions.dryRun, ChangeOptions.force],
        discussion: "Refused where notes have it, unless --force; a hashtag loses its #, the word stays.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let notes = try session.notes(withKeyword: operands[0], nested: false)
            if !notes.isEmpty, !options.forces, !options.isDryRun {
                throw VaultError(
                    "\(Counted.notes(notes.count)) have the keyword '\(operands[0])'; nothing was changed",
                    help: "--force takes it from them")
            }
            let plan = try session.plan(deletingKeyword: operands[0])
            try options.carryOut(plan, context, session) { _ in
                "'\(operands[0])' taken from \(Counted.notes(notes.count))"
            }
        })

    private static let color = Program.SlipCommand(
        "color", "Give a keyword a colour in the configuration.", words: ["KEYWORD", "COLOR"],
        options: [ChangeOptions.dryRun],
        discussion: "COLOR is #RRGGBB, #RRGGBBAA or a CSS name such as teal.", values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let plan = try session.plan(coloring: operands[0], operands[1])
            try options.carryOut(plan, context, session) { _ in "'\(operands[0])' is \(operands[1])" }
        })
}
