import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultChanges
import VaultFiles

/// `slip set`: sets front matter keys of notes.
enum SetCommand {
    static let command = SlipCommand(
        "set", "Set front matter keys of notes.", operands: ["[NOTE…]", "KEY=VALUE…"],
        options: ChangeOptions.choosing
            + ChangeOptions.ofNotes(force: ChangeOptions.force("Accept any key and value")),
        discussion: """
            An assignment is KEY=VALUE, KEY= to remove the key, KEY+=VALUE to add to a list or KEY-=VALUE to remove from
            a list. VALUE may be a date such as +7d or 'next friday': see 'slip help assignments'.

            If a title, id or alias changes, links that use it are updated, and those that would break are listed. A
            title that is the first heading is changed there. Only the bytes of the values change. NOTE may be - to read
            paths from standard input. Notes and assignments may be in any order.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            var names: [Argument] = []
            var assignments: [(argument: Argument, value: PropertyAssignment)] = []
            for operand in operands {
                if let value = PropertyAssignment(operand.shown) {
                    assignments.append((operand, value))
                } else {
                    names.append(operand)
                }
            }
            for (argument, _) in assignments { _ = try argument.asText() }
            guard !assignments.isEmpty else { throw UsageError.missingOperand("KEY=VALUE") }
            try options.change(context) { snapshot in
                for (argument, _) in assignments { try refuseNote(argument, context, snapshot: snapshot) }
                let notes = try options.notes(names, context, snapshot: snapshot)
                if notes.isEmpty { return nil }
                let title = "set \(PlanTitle.arguments(assignments.map(\.argument.shown)))"
                let values = try PropertyPlanner(snapshot).resolved(assignments.map(\.value), force: options.force)
                var plan = try PropertyPlanner(snapshot).set(
                    values.assignments, of: notes, force: options.force, title: title)
                plan.notices = values.notices + plan.notices
                let own = plan.writes(to: Set(notes))
                return PlannedChange(plan, of: notes) { count in
                    (notes.count == 1 ? "'\(notes[0].text)' changed" : "\(Counted.notes(own)) changed")
                        + (notes.count > own ? ", \(notes.count - own) unchanged" : "")
                        + (count > own ? "; links updated in \(Counted.notes(count - own))" : "")
                }
            }
        })

    /// Throws if an assignment is also the path of a note, such as `a=b.md`: the user may have meant the note.
    private static func refuseNote(_ argument: Argument, _ context: CommandContext, snapshot: VaultSnapshot) throws {
        guard let path = context.pathFromHere(argument, snapshot.vault), try snapshot.isNote(path) else { return }
        throw VaultError(
            "'\(argument.shown)' is both an assignment and a note; nothing was changed",
            help: "for the note, write ./\(argument.shown)")
    }
}
