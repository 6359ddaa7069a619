import Arguments
import Editing
import QueryLanguage
import Searching
import SourceText
import VaultFiles

/// `slip attach` and `slip detach`: add a file, or remove the references to one.
enum AttachCommand {
    struct OptionValues: Sendable {
        var change = ChangeOptions()
        var replaced: Argument?
    }

    static let attach = SlipCommand(
        "attach", "Copy a file into the vault and add a reference to a note.", operands: ["[NOTE]", "FILE"],
        options: (ChangeOptions.choosing + ChangeOptions.ofNotes).map { $0.on(\OptionValues.change) } + [
            .value(
                "replace", "OLD", \OptionValues.replaced, "Replace the attachment OLD of the note with FILE.",
                completion: .file
            )
        ],
        discussion: """
            FILE is copied next to the note, or to the folder attachment-folder: of the configuration, which is created
            if needed. The copy keeps its name, or gets a unique one if the name is taken. A reference is added to the
            key attachments: of the note. A file that is already in the vault is referenced without copying it. With
            --query, or - for paths on standard input, the file is copied once, for the first note, and referenced in
            each note.

            With --replace, FILE is copied next to OLD. Every reference to OLD in the note, in front matter and text, is
            changed to the path of the copy, in the same form. OLD is moved to the trash if no other note references it.
            OLD is a path, or the name under which the note references it. It need not exist.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let options = values.change
            try options.change(context) { snapshot in
                let (notes, file) = try options.ends(operands, lastNamed: "FILE", context, snapshot: snapshot)
                if notes.isEmpty { return nil }
                if let replaced = values.replaced {
                    let old = try required(replaced, of: notes, context, snapshot: snapshot, orMissing: true)
                    let (plan, path) = try AttachmentReplacement(snapshot).plan(
                        replacing: old, by: context.full(file), in: notes)
                    return PlannedChange(plan, of: notes) { _ in
                        let whole = notes.count == 1 ? "'\(notes[0].text)'" : Counted.notes(notes.count)
                        return "'\(old.text)' replaced by '\(path.text)' in \(whole)"
                    }
                }
                let (plan, path) = try AttachmentPlanner(snapshot).attach(context.full(file), to: notes)
                return PlannedChange(plan, of: notes) { count in
                    notes.count == 1
                        ? "'\(notes[0].text)' references '\(path.text)'"
                        : "'\(path.text)' attached to \(Counted.notes(count))"
                }
            }
        })

    static let detach = SlipCommand(
        "detach", "Remove the references to a file from a note.", operands: ["[NOTE]", "FILE"],
        options: ChangeOptions.choosing + ChangeOptions.ofNotes,
        discussion: """
            The file is moved to the trash if no other note references it. In the text, the label of each reference
            stays. With --query, or - for paths on standard input, references are removed from each of the notes.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let (notes, name) = try options.ends(operands, lastNamed: "FILE", context, snapshot: snapshot)
                if notes.isEmpty { return nil }
                let file = try required(name, of: notes, context, snapshot: snapshot)
                let plan = try AttachmentPlanner(snapshot).detach(file, from: notes)
                return PlannedChange(plan, of: notes) { count in
                    notes.count == 1
                        ? "'\(notes[0].text)' no longer references '\(file.text)'"
                        : "'\(file.text)' detached from \(Counted.notes(count))"
                }
            }
        })

    /// Returns the file at a path, whether or not the notes reference it. If there is none, returns the first
    /// attachment of the notes with that file name.
    ///
    /// - Parameter orMissing: whether a file that a note references need not exist.
    /// - Throws: `VaultError` if there is neither.
    private static func required(
        _ argument: Argument, of notes: [VaultPath], _ context: CommandContext, snapshot: VaultSnapshot,
        orMissing: Bool = false
    ) throws -> VaultPath {
        if let path = try context.arguments(snapshot).file(argument) { return path }
        let attachments = try notes.flatMap { try snapshot.note($0)?.attachments ?? [] }
        let wanted = [
            context.pathFromHere(argument, snapshot.vault), VaultPath.root.resolving(VaultPath(bytes: argument.bytes)),
        ]
        if let found = attachments.first(where: { $0.exists && $0.path.name.bytes == argument.bytes })
            ?? attachments.first(where: {
                orMissing && !$0.exists && ($0.path.name.bytes == argument.bytes || wanted.contains($0.path))
            })
        {
            return found.path
        }
        let whole = notes.count == 1 ? "'\(notes[0].text)' does not reference" : "none of the notes references"
        throw VaultError("\(whole) '\(argument.shown)'")
    }
}
