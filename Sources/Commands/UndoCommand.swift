import Arguments
import Rendering
import VaultCore

enum UndoCommand {
    struct Values: Sendable {
        var forgets = false
    }

    static let command = Program.SlipCommand(
        "undo", "Take back the last command that changed the vault.",
        options: [.flag("forget", \Values.forgets, "Leave everything as it is, and forget the command.")],
        discussion: """
            Refuses where anything else has changed those files since. A command that was interrupted has to be taken
            back, or forgotten, before the next change.
            """,
        values: { Values() },
        run: { values, _, context in
            let session = try context.session(changing: true)
            if values.forgets {
                try context.writer?.forget()
                return context.note("forgotten; everything is left as it is")
            }
            guard let undone = try context.writer?.undo() else { return }
            try session.refresh()
            context.note(Style.escaped("took back: \(undone.title)"))
        })
}
