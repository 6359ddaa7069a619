import Arguments
import Rendering
import SourceText
import VaultCore

enum KeywordCommand {
    static let command = Program.SlipCommand(
        "keyword", "List and change keywords.", subcommands: [list, add, remove])

    private static let add = Program.SlipCommand(
        "add", "Give a note keywords.", operands: ["NOTE", "KEYWORD…"], options: [ChangeOptions.dryRun],
        discussion: "Twice is no change.", values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session()
            let note = try context.note(operands[0], session, changes: true)
            let plan = try session.plan(adding: Array(operands.dropFirst()), removing: [], of: [note])
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' changed" }
        })

    private static let remove = Program.SlipCommand(
        "remove", "Take keywords from a note; a hashtag loses its #, the word stays.", operands: ["NOTE", "KEYWORD…"],
        options: [ChangeOptions.dryRun], values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session()
            let note = try context.note(operands[0], session, changes: true)
            let plan = try session.plan(adding: [], removing: Array(operands.dropFirst()), of: [note])
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' changed" }
        })

    private static let list = Program.SlipCommand(
        "list", "List keywords with the number of notes and of active ones.", operands: ["[TERM]"],
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
}
