import Arguments
import SourceText
import VaultCore

enum LinkCommand {
    static let link = Program.SlipCommand(
        "link", "Add a link to a note's links.", operands: ["A", "B"], options: ChangeOptions.common,
        discussion: "Adds B to the links: of A. Twice is no change.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let note = try context.note(operands[0], session, changes: true)
            let target = try context.note(operands[1], session, changes: true)
            let plan = try session.plan(linking: note, to: target)
            try options.carryOut(plan, context, session) { _ in "'\(note.text)' links to '\(target.text)'" }
        })

    static let unlink = Program.SlipCommand(
        "unlink", "Take a link out of a note's links.", operands: ["A", "B"], options: ChangeOptions.common,
        discussion: "Takes B out of the links: of A. Links in the text stay.",
        values: { ChangeOptions() },
        run: { options, operands, context in
            let session = try context.session(changing: true)
            let note = try context.note(operands[0], session, changes: true)
            let target = try context.note(operands[1], session, changes: true)
            let plan = try session.plan(unlinking: note, from: target)
            try options.carryOut(plan, context, session) { _ in
                "'\(note.text)' no longer links to '\(target.text)' in its front matter"
            }
        })
}
