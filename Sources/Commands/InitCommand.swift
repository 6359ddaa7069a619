import Arguments
import Rendering
import Searching
import SourceText
import System
import VaultFiles

/// `slip init`: makes a folder a vault.
enum InitCommand {
    struct OptionValues: Sendable {
        var agrees = false
        var withExamples = false
    }

    static let command = SlipCommand(
        "init", "Create a vault in a folder of Markdown files.", operands: ["[DIR]"],
        options: [
            .flag(
                "yes", short: "y", \OptionValues.agrees,
                "Answer yes to all questions, and write the proposed settings."),
            .flag(
                "with-examples", \OptionValues.withExamples,
                "Create a copy of the sample vault in DIR, which must be empty."),
        ],
        discussion: """
            Creates a folder .slipbox in DIR (default: the current folder; created if missing). It contains config.yaml,
            and a .gitignore file that excludes the index from git. No existing file is changed, so a folder that
            Obsidian, zk or another program uses can be a vault too. slip asks for confirmation if DIR is your home
            folder or the root of the file system, is inside a vault, or contains one.

            Reports the notes and folders that it finds, front matter keys with dates or keywords under other names, and
            settings of Obsidian, zk and Logseq, also for daily notes. Then proposes lines for config.yaml, also types of
            keys whose values are alike, and kinds for folders of mdbase and OKF. They are written if you accept, or with --yes. Otherwise they are written as comments. In an existing vault, nothing
            is changed.
            """,
        values: { OptionValues() },
        run: { values, operands, context in
            let operand = operands.first ?? context.globals.vault ?? "."
            let directory = context.full(operand)
            let name = SafeText.escaped(operand.shown)
            if let kind = FileStatus.seen(directory, follows: true)?.kind, kind != .directory {
                throw VaultError("'\(name)' is not a folder", help: "give a folder, or the path of a new one")
            }
            let real = real(directory)
            if !Vault.isVault(real), !values.agrees, let doubt = doubt(real, context) {
                guard context.host.inputIsTerminal else {
                    throw VaultError(
                        "cannot ask for confirmation, because standard input is not a terminal: '\(name)' \(doubt); create a vault anyway?",
                        help: "to skip the question: --yes")
                }
                if !context.asks("'\(name)' \(doubt); create a vault anyway?") {
                    throw VaultError("nothing was changed")
                }
            }
            let examples = values.withExamples ? ExampleFile.all : []
            guard try Vault.create(directory, with: examples.map { (VaultPath($0.path), $0.bytes) }) else {
                if values.withExamples {
                    throw VaultError(
                        "'\(name)' is already a vault; nothing was changed",
                        help: "to create the examples in a new folder: slip init --with-examples examples")
                }
                return try context.print("'\(name)' is already a vault; nothing was changed")
            }
            try context.print("created a vault in '\(name)'; its settings are in \(name)/.slipbox/config.yaml")
            // The user should read this before the questions. A closed or full pipe must not prevent the steps that
            // follow.
            if context.host.outputIsTerminal { try context.host.output.flush() }
            let vault = try Vault(root: directory)
            if try reportFound(vault, agrees: values.agrees, context) {
                try suggestSearch(try Vault(root: directory), context)
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

    /// Returns the reason why a folder is an unlikely vault, for the confirmation. Returns nil if there is none.
    private static func doubt(_ directory: [UInt8], _ context: CommandContext) -> String? {
        if directory == [Byte.slash] { return "is the root of the file system" }
        if let home = context.environment.variables["HOME"], !home.isEmpty,
            Files.realPath(Array(home.utf8)) == directory
        {
            return "is your home folder"
        }
        // An error means that no vault contains the folder.
        if let outer = try? Vault.nearest(to: directory) {
            let path = SafeText.escaped(String(decoding: outer.fullPath(.root), as: UTF8.self))
            return "is in the vault '\(path)', which would no longer include its notes"
        }
        guard let inner = Vault.vault(inside: directory) else { return nil }
        return "contains the vault '\(SafeText.escaped(inner.text))', whose notes would be in both"
    }

    /// Reports the contents of the new vault, proposes settings, and writes them if the user agrees. Returns false if
    /// there is no note.
    private static func reportFound(_ vault: Vault, agrees: Bool, _ context: CommandContext) throws -> Bool {
        var settings = OtherSettings(of: vault)
        let session = try VaultSession(vault, context.environment, messages: context)
        let (notes, folders, aliases, daily, new, unclear, documents, fields, declarations, statuses, keys) =
            try session.read { snapshot in
                let survey = snapshot.survey
                let aliases = try survey.foreignKeys()
                return (
                    try snapshot.lists.noteCount(), try snapshot.queryNames.folders().count, aliases,
                    try survey.dailyNotes(), try survey.newNotes(aliases), try survey.unclearDates(),
                    try survey.documents(),
                    try survey.notesWithInlineFields(atMost: ConfigurationProposal.leastInlineFields),
                    try survey.declarations(known: settings.types), try survey.statuses(),
                    try snapshot.lists.keys().map(\.name)
                )
            }
        let inFolders = Counted.number(folders, "folder").map { " in \($0)" } ?? ""
        if notes > 0 { context.notice("found \(Counted.notes(notes))\(inFolders)") }
        if !settings.programs.isEmpty {
            let notices = settings.notices.isEmpty ? "" : ": \(settings.notices.joined(separator: ", "))"
            context.notice("found settings of \(settings.programs.joined(separator: " and "))\(notices)")
        }
        settings.keepKinds(ofKeys: keys)
        let isConfigured = vault.configuration.daily != DailyNotes()
        let proposal = ConfigurationProposal(
            aliases, settings, daily: isConfigured ? nil : settings.daily ?? daily,
            new: isConfigured ? ConfigurationProposal.New() : new, notes: notes,
            documents: vault.configuration.readsAttachments ? 0 : documents,
            inlineFields: vault.configuration.readsInlineFields ? 0 : fields,
            declarations: isConfigured ? [] : declarations, statuses: isConfigured ? [] : statuses)
        if !proposal.lines.isEmpty { try propose(proposal, vault, agrees: agrees, in: context) }
        if !aliases.contains(where: { $0.key == .created }), let unclear {
            context.notice(
                "'\(unclear.name)' contains dates in \(Counted.notes(unclear.notes)); "
                    + "if these are creation dates, add to config.yaml: 'keys: {created: [\(unclear.name)]}'")
        }
        if notes == 0 { context.notice("there are no notes yet; to create one: slip new TITLE") }
        return notes > 0
    }

    private static func propose(
        _ proposal: ConfigurationProposal, _ vault: Vault, agrees: Bool, in context: CommandContext
    ) throws {
        context.notice("proposed lines for config.yaml:")
        if !context.globals.isQuiet {
            for line in proposal.lines {
                context.host.writeError("  \(line.text.replacing("\n", with: "\n  "))\n    \(line.reason)")
            }
        }
        let isAsked = !agrees && context.host.inputIsTerminal && !context.globals.isQuiet
        let inForce = agrees || (isAsked && context.asks("Write them?"))
        try vault.add(proposal, inForce: inForce)
        context.notice(
            inForce ? "the lines were written" : "the lines were written as comments; remove the '# ' to use them")
    }

    /// Suggests a search that finds notes in the vault with its current settings.
    private static func suggestSearch(_ vault: Vault, _ context: CommandContext) throws {
        if context.globals.isQuiet { return }
        let session = try VaultSession(vault, context.environment, messages: context)
        guard let next = try session.read({ try $0.survey.firstSearch() }) else { return }
        var words = ["slip"]
        let root = vault.fullPath(.root)
        if root != context.environment.directory { words += ["--vault", String(decoding: root, as: UTF8.self)] }
        words.append("search")
        if !context.currentFolder(vault).isRoot { words += ["--scope", "all"] }
        words.append(next.query)
        let command = words.map(Style.shellWord).joined(separator: " ")
        context.notice("try: \(SafeText.escaped(command))   (finds \(Counted.notes(next.notes)))")
    }
}
