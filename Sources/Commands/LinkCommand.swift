import Arguments
import Editing
import Searching
import SourceText

/// `slip link` and `slip unlink`: change the `links:` of notes.
enum LinkCommand {
    static let link = SlipCommand(
        "link", "Add a link to the front matter of a note.", operands: ["[A]", "B"],
        options: ChangeOptions.choosing + ChangeOptions.ofNotes,
        discussion: """
            Adds B to the key links: of A, or of each note that matches --query, except B itself. A may be - to read
            paths from standard input. Existing links are kept as they are.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let (notes, target) = try ends(options, operands, snapshot: snapshot, in: context)
                if notes.isEmpty { return nil }
                return PlannedChange(try LinkPlanner(snapshot).link(notes, to: target), of: notes) { count in
                    notes.count == 1
                        ? "'\(notes[0].text)' links to '\(target.text)'"
                        : "link to '\(target.text)' added to \(Counted.notes(count))"
                }
            }
        })

    static let unlink = SlipCommand(
        "unlink", "Remove a link from the front matter of a note.", operands: ["[A]", "B"],
        options: ChangeOptions.choosing + ChangeOptions.ofNotes,
        discussion: """
            Removes B from the key links: of A, or of each note that matches --query. A may be - to read paths from
            standard input. Links in the text stay.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let (notes, target) = try ends(options, operands, snapshot: snapshot, in: context)
                if notes.isEmpty { return nil }
                return PlannedChange(try LinkPlanner(snapshot).unlink(notes, from: target), of: notes) {
                    count in
                    notes.count == 1
                        ? "'\(notes[0].text)' no longer links to '\(target.text)' in its front matter"
                        : "link to '\(target.text)' removed from \(Counted.notes(count))"
                }
            }
        })

    /// Returns the notes to change, and the link target: the last operand.
    private static func ends(
        _ options: ChangeOptions, _ operands: [Argument], snapshot: VaultSnapshot, in context: CommandContext
    ) throws -> (notes: [VaultPath], target: VaultPath) {
        let (notes, last) = try options.ends(operands, lastNamed: "B", context, snapshot: snapshot)
        return (notes, try context.arguments(snapshot).note(last, changes: true))
    }
}
