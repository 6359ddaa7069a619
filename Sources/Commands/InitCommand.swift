import Arguments
import Rendering
import SourceText
import VaultCore

enum InitCommand {
    static let command = Program.SlipCommand(
        "init", "Make a folder of Markdown files a vault.", operands: ["[DIR]"],
        discussion: """
            Makes a folder .slipbox in DIR (the current directory unless given, made where it is not there) with a config.yaml to edit and a
            .gitignore that keeps the index out of git. No file that is there is changed, so folders of Obsidian, zk
            and other programs can be vaults too.
            """,
        values: { 0 },
        run: { _, operands, context in
            let directory = context.full(operands.first ?? ".")
            let name = Style.escaped((operands.first ?? ".").shown)
            if try Vault.create(directory) {
                try context.print("made '\(name)' a vault; its settings are in \(name)/.slipbox/config.yaml")
            } else {
                try context.print("'\(name)' is a vault already; nothing was changed")
            }
        })
}
