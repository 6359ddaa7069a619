import Arguments
import Rendering
import SourceText
import VaultCore

enum SetCommand {
    static let command = Program.SlipCommand(
        "set", "Set front matter of notes.", operands: ["[NOTE…]", "KEY=VALUE…"],
        options: ChangeOptions.choosing + [ChangeOptions.dryRun, ChangeOptions.force],
        discussion: """
            KEY=VALUE sets, KEY= removes, KEY+=VALUE adds to a list and KEY-=VALUE takes from it. A VALUE is written
            plain where it reads back as the same text, number or boolean, else quoted: 2 and true are number and
            boolean, '"2"' is text, KEY='""' the empty text. Lists split at commas. Only the bytes of the values change;
            a modified: that is there is brought up to now, unless the configuration says touch-modified: false.

                slip set --query 'status:draft older:1y' status=archived --dry-run
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            let names = operands.prefix { PropertyAssignment($0.shown) == nil }
            let assignments = try operands.dropFirst(names.count).map { argument in
                guard let assignment = PropertyAssignment(try argument.asText()) else {
                    throw UsageError.other(
                        "expected KEY=VALUE, not '\(argument.shown)'", help: "notes come before what is set")
                }
                return assignment
            }
            guard !assignments.isEmpty else { throw UsageError.missingOperand("KEY=VALUE") }
            let session = try context.session(changing: true)
            let notes = try options.notes(Array(names), context, session)
            if notes.isEmpty { return context.note("no notes found; nothing to change") }
            let title = "set " + operands.dropFirst(names.count).map(\.shown).joined(separator: " ")
            let plan = try session.plan(setting: assignments, of: notes, forces: options.forces, title: title)
            try options.carryOut(plan, context, session) { count in
                let same = notes.count - count
                return "\(Counted.notes(count)) changed" + (same > 0 ? ", \(same) already so" : "")
            }
        })
}

/// Numbers with their noun.
enum Counted {
    static func notes(_ count: Int) -> String { "\(count) \(count == 1 ? "note" : "notes")" }

    /// Nil for none.
    static func number(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
