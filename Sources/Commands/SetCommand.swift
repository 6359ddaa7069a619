import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultChanges
import VaultFiles

enum SetCommand {
    static let command = Program.SlipCommand(
        "set", "Set front matter of notes.", operands: ["[NOTE…]", "KEY=VALUE…"],
        options: ChangeOptions.choosing + ChangeOptions.common + [ChangeOptions.force],
        discussion: """
            KEY=VALUE sets, KEY= removes, KEY+=VALUE adds to a list and KEY-=VALUE takes from it. A VALUE is written
            plain where it reads back as the same text, number or boolean, else quoted: 2 and true are number and
            boolean, '"2"' is text, KEY='""' the empty text. Lists split at commas. Where a key
            holds dates, or no note has it yet, words for dates are written as the date: today, tomorrow, yesterday, +7d,
            -2w, +1mo, +1y, 'next friday', '3 days ago'. A new key that is nearly a known one needs --force. Only the bytes of the values change; a modified: that is there is brought up to now, unless
            the configuration says touch-modified: false.

            NOTE may be -, for paths on standard input; notes and what is set may come in any order.

                slip set --query 'status:draft older:1y' status=archived --dry-run
                slip search -0 'is:draft' | xargs -0r slip set status=review
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
            let session = try context.session(changing: true)
            for (argument, _) in assignments { try refuseNote(argument, context, session: session) }
            let notes = try options.notes(names, context, session: session)
            if notes.isEmpty { return context.remark("no notes found; nothing to change") }
            let title = "set " + assignments.map(\.argument.shown).joined(separator: " ")
            let values = try PropertyPlanner(session).resolved(assignments.map(\.value), force: options.force)
            var plan = try PropertyPlanner(session).set(
                values.assignments, of: notes, force: options.force, title: title)
            plan.remarks = values.remarks + plan.remarks
            try options.carryOut(plan, context, session: session) { count in
                let same = notes.count - count
                return "\(Counted.notes(count)) changed" + (same > 0 ? ", \(same) already so" : "")
            }
        })

    /// Refuses an argument that could be both an assignment and the path of a note.
    private static func refuseNote(_ argument: Argument, _ context: CommandContext, session: VaultSession) throws {
        guard let path = context.pathFromHere(argument, session.vault), try session.isNote(path) else { return }
        throw VaultError(
            "'\(argument.shown)' sets a key, and is a note; nothing was changed",
            help: "the note is ./\(argument.shown)")
    }
}
