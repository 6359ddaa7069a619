import Arguments
import Editing
import Rendering
import Searching
import SourceText
import VaultFiles

/// `slip folder`: lists, creates, renames and removes folders.
enum FolderCommand {
    static let command = SlipCommand(
        "folder", "List and change folders.", subcommands: [list, tree, new, rename, remove], usually: "list")

    private static let list = SlipCommand(
        "list", "List folders with their numbers of notes, without and with subfolders.", words: ["[TERM]"],
        options: ListOptions.options,
        discussion: """
            Without TERM: lists the top-level folders. With TERM: lists the folders at any depth whose name contains
            TERM, ignoring case and diacritics. A TERM with a slash is compared with the whole path. --sort count counts
            the notes in subfolders too.
            """,
        values: { ListOptions() },
        run: { options, operands, context in
            let folders = FolderList(try context.read { try $0.lists.folderCounts() })
            let found = operands.first.map { folders.containing($0) } ?? folders.top
            let empty = operands.first.map { "no folder contains '\($0)'" } ?? "no folders"
            let sorted = options.order.map { $0.sorted(found, name: \.path.text, count: \.all) } ?? found
            try print(sorted, options, in: context, empty: empty) { $0.path.text }
        })

    private static let tree = SlipCommand(
        "tree", "Show all folders as a tree, with their numbers of notes.", words: [],
        options: ListOptions.options,
        discussion:
            "Shows the notes in each folder, and the total with subfolders. --sort orders the subfolders of each folder.",
        values: { ListOptions() },
        run: { options, _, context in
            let folders = FolderList(try context.read { try $0.lists.folderCounts() })
            let sorted = options.order.map { folders.tree(in: $0) } ?? folders.all
            try print(sorted, options, in: context, empty: "no folders") { folder in
                String(repeating: "  ", count: folder.path.parts.count - 1) + folder.path.name.text
            }
        })

    private static func print(
        _ folders: [FolderCount], _ options: ListOptions, in context: CommandContext, empty: String,
        name: (FolderCount) -> String
    ) throws {
        try options.print(folders, context, heading: ["folder", "notes", "with subfolders"], empty: empty) { folder in
            [.text(name(folder), .path), .number(folder.own), .number(folder.all)]
        } members: { folder, json in
            json.path("path", folder.path)
            json.field("notes", folder.own)
            json.field("all", folder.all)
        }
    }

    private static let new = SlipCommand(
        "new", "Create a folder, with a .gitkeep file so that git tracks it.", operands: ["FOLDER"],
        options: ChangeOptions.common,
        discussion: "Missing parent folders are created too.", values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let path = try context.arguments(snapshot).newPath(operands[0])
                let plan = try FolderPlanner(snapshot).create(path)
                return PlannedChange(plan) { _ in "created '\(path.text)'" }
            }
        })

    private static let rename = SlipCommand(
        "rename", "Rename or move a folder, and update links.", operands: ["FOLDER", "NEW"],
        options: ChangeOptions.ofNotes,
        discussion: """
            If NEW has no slash, it is the new name in the same parent folder. Otherwise it is the new path. Saved
            searches and the folder of daily notes in the configuration are updated.
            """, values: { ChangeOptions() },
        run: { options, operands, context in
            try options.change(context) { snapshot in
                let folder = try context.arguments(snapshot).folder(operands[0], changes: true)
                let isName = !operands[1].bytes.contains(Byte.slash) && operands[1] != "." && operands[1] != ".."
                let new =
                    isName
                    ? folder.folder.appending(VaultPath(bytes: operands[1].bytes))
                    : try context.arguments(snapshot).newPath(operands[1])
                let plan = try MovePlanner(snapshot).move(
                    [(folder, new)], title: "folder rename '\(folder.text)' '\(new.text)'")
                return PlannedChange(plan, of: [folder]) { count in
                    "'\(folder.text)' moved to '\(new.text)'"
                        + (count > 0 ? "; links updated in \(Counted.notes(count))" : "")
                }
            }
        })

    struct RemoveOptionValues: Sendable {
        var change = ChangeOptions()
        var isRecursive = false
        var keepsNotes = false
        var unlinks = false
    }

    private static let remove = SlipCommand(
        "rm", "Move a folder to the trash.", operands: ["FOLDER"],
        options: ChangeOptions.ofRemovals.map { $0.on(\RemoveOptionValues.change) } + [
            .flag("recursive", short: "r", \.isRecursive, "Remove the folder with everything in it."),
            .flag("keep-notes", \.keepsNotes, "Move the notes, with their subfolders, to the parent folder first."),
            .flag("unlink", \.unlinks, "Remove links to the removed notes and files from other notes."),
        ],
        discussion: """
            An empty folder is removed without confirmation. A folder that is not empty requires --recursive or
            --keep-notes, and confirmation or --force. Links in other notes that would break are listed first. --unlink
            removes them: front matter entries are deleted, and a link in the text becomes its label.
            """,
        values: { RemoveOptionValues() },
        run: { values, operands, context in
            try values.change.change(context) { snapshot in
                let folder = try context.arguments(snapshot).folder(operands[0], changes: true)
                let contents = try FolderContents(of: folder, in: snapshot)
                let held = [
                    Counted.number(contents.folders, "folder"), Counted.number(contents.notes, "note"),
                    Counted.number(contents.attachments, "other file"),
                    Counted.number(contents.others, "hidden or ignored file"),
                ].compactMap { $0 }.joined(separator: ", ")
                if !contents.isEmpty {
                    guard values.isRecursive || values.keepsNotes else {
                        throw VaultError(
                            folder, "is not empty: it contains \(held)",
                            help: "to remove everything: --recursive; to keep its notes: --keep-notes")
                    }
                }
                if values.keepsNotes, values.unlinks {
                    throw UsageError.other(
                        "'--keep-notes' and '--unlink' cannot be used together", help: "use only one of them")
                }
                let plan = try FolderPlanner(snapshot).remove(
                    folder, keepNotes: values.keepsNotes, unlink: values.unlinks)
                let question =
                    values.keepsNotes && contents.notes > 0
                    ? "Move the notes of '\(folder.text)' to its parent folder, and the rest to the trash"
                    : "Move '\(folder.text)' with \(held) to the trash"
                return PlannedChange(plan, of: [folder], question: contents.isEmpty ? nil : (question, [])) { count in
                    "'\(folder.text)' removed"
                        + (values.unlinks && count > 0 ? "; links removed from \(Counted.notes(count))" : "")
                }
            }
        })
}
