import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

enum RemoveCommand {
    struct Values: Sendable {
        var change = ChangeOptions()
        var unlinks = false
    }

    static let command = Program.SlipCommand(
        "rm", "Move notes, with their own attachments, or attachments to the trash.",
        operands: ["[NOTE…]"],
        options: (ChangeOptions.choosing + ChangeOptions.common + [ChangeOptions.force]).map { $0.on(\Values.change) }
            + [
                .flag("unlink", \.unlinks, "Remove links to them from other notes.")
            ],
        discussion: """
            Links that will break are listed. --unlink removes them: front matter entries and reference definitions are
            deleted, and a link in the text becomes its label.

            Attachments in or below the note's folder are removed with it if no other note references them. Their
            extensions must be listed in attachment-extensions: in the configuration. NOTE may also be the path of an
            attachment, such as one that 'slip check' reports as unused.

            On a terminal, slip asks for confirmation. Otherwise --force is required. To restore removed files, run
            'slip undo' or 'slip trash restore'.
            """,
        values: { Values() },
        run: { values, operands, context in
            var options = values.change
            let session = try context.session(changing: true)
            let notes = try options.notes(operands, context, session: session) {
                try context.attachment($0, session)
                    ?? context.resolveNote($0, session, changes: true, forFolder: "to remove a folder: slip folder rm")
            }
            if notes.isEmpty { return context.remark("no notes found; nothing to remove") }
            let plan = try TrashPlanner(session).remove(notes, unlink: values.unlinks)
            let things = try notes.map { path in
                let title = try session.note(path)?.title ?? path.stem.text
                return title == path.stem.text ? path.text : "\(path.text)  \(title)"
            }
            let files = try notes.count { try !session.isNote($0) }
            let named = [Counted.number(notes.count - files, "note"), Counted.number(files, "attachment")]
                .compactMap { $0 }.joined(separator: " and ")
            try options.confirm("Move \(named) to the trash", things, plan: plan, in: context)
            try options.carryOut(plan, context, session: session) { count in
                "\(named) moved to the trash"
                    + (count > 0 ? "; links removed from \(Counted.notes(count))" : "")
            }
        })
}

extension CommandContext {
    /// Returns the attachment at a path argument, from the current directory, else from the root. Returns nil if there
    /// is none.
    func attachment(_ argument: Argument, _ session: VaultSession) throws -> VaultPath? {
        let here = symbolicLink(argument, session.vault) ?? pathFromHere(argument, session.vault)
        let fromRoot = VaultPath.root.resolving(VaultPath(bytes: argument.bytes))
        guard let path = try [here, fromRoot].compactMap({ $0 }).first(where: { try session.isFile($0) }),
            try !path.isRoot && !session.isNote(path) && !session.queryNames.isFolder(path)
        else { return nil }
        if path != here { tellTaken(argument, path, session: session) }
        return path
    }
}
