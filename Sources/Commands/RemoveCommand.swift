import Arguments
import Editing
import QueryLanguage
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip rm`: moves notes and attachments to the trash.
enum RemoveCommand {
    struct OptionValues: Sendable {
        var change = ChangeOptions()
        var unlinks = false
    }

    static let command = SlipCommand(
        "rm", "Move notes and their own attachments, or single attachments, to the trash.",
        operands: ["[NOTE…]"],
        options: (ChangeOptions.choosing + ChangeOptions.ofRemovals).map { $0.on(\OptionValues.change) } + [
            .flag("unlink", \.unlinks, "Remove links to the removed files from other notes.")
        ],
        discussion: """
            Links that will break are listed. --unlink removes them: front matter entries and reference definitions are
            deleted, and a link in the text becomes its label.

            An attachment in or below the note's folder is removed with the note if no other note references it, and if
            attachment-extensions: in the configuration lists its extension. NOTE may also be the path of an attachment,
            such as one that 'slip check' reports as unused.

            On a terminal, slip asks for confirmation. Otherwise --force is required. To restore removed files, run
            'slip undo' or 'slip trash restore'.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            try values.change.change(context) { snapshot in
                let notes = try values.change.notes(operands, context, snapshot: snapshot) {
                    try context.arguments(snapshot).attachment($0)
                        ?? context.arguments(snapshot).note(
                            $0, changes: true, forFolder: "to remove a folder: slip folder rm")
                }
                if notes.isEmpty { return nil }
                let plan = try TrashPlanner(snapshot).remove(notes, unlink: values.unlinks)
                let things = try notes.map { path in
                    let title = try snapshot.note(path)?.title ?? path.stem.text
                    return title == path.stem.text ? path.text : "\(path.text)  \(title)"
                }
                let files = try notes.count { try !snapshot.isNote($0) }
                let named = [Counted.number(notes.count - files, "note"), Counted.number(files, "attachment")]
                    .compactMap { $0 }.joined(separator: " and ")
                return PlannedChange(plan, of: notes, question: ("Move \(named) to the trash", things)) { count in
                    "\(named) moved to the trash"
                        + (count > 0 ? "; links removed from \(Counted.notes(count))" : "")
                }
            }
        })
}
