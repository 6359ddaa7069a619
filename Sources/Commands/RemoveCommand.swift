import Arguments
import Editing
import Rendering
import Searching
import SourceText

enum RemoveCommand {
    struct Values: Sendable {
        var change = ChangeOptions()
        var unlinks = false
    }

    static let command = Program.SlipCommand(
        "rm", "Move notes to the vault's trash, with their own attachments.", operands: ["[NOTE…]"],
        options: (ChangeOptions.choosing + ChangeOptions.common + [ChangeOptions.force]).map { $0.on(\Values.change) }
            + [
                .flag("unlink", \.unlinks, "Take the links to them out of the other notes.")
            ],
        discussion: """
            Says which links will lead nowhere; --unlink takes them out: entries of front matter go, a link in the text
            leaves its label, a reference definition goes. Attachments go along that no other note references, that lie in
            or below the note's folder and have an extension of attachment-extensions: in the configuration. Asks on a
            terminal, and needs --force elsewhere. 'slip undo' and 'slip trash restore' bring back what went.
            """,
        values: { Values() },
        run: { values, operands, context in
            var options = values.change
            let session = try context.session(changing: true)
            let notes = try options.notes(operands, context, session: session) {
                try context.resolveNote($0, session, changes: true, forFolder: "to remove it: slip folder rm")
            }
            if notes.isEmpty { return context.remark("no notes found; nothing to remove") }
            let plan = try Planner(session).remove(notes, unlink: values.unlinks)
            let things = try notes.map { path in
                let title = try session.note(path)?.title ?? path.stem.text
                return title == path.stem.text ? path.text : "\(path.text)  \(title)"
            }
            try options.confirm("Move \(Counted.notes(notes.count)) to the trash", things, plan: plan, in: context)
            try options.carryOut(plan, context, session: session) { count in
                "\(Counted.notes(notes.count)) moved to the trash"
                    + (count > 0 ? ", links taken out of \(Counted.notes(count))" : "")
            }
        })
}
