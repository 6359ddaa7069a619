import Arguments
import Examples
import Rendering
import Searching
import SourceText
import System
import VaultFiles

enum InitCommand {
    struct Values: Sendable {
        var agrees = false
        var withExamples = false
    }

    static let command = Program.SlipCommand(
        "init", "Make a folder of Markdown files a vault.", operands: ["[DIR]"],
        options: [
            .flag(
                "yes", short: "y", \Values.agrees,
                "Ask nothing: go on where it looks like a mistake, write what is proposed."),
            .flag(
                "with-examples", \Values.withExamples,
                "Put the sample vault there, to try things on; DIR holds nothing yet."),
        ],
        discussion: """
            Makes a folder .slipbox in DIR (the current directory unless given, made where it is not there) with a
            config.yaml to edit and a .gitignore that keeps the index out of git. No file that is there is changed, so
            folders of Obsidian, zk and other programs can be vaults too. Asks before it takes your home folder, the root
            of the file system, or a folder inside a vault or around one.

            Says what it found: notes, folders, keys that hold dates or keywords under other names, settings of Obsidian
            and zk. Proposes lines for config.yaml that suit these, and writes them after a yes or with --yes; else they
            stand there as comments. On a vault nothing is changed. With --with-examples a folder that holds nothing yet
            becomes a copy of the vault that the documentation searches.
            """,
        values: { Values() },
        run: { values, operands, context in
            let directory = context.full(operands.first ?? ".")
            let name = SafeText.escaped((operands.first ?? ".").shown)
            if let kind = FileStatus.seen(directory, follows: true)?.kind, kind != .directory {
                throw VaultError("'\(name)' is not a folder", help: "name a folder; one that is not there is made")
            }
            let real = real(directory)
            if !Vault.isVault(real), !values.agrees, let doubt = doubt(real, context) {
                guard context.world.inputIsTerminal else {
                    throw VaultError(
                        "'\(name)' \(doubt); make it a vault all the same? nobody can answer here",
                        help: "--yes does it without asking")
                }
                if !context.asks("'\(name)' \(doubt); make it a vault all the same?") {
                    throw VaultError("nothing was changed")
                }
            }
            let examples = values.withExamples ? ExampleFile.all : []
            guard try Vault.create(directory, with: examples.map { (VaultPath($0.path), $0.bytes) }) else {
                if values.withExamples {
                    throw VaultError(
                        "'\(name)' is a vault already; nothing was changed",
                        help: "the examples want a new folder: slip init --with-examples examples")
                }
                return try context.print("'\(name)' is a vault already; nothing was changed")
            }
            try context.print("made '\(name)' a vault; its settings are in \(name)/.slipbox/config.yaml")
            // The user should read this before the questions. A closed or full pipe must not prevent the steps that
            // follow.
            if context.world.outputIsTerminal { try context.world.output.flush() }
            let vault = try Vault(root: directory)
            if try tellFound(vault, agrees: values.agrees, context) {
                try tellNext(try Vault(root: directory), context)
            }
        })

    /// Returns the real path of a folder that may not exist: the real path of its parent, and its name.
    private static func real(_ directory: [UInt8]) -> [UInt8] {
        if let real = Files.realPath(directory) { return real }
        let path = VaultPath(bytes: Array(directory.dropFirst()))
        guard let lexical = VaultPath.root.resolving(path), !lexical.isRoot,
            let above = Files.realPath([Byte.slash] + lexical.folder.bytes)
        else { return directory }
        return (above == [Byte.slash] ? [] : above) + [Byte.slash] + lexical.name.bytes
    }

    /// Returns the reason why a folder is an unlikely vault, or nil.
    private static func doubt(_ directory: [UInt8], _ context: CommandContext) -> String? {
        if directory == [Byte.slash] { return "is the root of the file system" }
        if let home = context.environment.variables["HOME"], !home.isEmpty,
            Files.realPath(Array(home.utf8)) == directory
        {
            return "is your home folder"
        }
        // An error means that no vault contains the folder.
        if let outer = try? Vault.find(from: directory) {
            let path = SafeText.escaped(String(decoding: outer.fullPath(.root), as: UTF8.self))
            return "lies in the vault '\(path)', which would not see its notes any more"
        }
        guard let inner = Vault.vault(inside: directory) else { return nil }
        return "holds the vault '\(SafeText.escaped(inner.text))', whose notes would be in both"
    }

    /// Reports the contents of the new vault, proposes settings, and writes them if the user agrees.
    ///
    /// - Returns: false if there is no note.
    private static func tellFound(_ vault: Vault, agrees: Bool, _ context: CommandContext) throws -> Bool {
        let settings = OtherSettings(of: vault)
        let session = try VaultSession(vault, context.environment, messages: context)
        let (notes, folders, aliases, unclear) = try session.withSnapshot {
            (
                try session.noteCount(), try session.queryNames.folders().count, try session.survey.foreignKeys(),
                try session.survey.unclearDates()
            )
        }
        let inFolders = Counted.number(folders, "folder").map { " in \($0)" } ?? ""
        if notes > 0 { context.remark("found \(Counted.notes(notes))\(inFolders)") }
        if !settings.programs.isEmpty {
            let remarks = settings.remarks.isEmpty ? "" : ": \(settings.remarks.joined(separator: ", "))"
            context.remark("found settings of \(settings.programs.joined(separator: " and "))\(remarks)")
        }
        let proposal = ConfigurationProposal(aliases, settings, notes: notes)
        if !proposal.lines.isEmpty { try propose(proposal, vault, agrees: agrees, in: context) }
        if !aliases.contains(where: { $0.key == .created }), let unclear {
            context.remark(
                "'\(unclear.name)' holds dates in \(Counted.notes(unclear.notes)); "
                    + "if these are when notes were made: 'keys: {created: [\(unclear.name)]}' in config.yaml")
        }
        if notes == 0 { context.remark("there are no notes yet; make one: slip new TITLE") }
        return notes > 0
    }

    private static func propose(
        _ proposal: ConfigurationProposal, _ vault: Vault, agrees: Bool, in context: CommandContext
    ) throws {
        context.remark("these lines of config.yaml would suit it:")
        if !context.globals.isQuiet {
            for line in proposal.lines { context.world.writeError("  \(line.text)\n    \(line.reason)") }
        }
        let isAsked = !agrees && context.world.inputIsTerminal && !context.globals.isQuiet
        let inForce = agrees || (isAsked && context.asks("Write them?"))
        try vault.add(proposal, inForce: inForce)
        context.remark(inForce ? "they were written" : "they stand there as comments; take away the '# ' to use them")
    }

    /// Suggests a search that finds notes in the vault with its current settings.
    private static func tellNext(_ vault: Vault, _ context: CommandContext) throws {
        if context.globals.isQuiet { return }
        let session = try VaultSession(vault, context.environment, messages: context)
        guard let next = try session.withSnapshot({ try session.survey.firstSearch() }) else { return }
        var words = ["slip"]
        let root = vault.fullPath(.root)
        if root != context.environment.directory { words += ["--vault", String(decoding: root, as: UTF8.self)] }
        words.append("search")
        if !context.currentFolder(vault).isRoot { words += ["--scope", "all"] }
        words.append(next.query)
        let command = words.map(Style.shellWord).joined(separator: " ")
        context.remark("try: \(SafeText.escaped(command))   (finds \(Counted.notes(next.notes)))")
    }
}
