import Arguments
import Rendering
import SourceText
import VaultCore

enum FolderCommand {
    static let command = Program.SlipCommand(
        "folder", "List folders.", subcommands: [list, tree])

    private static let list = Program.SlipCommand(
        "list", "List the top folders with their notes: own, and with subfolders.", values: { 0 },
        run: { _, _, context in
            let session = try context.session()
            for folder in try session.reading({ try session.folderCounts() }) where folder.path.parts.count == 1 {
                try context.print(line(folder, folder.path.text, context))
            }
        })

    private static let tree = Program.SlipCommand(
        "tree", "Show all folders as a tree, with their notes: own, and with subfolders.", values: { 0 },
        run: { _, _, context in
            let session = try context.session()
            let folders = try session.reading { try session.folderCounts() }
            context.page()
            for folder in folders {
                let indent = String(repeating: "  ", count: folder.path.parts.count - 1)
                try context.print(line(folder, indent + folder.path.name.text, context))
            }
        })

    private static func line(_ folder: FolderCount, _ name: String, _ context: CommandContext) -> String {
        "\(context.style.ink(name, .cyan))\t\(folder.own)\t\(folder.all)"
    }
}
