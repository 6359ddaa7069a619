import Arguments
import Rendering
import VaultCore

enum UndoCommand {
    static let command = Program.SlipCommand(
        "undo", "Take back the last command that changed the vault.",
        discussion: "Refuses where anything else has changed those files since.", values: { 0 },
        run: { _, _, context in
            let session = try context.session()
            let undone = try VaultWriter(session.vault).undo()
            try session.refresh()
            context.note(Style.escaped("took back: \(undone.title)"))
        })
}
