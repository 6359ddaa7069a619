import Arguments
import Editing
import Searching
import SourceText
import VaultFiles

enum AttachCommand {
    static let attach = Program.SlipCommand(
        "attach", "Copy a file beside a note and reference it.", operands: ["[NOTE]", "FILE"],
        options: ChangeOptions.choosing + ChangeOptions.common,
        discussion: """
            The file keeps its name, made unique; it is referenced in the note's attachments:. A file that is in the
            vault already is referenced where it is. With --query, or - for paths on standard input, it is copied beside
            the first note and referenced in each.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let (session, notes, file) = try options.ends(operands, lastNamed: "FILE", context)
            if notes.isEmpty { return context.remark("no notes found; nothing to attach to") }
            let (plan, path) = try Planner(session).attach(context.full(file), to: notes)
            try options.carryOut(plan, context, session: session) { count in
                notes.count == 1
                    ? "'\(notes[0].text)' references '\(path.text)'"
                    : "'\(path.text)' attached to \(Counted.notes(count))"
            }
        })

    static let detach = Program.SlipCommand(
        "detach", "Take the references to a file out of a note.", operands: ["[NOTE]", "FILE"],
        options: ChangeOptions.choosing + ChangeOptions.common,
        discussion: """
            The file goes to the trash if no other note references it. In the text its label stays. With --query, or -
            for paths on standard input, the references go from each of the notes.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let (session, notes, name) = try options.ends(operands, lastNamed: "FILE", context)
            if notes.isEmpty { return context.remark("no notes found; nothing to detach from") }
            guard let file = try attachment(name, of: notes, context, session: session) else {
                let whole = notes.count == 1 ? "'\(notes[0].text)' does not reference" : "none of the notes references"
                throw VaultError("\(whole) '\(name.shown)'")
            }
            let plan = try Planner(session).detach(file, from: notes)
            try options.carryOut(plan, context, session: session) { count in
                notes.count == 1
                    ? "'\(notes[0].text)' no longer references '\(file.text)'"
                    : "'\(file.text)' taken out of \(Counted.notes(count))"
            }
        })

    /// A file by its path, or by the name under which the first of the notes that does references it.
    private static func attachment(
        _ argument: Argument, of notes: [VaultPath], _ context: CommandContext, session: VaultSession
    ) throws -> VaultPath? {
        if let path = try context.file(argument, session) { return path }
        for note in notes {
            let attachments = try session.note(note)?.attachments.filter(\.exists).map(\.path) ?? []
            if let found = attachments.first(where: { $0.name.bytes == argument.bytes }) { return found }
        }
        return nil
    }
}
