package import Arguments
import Indexing
import Pages
import QueryLanguage
package import Rendering
package import Searching
package import SourceText
import System
package import VaultChanges
package import VaultFiles

/// What a command runs with: the options of every command, the world, and the vault, opened when it is first asked for.
package final class CommandContext {
    package let globals: GlobalOptions
    package let world: World
    /// 0 done or found, 1 nothing found, 2 an error.
    package var status: Int32 = 0
    /// There once a command asked for it.
    private(set) var opened: VaultSession?
    /// What changes the vault; there once a session was opened for changing.
    package private(set) var writer: VaultWriter?
    private var showsProgress = false

    package init(_ globals: GlobalOptions, _ world: World) {
        self.globals = globals
        self.world = world
    }

    package var environment: Environment { world.environment }

    // MARK: Output

    package func print(_ text: String) throws {
        clearProgressInOutput()
        try world.output.write(text + "\n")
    }

    package func write(_ bytes: [UInt8]) throws {
        clearProgressInOutput()
        try world.output.write(bytes)
    }

    /// Sends long output through the pager, on a terminal.
    package func page() {
        guard world.outputIsTerminal, environment.variables["TERM"] != "dumb" else { return }
        let variables = environment.variables
        let pager = variables["SLIPBOX_PAGER"] ?? variables["PAGER"] ?? "less"
        if !pager.isEmpty, pager != "cat" { world.output.page(through: pager, after: world.rows - 1) }
    }

    /// Something a person should know; not with `--quiet`.
    package func remark(_ message: String) {
        if globals.isQuiet { return }
        clearProgress()
        world.writeError("slip: \(message)")
    }

    package func fail(_ message: String, help: String? = nil) {
        clearProgress()
        world.writeError("slip: \(message)")
        if let help { world.writeError("  \(help)") }
        status = 2
    }

    /// Asks a person for a yes; whoever reads has what was printed before.
    func asks(_ question: String) -> Bool {
        // Where it cannot be shown, the question is not answered either.
        try? world.output.flush()
        clearProgress()
        world.writeError("\(question) [y/N]")
        let answer = world.readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    /// Lets the vault go, so that its index is closed in order.
    package func close() {
        clearProgress()
        opened = nil
        writer = nil
    }

    /// Whether this command will have started a watcher when it ends.
    var callsForWatcher: Bool { opened?.keeper.callsForWatcher(after: world.watchPatience) ?? false }

    /// Starts a watcher in the background where the vault wants one to come by itself and this command had to look at
    /// the files for long.
    func startWatcher() {
        if let opened, callsForWatcher { world.startApart(AutomaticWatcher.arguments(opened.vault)) }
    }

    /// Lets other slips change the vault again, while this command goes on.
    func endChanging() { writer = nil }

    /// What goes elsewhere does not run into what is told on the terminal.
    private func clearProgressInOutput() { if world.outputIsTerminal { clearProgress() } }

    private func clearProgress() {
        if showsProgress { world.writeError("\r\u{1B}[K") }
        showsProgress = false
    }

    // MARK: The vault

    /// The vault that `--vault`, `$SLIPBOX_VAULT` or the current directory names.
    package func vault() throws -> Vault {
        if let path = globals.vault { return try Vault(root: full(path)) }
        if let path = environment.variables["SLIPBOX_VAULT"], !path.isEmpty {
            do {
                return try Vault(root: full(Argument(path)))
            } catch let error as VaultError {
                throw VaultError("SLIPBOX_VAULT: \(error.message)", help: error.help)
            }
        }
        return try Vault.find(from: environment.directory)
    }

    /// The open vault, brought up to date with the disk unless `--no-sync`.
    ///
    /// - Parameters:
    ///   - changing: whether the vault will be changed: then no other slip changes it until this command ends, and what is
    ///     planned from here on is planned on what is there.
    ///   - warnsOfConfiguration: whether faults of `config.yaml` are told on the way.
    ///   - asksGit: whether git will be asked how the files differ from the last commit, which it can begin to look for.
    package func session(
        changing: Bool = false, warnsOfConfiguration: Bool = true, asksGit: Bool = false
    ) throws -> VaultSession {
        if let opened { return opened }
        let vault = try vault()
        if changing { writer = try lock(vault, recovering: true) }
        if warnsOfConfiguration {
            for diagnostic in vault.configuration.diagnostics { remark(configWarning(diagnostic, vault)) }
        }
        let session = try VaultSession(
            vault, environment, messages: self, syncs: !globals.skipsSync, asksGit: asksGit,
            patience: changing ? nil : IndexKeeper.readerPatience)
        clearProgress()
        session.beforeRetry = { [world] in
            if !world.output.discard() {
                throw VaultError(
                    "the index was damaged, and is built anew now", help: "ask again: part was printed already")
            }
        }
        opened = session
        if writer == nil { tellOfInterruption(vault) }
        return session
    }

    /// Says that a change was interrupted, and what takes it back.
    func tellOfInterruption(_ vault: Vault) {
        guard let interrupted = VaultWriter(vault).interrupted() else { return }
        let ways =
            interrupted.changed.isEmpty
            ? "; the next change takes them back, and so does slip undo"
            : ", and others changed \(interrupted.changed.joined(separator: ", ")) since; slip undo --skip-changed takes back the rest, slip undo --forget leaves everything as it is"
        remark(SafeText.escaped(Self.text(interrupted) + ways))
    }

    /// The vault as it was at a commit.
    package func session(at revision: String) throws -> VaultSession {
        if let opened { return opened }
        let session = try VaultSession.at(revision, try vault(), environment, messages: self)
        clearProgress()
        opened = session
        return session
    }

    /// What changes the vault, without its index: taking back needs none, and no room on a full disk. Whoever reads next
    /// brings the index up to date.
    ///
    /// - Parameter recovering: whether what an interrupted command did is taken back first.
    package func writerAlone(recovering: Bool) throws -> VaultWriter { try lock(try vault(), recovering: recovering) }

    /// Takes the lock on changes, and looks at what earlier ones have left.
    private func lock(_ vault: Vault, recovering: Bool) throws -> VaultWriter {
        let writer = try VaultWriter(locking: vault, now: environment.now) {
            remark(LockHolder.words($0))
        }
        for (path, copy) in writer.rescue() {
            let location = String(decoding: copy, as: UTF8.self)
            remark(
                SafeText.escaped(
                    "another program saved '\(path.text)' into its old file while it was changed; that is in '\(location)'"
                ))
        }
        if recovering, let interrupted = try writer.recover() {
            remark(SafeText.escaped(Self.text(interrupted)) + ", which were taken back")
        }
        return writer
    }

    /// Brings the index up to date after a change. What was changed is changed, whatever becomes of that: where it fails,
    /// as on a full disk, it is said, and the next command does it.
    func refresh(_ session: VaultSession) {
        do {
            try session.refresh()
        } catch {
            remark(
                "the index could not be brought up to date, which the next command does: \(IndexKeeper.explained(error))"
            )
        }
    }

    package static func text(_ interrupted: VaultWriter.Interrupted) -> String {
        "'\(interrupted.title)' was interrupted after \(interrupted.done) of \(interrupted.steps) steps"
    }

    package func configWarning(_ diagnostic: Diagnostic, _ vault: Vault) -> String {
        // Only for the line: gone since it was read, that is the first.
        let bytes = (try? vault.configurationBytes()) ?? []
        let line = LineTable(bytes).line(at: min(diagnostic.range.lowerBound, bytes.count))
        let help = diagnostic.help.map { "; \($0)" } ?? ""
        return SafeText.escaped(".slipbox/config.yaml:\(line): \(diagnostic.message)\(help)")
    }

    package func paths(_ session: VaultSession) -> PathStyle {
        PathStyle(root: session.vault.root, directory: environment.directory)
    }

    func surroundings(_ session: VaultSession) -> Surroundings {
        Surroundings(
            style: style, paths: paths(session), calendar: environment.calendar, now: environment.now,
            isTerminal: world.outputIsTerminal
        ) { hit, lines in
            // Only what is shown is read; a note that is gone by now has no text.
            (try? session.bytes(hit.path)).map { NoteExcerpt(of: $0, title: hit.title, lines: lines).lines } ?? []
        }
    }

    /// A path argument as a full path.
    package func full(_ path: Argument) -> [UInt8] {
        path.bytes.first == Byte.slash ? path.bytes : environment.directory + [Byte.slash] + path.bytes
    }

    // MARK: Arguments that name things

    /// The current folder inside the vault; its root where the current directory is outside.
    package func currentFolder(_ vault: Vault) -> VaultPath { vault.path(ofFull: environment.directory) ?? .root }

    /// The path in the vault that an argument names, read from the current directory; nil where that is outside.
    func pathFromHere(_ argument: Argument, _ vault: Vault) -> VaultPath? {
        // As the disk has it first: a link names what it leads to.
        if let real = Files.realPath(full(argument)), let path = vault.path(ofFull: real) { return path }
        let base = VaultPath(bytes: Array(environment.directory.dropFirst()))
        guard let resolved = base.resolving(VaultPath(bytes: argument.bytes)) else { return nil }
        return vault.path(ofFull: [Byte.slash] + resolved.bytes)
    }

    /// The path in the vault that an argument names where a symbolic link is there: that of the link, not of what it
    /// leads to; nil for anything else.
    func symbolicLink(_ argument: Argument, _ vault: Vault) -> VaultPath? {
        let bytes = full(argument)
        guard FileStatus.seen(bytes)?.kind == .link else { return nil }
        let path = VaultPath(bytes: bytes)
        return Files.realPath(path.folder.bytes.isEmpty ? [Byte.slash] : path.folder.bytes)
            .flatMap {
                vault.path(ofFull: $0 == [Byte.slash] ? $0 + path.name.bytes : $0 + [Byte.slash] + path.name.bytes)
            }
    }

    /// The note that a NOTE argument means: a path from the current directory, a path from the root, or a unique file
    /// name, id, title or alias.
    ///
    /// - Parameter changes: whether the note will be changed, so that a person is told which one was taken where it is
    ///   not the one that the argument names from here.
    /// - Parameter forFolder: the command to be used where the argument names a folder.
    package func resolveNote(
        _ argument: Argument, _ session: VaultSession, changes: Bool = false, forFolder: String? = nil
    ) throws -> VaultPath {
        if argument == "-" { return try resolveNote(onlyInput(), session, changes: changes, forFolder: forFolder) }
        if let path = pathFromHere(argument, session.vault), try session.isNote(path) {
            if changes, let link = symbolicLink(argument, session.vault), link != path {
                remark(SafeText.escaped("'\(link.text)' is a link: taken for '\(path.text)'"))
            }
            return path
        }
        if let path = try lastResult(argument, session.vault)?.path {
            guard try session.isNote(path) else { throw VaultError(path, "is gone since it was found") }
            if changes { remark(SafeText.escaped("'\(argument.shown)' is '\(path.text)'")) }
            return path
        }
        let found = try notes(named: argument, session)
        if found.count == 1 {
            if changes { tellTaken(argument, found[0], session: session) }
            return found[0]
        }
        let shown = SafeText.escaped(argument.shown)
        if found.isEmpty {
            if let folder = try namedFolder(argument, session) {
                let name = QueryText.quoted(folder.isRoot ? "/" : folder.text)
                throw VaultError(
                    "'\(shown)' is a folder, and a note is expected",
                    help: forFolder.map { "\($0) \(Style.shellWord(argument.shown))" }
                        ?? "its notes: \(Style.shellWord("in:\(name)")) as a query")
            }
            let near = try argument.text.flatMap { try session.nearestNote(to: $0) }
            throw VaultError(
                "there is no note '\(shown)'", help: near.map { "did you mean '\(SafeText.escaped($0))'?" })
        }
        let paths = paths(session)
        throw VaultError(
            "'\(shown)' could be several notes",
            help: "name one: " + found.map { SafeText.escaped(paths.text($0)) }.joined(separator: ", "))
    }

    /// The notes that have a name; one that is not UTF-8 is a path from the vault's root.
    private func notes(named argument: Argument, _ session: VaultSession) throws -> [VaultPath] {
        if let name = argument.text { return try session.notes(named: name) }
        guard let path = VaultPath.root.resolving(VaultPath(bytes: argument.bytes)), try session.isNote(path)
        else { return [] }
        return [path]
    }

    /// Says which path of the vault is taken for an argument of a changing command that is no path from here.
    func tellTaken(_ argument: Argument, _ path: VaultPath, session: VaultSession) {
        if currentFolder(session.vault).isRoot { return }
        remark(SafeText.escaped("'\(argument.shown)' is taken for '\(path.text)'"))
    }

    /// A path for something new, from the current directory.
    package func newPath(_ argument: Argument, _ session: VaultSession) throws -> VaultPath {
        guard let path = pathFromHere(argument.withoutSlash, session.vault), !path.isRoot else {
            throw VaultError(
                "'\(SafeText.escaped(argument.shown))' is not a place inside the vault; nothing was changed")
        }
        return path
    }

    /// The folder that a FOLDER argument means, from the current directory, else from the root.
    ///
    /// - Parameter isMakeable: whether the error for one that is not there says how it is made.
    package func folder(
        _ argument: Argument, _ session: VaultSession, changes: Bool = false, isMakeable: Bool = false
    ) throws -> VaultPath {
        if let path = try namedFolder(argument, session) {
            if changes, pathFromHere(argument, session.vault) != path { tellTaken(argument, path, session: session) }
            return path
        }
        if let path = pathFromHere(argument, session.vault), session.vault.exists(path) {
            throw VaultError("'\(SafeText.escaped(argument.shown))' is not a folder")
        }
        let near = Nearest.match(argument.shown, among: try session.folders().map(\.text))
        let ways = [
            near.map { "did you mean '\($0)'?" },
            isMakeable ? "make it with: slip folder new \(Style.shellWord(argument.shown))" : nil,
        ].compactMap { $0 }
        throw VaultError(
            "there is no folder '\(SafeText.escaped(argument.shown))'",
            help: ways.isEmpty ? nil : SafeText.escaped(ways.joined(separator: "  or ")))
    }

    /// The folder at a path argument, from the current directory, else from the root; nil where there is none.
    private func namedFolder(_ argument: Argument, _ session: VaultSession) throws -> VaultPath? {
        if let path = pathFromHere(argument, session.vault), try path.isRoot || session.isFolder(path) { return path }
        guard let path = VaultPath.root.resolving(VaultPath(bytes: argument.bytes)),
            try path.isRoot || session.isFolder(path)
        else { return nil }
        return path
    }
}

extension Argument {
    /// Without the slash that marks a folder.
    var withoutSlash: Argument {
        bytes.last == Byte.slash ? Argument(bytes: Array(bytes.dropLast())) : self
    }
}

extension CommandContext: MessageSink {
    package func warn(_ message: String) { remark(SafeText.escaped(message)) }

    package func progress(_ what: String, _ done: Int, of total: Int?) {
        guard world.errorIsTerminal, !globals.isQuiet else { return }
        showsProgress = true
        let share = total.map { " of \($0)" } ?? ""
        // Left at its end: what a person types to stop it does not run into it.
        world.writeError("\r\u{1B}[K\(what) \(done)\(share)")
    }
}
