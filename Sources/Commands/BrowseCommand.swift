import Arguments
import Browser
import Indexing
import QueryLanguage
import Rendering
import Searching
import SourceText
import System
import Terminal
import VaultFiles

extension KeyStyle: ArgumentValue {}

/// `slip browse`: the interactive search.
enum BrowseCommand {
    struct OptionValues: Sendable {
        var place = QueryOptions()
        var vaults = VaultOptions()
        var sort: String?
        var group: String?
        var keys: KeyStyle?
        var prints = false
        var nullTerminated = false
        var isPlain = false
        var noMouse = false
    }

    static let command = SlipCommand(
        "browse", "Search interactively, with a preview; open, mark and change notes.", words: ["[QUERY…]"],
        options: QueryOptions.options.map { $0.on(\OptionValues.place) } + [
            .value("sort", "KEYS", \.sort, "Sort by KEYS, separated by commas."),
            .value(
                "group", "KEY", \.group, "Group by KEY, such as status, folder or period-."),
            .value("keys", "STYLE", \.keys, "Use these key bindings (default: usual)."),
            .flag("print", \.prints, "Print the paths of the marked notes on Enter."),
            .flag("null", short: "0", \.nullTerminated, "End each printed path with NUL instead of newline."),
            .flag("plain", \.isPlain, "Print each event as a line, for screen readers."),
            .flag("no-mouse", \.noMouse, "Disable mouse support."),
            .flag("vaults", \.vaults.usesAll, "Use all vaults with a name."),
        ],
        takesNegatedTerms: true,
        discussion: """
            The query is the same as in 'slip search'. Results are updated as you type, and the last word matches as a
            prefix.

            Enter opens the note at the match in $VISUAL or $EDITOR. When the editor exits, the browser is shown again.
            Space marks notes. Alt and a letter change the marked notes: status, favorite, keywords, folder, trash.
            Alt-U undoes the last change. For all keys, press F1 or see 'slip help keys'.

            With several vaults, the pane of folders contains each of them. Marked notes can be changed together if they
            are in one vault.

            With --print, or if standard output is not a terminal, Enter prints the paths of the marked notes and exits.
            The exit status is 130 if the user left with Esc or Ctrl-C.
            """,
        values: { OptionValues() }, run: run)

    @Sendable private static func run(_ values: OptionValues, _ operands: [String], in context: CommandContext) throws {
        try QueryOptions.refuseFolder(values.place.folder, of: values.place.scope)
        guard let stream = context.host.stream, context.host.inputIsTerminal || ThisProcess.hasTerminal else {
            throw VaultError("'browse' requires a terminal", help: "to print results instead: slip search QUERY")
        }
        let joined = QueryText.joined(operands)
        let (vaults, name) = try vaults(values, in: context)
        guard let first = vaults.first else { return }
        let folder = first.source == nil ? try folder(values.place.folder, first.vault, in: context) : .root
        let history = try QueryHistory(first.vault)
        let variables = context.environment.variables
        let depth = context.depth(true)
        let prints = values.prints || !context.host.outputIsTerminal
        var setting = BrowserSetting(
            palette: Palette(first.vault.configuration, depth, on: context.background),
            calendar: context.environment.calendar, statuses: vaults.statuses,
            keys: BrowserKeys(values.keys ?? .usual), prints: prints, vault: name)
        setting.vaults = vaults.compactMap(\.source)
        let (root, directory) = (first.vault.root, context.environment.directory)
        let paths = { @Sendable (note: NoteAddress) in
            PathStyle(root: note.vault?.root ?? root, directory: directory).bytes(note.path)
        }
        setting.pathFromHere = { String(decoding: paths($0), as: UTF8.self) }
        let state = BrowserState(
            setting, query: joined.query, scope: values.place.chosenScope(first.vault), folder: folder,
            sort: values.sort, group: values.group, history: history.queries(), columns: context.host.columns,
            rows: context.host.rows)
        let vault = { (note: NoteAddress) in vaults.first { $0.source == note.vault }?.vault ?? first.vault }
        let loop = try BrowserLoop(
            vaults, state,
            BrowserLoop.Host(
                environment: context.environment, now: stream.now, zoneHasChanged: stream.zoneHasChanged,
                edit: { note, line in edit(note.path, line, vault: vault(note), in: context) },
                openFile: { openFile($0.path, vault: vault($0), in: context) },
                remember: { history.add($0) }),
            depth: depth, hasMouse: !values.noMouse,
            isPlain: values.isPlain || variables["TERM"] == "dumb",
            pictures: !depth.hasColors ? .none : PictureProtocol(variables: variables).map { .known($0) } ?? .unknown)
        let outcome = try loop.run()
        context.status = outcome.status
        for path in outcome.paths.map(paths) {
            try context.write(values.nullTerminated ? path + [0] : SafeText.escaped(path) + [Byte.newline])
        }
    }

    /// Returns the vaults to show, at least one, and their name. If there are several, one that cannot be read is reported
    /// and left out.
    private static func vaults(
        _ values: OptionValues, in context: CommandContext
    ) throws -> (vaults: [BrowserVault], name: String) {
        guard let chosen = try context.severalVaults(values.vaults) else {
            let vault = try context.vault()
            for diagnostic in vault.configuration.diagnostics {
                context.notice(context.configWarning(diagnostic, vault))
            }
            return ([BrowserVault(vault)], vault.name)
        }
        try values.place.refuse()
        let vaults = try context.open(chosen, with: values.vaults) { name, vault in
            BrowserVault(vault, named: NoteHit.SourceVault(name: name, root: vault.root))
        }
        let all = Counted.of(chosen.count, "vault")
        return (vaults, vaults.count < chosen.count ? "\(vaults.count) of \(all)" : all)
    }

    /// Returns the folder to search first: that of `--in`, or the current one. Does not use the index, which may have
    /// to be built first.
    private static func folder(_ name: Argument?, _ vault: Vault, in context: CommandContext) throws -> VaultPath {
        guard let name else { return context.currentFolder(vault) }
        let candidates = [
            context.pathFromHere(name.withoutSlash, vault),
            VaultPath.root.resolving(VaultPath(bytes: name.withoutSlash.bytes)),
        ]
        for path in candidates.compactMap({ $0 })
        where path.isRoot || FileStatus.seen(vault.fullPath(path))?.kind == .directory { return path }
        throw VaultError("there is no folder '\(SafeText.escaped(name.shown))'")
    }

    /// Opens a file with the program that the system uses for it. Returns the error message, or nil.
    private static func openFile(_ path: VaultPath, vault: Vault, in context: CommandContext) -> String? {
        // An untrusted index may contain a path outside of the vault.
        if !path.staysInside { return "'\(path.text)' is outside the vault" }
        guard let opener = ProgramPath(context.environment.variables["PATH"]).program(Array("xdg-open".utf8)) else {
            return "'\(path.text)' cannot be opened: xdg-open is not installed"
        }
        let child = try? ChildProcess.startApart(opener, [vault.fullPath(path)])
        return child == nil ? "xdg-open cannot be started" : nil
    }

    /// Opens a note in the user's editor at a line, counted from 1, and waits for the editor to exit. Returns the error
    /// message, or nil.
    private static func edit(_ path: VaultPath, _ line: Int, vault: Vault, in context: CommandContext) -> String? {
        do {
            try EditCommand.run(context, vault, paths: [path], line: line)
            return nil
        } catch let error as VaultError {
            return error.message + (error.help.map { "; \($0)" } ?? "")
        } catch {
            return "cannot start the editor"
        }
    }
}
