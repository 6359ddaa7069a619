import Arguments
import SearchIndex
import SourceText
import VaultCore

enum AttachCommand {
    static let attach = Program.SlipCommand(
        "attach", "Copy a file beside a note and reference it.", operands: ["NOTE", "FILE"],
        options: ChangeOptions.common,
        discussion: """
            The file keeps its name, made unique; it is referenced in the note's attachments:. A file that is in the
            vault already is referenced where it is.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let note = try context.note(operands[0], session, changes: true)
            let (plan, path) = try session.plan(attaching: context.full(operands[1]), to: note)
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' references '\(path.text)'" }
        })

    static let detach = Program.SlipCommand(
        "detach", "Take the references to a file out of a note.", operands: ["NOTE", "FILE"],
        options: ChangeOptions.common,
        discussion: "The file goes to the trash if no other note references it. In the text its label stays.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let note = try context.note(operands[0], session, changes: true)
            guard let file = try attachment(operands[1], of: note, context, session) else {
                throw VaultError("'\(note.text)' does not reference '\(operands[1].shown)'")
            }
            let plan = try session.plan(detaching: file, from: note)
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' no longer references '\(file.text)'" }
        })

    /// A file by its path, or by the name under which the note references it.
    private static func attachment(
        _ argument: Argument, of note: VaultPath, _ context: CommandContext, _ session: VaultSession
    ) throws -> VaultPath? {
        if let path = try context.file(argument, session) { return path }
        let attachments = try session.index.note(note)?.attachments.filter(\.exists).map(\.path) ?? []
        return attachments.first { $0.name.bytes == argument.bytes }
    }
}
