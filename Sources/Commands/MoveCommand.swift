import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip mv` and `slip rename`: move notes, folders and attachments, and update links.
enum MoveCommand {
    static let command = SlipCommand(
        "mv", "Move or rename notes, folders and attachments, and update links.", operands: ["[NOTE…]", "DEST"],
        options: ChangeOptions.choosing + ChangeOptions.ofNotes,
        discussion: """
            NOTE may be - to read paths from standard input. DEST is a folder if it exists as one, or if it ends with a
            slash; it is created if missing. Otherwise DEST is the new path, and the extension is kept if DEST has none. If
            NOTE is not a path but a title, an id, an alias, the name of a file in another folder, a number such as %1 or
            the result of --query, a DEST without a slash is a new name in the folder of the note.

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
                var arePaths = options.query == nil
                if options.query == nil { try refuseWords(operands, context.arguments(snapshot)) }
                let sources = try options.notes(Array(operands.dropLast()), context, snapshot: snapshot) {
                    let (path, isPath) = try context.arguments(snapshot).movable($0)
                    arePaths = arePaths && isPath
                    return path
                }
                if sources.isEmpty { return nil }
                let moves = try context.arguments(snapshot).destinations(of: sources, arePaths: arePaths, last)
                let title = "mv \(PlanTitle.arguments(sources.map(\.text))) \(PlanTitle.argument(last.shown))"
                let plan = try MovePlanner(snapshot).move(moves, title: title)
                return change(plan, moves)
            }
        })

    static let rename = SlipCommand(
        "rename", "Rename a note, folder or attachment in its folder, and update links.", operands: ["NOTE", "NAME"],
        options: ChangeOptions.ofNotes,
        discussion: """
            The extension is kept if NAME has none. To move a note to another folder: slip mv. To change the title of a
            note: slip set NOTE title=TITLE.
            """,
        values: { ChangeOptions() },
        run: { options, operands, context in
            guard operands.count == 2 else { throw UsageError.missingOperand(operands.isEmpty ? "NOTE" : "NAME") }
            let name = operands[1]
            if name.bytes.contains(Byte.slash) || name == "." || name == ".." {
                throw UsageError.other(
                    "'\(SafeText.escaped(name.shown))' is a path, not a name",
                    help: "to move a note to another folder: slip mv NOTE DEST")
            }
            try options.change(context) { snapshot in
                let source = try context.arguments(snapshot).movable(operands[0]).path
                let path = source.folder.appending(VaultPath(bytes: name.bytes))
                let planner = MovePlanner(snapshot)
                if path != source, try snapshot.queryNames.isFolder(path) {
                    throw VaultError(
                        "cannot rename '\(source.text)': '\(path.text)' already exists", help: "choose another name")
                }
                let moves = [(from: source, to: try planner.newName(of: source, path))]
                return change(
                    try planner.move(
                        moves, title: "rename \(PlanTitle.arguments([source.text])) \(PlanTitle.argument(name.shown))"),
                    moves)
            }
        })

    /// Throws if the first operand names nothing, but all operands together are the name of a note: `mv Slip box` has no
    /// destination.
    private static func refuseWords(_ operands: [Argument], _ arguments: ArgumentResolver) throws {
        guard operands.count > 1, operands[0] != "-", try arguments.movableIfThere(operands[0]) == nil else { return }
        let words = Argument(bytes: Array(operands.map(\.bytes).joined(separator: [Byte.space])))
        guard let note = try arguments.movableIfThere(words) else { return }
        throw VaultError(
            "'\(SafeText.escaped(words.shown))' is the note '\(note.text)'; the destination is missing",
            help: SafeText.escaped("slip mv \(Style.shellWord(words.shown)) DEST"))
    }

    private static func change(_ plan: ChangePlan, _ moves: [(from: VaultPath, to: VaultPath)]) -> PlannedChange {
        PlannedChange(plan, of: moves.map(\.from)) { count in
            let moved = PlanTitle.list(
                moves.map { "'\($0.from.text)' moved to '\($0.to.text)'" }, separator: ", ")
            // Of the new folders, the last is in the others.
            var made: VaultPath?
            for case .makeFolder(let folder) in plan.operations { made = folder }
            return moved + (made.map { "; folder '\($0.text)' created" } ?? "")
                + (count > 0 ? "; links updated in \(Counted.notes(count))" : "")
        }
    }
}
