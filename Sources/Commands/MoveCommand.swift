import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip mv`: moves notes, folders and attachments, and updates links.
enum MoveCommand {
    static let command = Program.SlipCommand(
        "mv", "Move or rename notes, folders and attachments, and update links.", operands: ["[NOTE…]", "DEST"],
        options: ChangeOptions.choosing + ChangeOptions.ofNotes + [ChangeOptions.force],
        discussion: """
            NOTE may be - to read paths from standard input. DEST is a folder if it exists as one, or if it ends with a
            slash; it is created if missing. Otherwise DEST is the new name, and the extension is kept if DEST has none.

            Links to and from the moved files are updated if they would break, each in its own form. A bare name such as
            [[Name]] stays if it is still the note's file name, so that the link works in other programs too. Saved
            searches and the folder of daily notes in the configuration are updated. An existing file is never replaced.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            guard let last = operands.last, options.query != nil || operands.count > 1 else {
                throw UsageError.missingOperand("DEST")
            }
            try options.change(context) { snapshot in
                let sources = try options.notes(Array(operands.dropLast()), context, snapshot: snapshot) {
                    try context.arguments(snapshot).movable($0)
                }
                if sources.isEmpty { return nil }
                let moves = try context.arguments(snapshot).destinations(of: sources, last)
                let title = "mv \(PlanTitle.arguments(sources.map(\.text))) \(PlanTitle.argument(last.shown))"
                let plan = try MovePlanner(snapshot).move(moves, title: title)
                return PlannedChange(plan, of: sources) { count in
                    let moved = PlanTitle.list(
                        moves.map { "'\($0.from.text)' moved to '\($0.to.text)'" }, separator: ", ")
                    return moved + (count > 0 ? "; links updated in \(Counted.notes(count))" : "")
                }
            }
        })
}
