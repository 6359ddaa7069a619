import Arguments
import Rendering
import SearchIndex
import SourceText
import System
import VaultCore

enum InitCommand {
    struct Values: Sendable {
        var agrees = false
    }

    static let command = Program.SlipCommand(
        "init", "Make a folder of Markdown files a vault.", operands: ["[DIR]"],
        options: [
            .flag("yes", short: "y", \Values.agrees, "Do it without asking, also where it looks like a mistake.")
        ],
        discussion: """
            Makes a folder .slipbox in DIR (the current directory unless given, made where it is not there) with a
            config.yaml to edit and a .gitignore that keeps the index out of git. No file that is there is changed, so
            folders of Obsidian, zk and other programs can be vaults too. Says how many notes it found. Asks before it
            takes your home folder, the root of the file system, or a folder in another vault.
            """,
        values: { Values() },
        run: { values, operands, context in
            let directory = context.full(operands.first ?? ".")
            let name = Style.escaped((operands.first ?? ".").shown)
            let real = Files.realPath(directory) ?? directory
            if !Vault.isVault(real), !values.agrees, let doubt = doubt(real, context) {
                try ask("'\(name)' \(doubt); make it a vault all the same", context)
            }
            guard try Vault.create(directory) else {
                return try context.print("'\(name)' is a vault already; nothing was changed")
            }
            try context.print("made '\(name)' a vault; its settings are in \(name)/.slipbox/config.yaml")
            try tellFound(try Vault(root: directory), context)
        })

    /// What makes a folder an unlikely vault; nil where nothing does.
    private static func doubt(_ directory: [UInt8], _ context: CommandContext) -> String? {
        if directory == [Byte.slash] { return "is the root of the file system" }
        if let home = context.environment.variables["HOME"], !home.isEmpty,
            Files.realPath(Array(home.utf8)) == directory
        {
            return "is your home folder"
        }
        guard let outer = try? Vault.find(from: directory) else { return nil }
        let path = Style.escaped(String(decoding: outer.fullPath(.root), as: UTF8.self))
        return "lies in the vault '\(path)', which would not see its notes any more"
    }

    private static func ask(_ question: String, _ context: CommandContext) throws {
        guard context.world.inputIsTerminal else {
            throw VaultError("\(question)? nobody can answer here", help: "--yes does it without asking")
        }
        context.world.writeError("\(question)? [y/N]")
        let answer = context.world.readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw VaultError("nothing was changed") }
    }

    /// Says what the new vault holds, and what to try next.
    private static func tellFound(_ vault: Vault, _ context: CommandContext) throws {
        let session = try VaultSession(vault, context.environment, messages: context)
        let (notes, folders, keys) = try session.reading {
            (try session.index.noteCount(), try session.folders().count, try session.index.properties())
        }
        guard notes > 0 else { return context.note("there are no notes yet; make one: slip new TITLE") }
        let place = Counted.number(folders, "folder").map { " in \($0)" } ?? ""
        context.note("found \(Counted.notes(notes))\(place); try: slip search WORD")
        let dated = keys.compactMap { key -> (name: String, notes: Int)? in
            let dates = key.kinds.first { $0.kind == "date" }?.values ?? 0
            return dates * 2 > notes ? (key.name, key.notes) : nil
        }
        guard let most = dated.max(by: { $0.notes < $1.notes }) else { return }
        let name = Style.escaped(most.name)
        context.note(
            "'\(name)' holds dates in \(Counted.notes(most.notes)); "
                + "if these are when notes were made: 'keys: {created: [\(name)]}' in config.yaml")
    }
}
