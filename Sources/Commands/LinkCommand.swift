import Arguments
import Editing
import Searching
import SourceText

enum LinkCommand {
    static let link = Program.SlipCommand(
        "link", "Add a link to the front matter of a note.", operands: ["[A]", "B"],
        options: ChangeOptions.choosing + ChangeOptions.common,
        discussion: """
            Adds B to links: in A, or in the notes that match --query, except B itself. A may be - to read paths from
            standard input. Existing links are kept as they are.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let (session, notes, target) = try ends(options, operands, in: context)
            if notes.isEmpty { return context.remark("no notes found; nothing to link") }
            try options.carryOut(try LinkPlanner(session).link(notes, to: target), context, session: session) { count in
                notes.count == 1
                    ? "'\(notes[0].text)' links to '\(target.text)'"
                    : "link to '\(target.text)' added to \(Counted.notes(count))"
            }
        })

    static let unlink = Program.SlipCommand(
        "unlink", "Remove a link from the front matter of a note.", operands: ["[A]", "B"],
        options: ChangeOptions.choosing + ChangeOptions.common,
        discussion: """
            Removes B from links: in A, or in the notes that match --query. A may be - to read paths from standard
            input. Links in the text stay.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let (session, notes, target) = try ends(options, operands, in: context)
            if notes.isEmpty { return context.remark("no notes found; nothing to unlink") }
            try options.carryOut(try LinkPlanner(session).unlink(notes, from: target), context, session: session) {
                count in
                notes.count == 1
                    ? "'\(notes[0].text)' no longer links to '\(target.text)' in its front matter"
                    : "link to '\(target.text)' removed from \(Counted.notes(count))"
            }
        })

    /// Returns the notes to change, and the link target: the last operand.
    private static func ends(
        _ options: ChangeOptions, _ operands: [Argument], in context: CommandContext
    ) throws -> (VaultSession, notes: [VaultPath], target: VaultPath) {
        let (session, notes, last) = try options.ends(operands, lastNamed: "B", context)
        return (session, notes, try context.resolveNote(last, session, changes: true))
    }
}
