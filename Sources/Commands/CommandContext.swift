package import Arguments
import Indexing
import QueryLanguage
package import Rendering
package import Searching
package import SourceText
import System
package import VaultFiles

/// The context of a command: the global options, the environment, and the vault, opened on first use.
package final class CommandContext {
    package private(set) var globals: GlobalOptions
    package private(set) var host: Host
    /// The exit status: 0 for success or matches, 1 for no matches, 2 for an error.
    package var status: Int32 = 0
    /// Whether the exit status is 2 because one of several vaults could not be read (`--strict`).
    var failsStrictly = false
    /// The session, once a command has opened it.
    private(set) var opened: VaultSession?
    /// The writer, once a session was opened for changes.
    package private(set) var writer: VaultWriter?
    private var showsProgress = false
    /// Whether a notice is printed again. A command that ends prints each of them once, although it may meet the same
    /// unreadable note before and after a change.
    var repeatsNotices = false
    private var printedNotices: Set<String> = []
    /// What the command did because of other programs: text that it merged or kept, an interrupted change that it rolled
    /// back, and notes that it replaced although they were open. Part of the result as JSON.
    private(set) var remarks: [String] = []
    var inputRead: [UInt8]?

    package init(_ globals: GlobalOptions, _ host: Host) {
        self.globals = globals
        self.host = host
        if let client = globals.client { self.host.environment.variables["SLIPBOX_CLIENT"] = client }
    }

    package var environment: Environment { host.environment }

    // MARK: Output

    package func print(_ text: String) throws {
        try write(Array((text + "\n").utf8))
    }

    package func write(_ bytes: [UInt8]) throws {
        // The output shares the terminal.
        if host.outputIsTerminal { clearProgress() }
        try host.output.write(bytes)
    }

    /// Sends the output that follows through the pager if it is longer than the screen. Has no effect if standard
    /// output is not a terminal.
    package func page() {
        guard host.outputIsTerminal, environment.variables["TERM"] != "dumb" else { return }
        let variables = environment.variables
        let pager = variables["SLIPBOX_PAGER"] ?? variables["PAGER"] ?? "less"
        if !pager.isEmpty, pager != "cat" { host.output.page(through: pager, after: host.rows - 1) }
    }

    /// Whether the command only shows what it would change.
    var isDryRun = false
    /// Whether the command uses the default vault of the user outside of all vaults.
    var usesDefaultVault = false
    /// Whether the command has the option `--force`, which errors may name.
    var takesForce = false

    /// Prints a notice for the user, unless `--quiet` is given.
    package func notice(_ message: String) {
        if globals.isQuiet || !repeatsNotices && !printedNotices.insert(message).inserted { return }
        clearProgress()
        host.writeError("slip: \(message)")
    }

    /// Reports a change that the user did not ask for, also with `--quiet`, and adds it to the remarks.
    func remark(_ message: String) {
        remarks.append(message)
        clearProgress()
        host.writeError("slip: \(SafeText.escaped(message))")
    }

    package func fail(_ message: String, help: String? = nil) {
        clearProgress()
        host.writeError("slip: \(message)")
        if let help { host.writeError("  \(help)") }
        status = 2
    }

    /// Asks the user a yes/no question, after flushing the output. Returns true only for the answers `y` and `yes`.
    func asks(_ question: String) -> Bool {
        // If the output cannot be written, the question cannot be answered either.
        try? host.output.flush()
        clearProgress()
        host.writeError("\(question) [y/N]")
        let answer = host.readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    /// Closes the vault and its index.
    package func close() {
        clearProgress()
        opened = nil
        writer = nil
    }

    /// Whether this command will start a watcher when it ends.
    var callsForWatcher: Bool { opened?.keeper.shouldStartWatcher(scanLongerThan: host.watchPatience) ?? false }

    /// Starts a watcher in the background, if the vault's configuration allows it and this command's scan was slow.
    func startWatcher() {
        if let opened, callsForWatcher { environment.startSlip(AutomaticWatcher.arguments(opened.vault)) }
    }

    /// Releases the lock on changes while this command continues. Afterwards `carryOut` writes nothing.
    func endChanging() { writer = nil }

    /// Takes the lock on changes of an open vault, if `endChanging` released it or it was opened for reading, and updates
    /// the index.
    func resumeChanging() throws {
        guard let opened, writer == nil else { return }
        writer = try lock(opened.vault, recovering: true)
        refresh()
    }

    private func clearProgress() {
        if showsProgress { host.writeError("\r\u{1B}[K") }
        showsProgress = false
    }

    // MARK: The vault

    /// The full paths of the vaults that `--vault`, else `$SLIPBOX_VAULT` names.
    var namedVaults: [[UInt8]] {
        if !globals.vaults.isEmpty { return globals.vaults.map(VaultArguments(self).path) }
        return environment.variables["SLIPBOX_VAULT"].flatMap {
            $0.isEmpty ? nil : [VaultArguments(self).path(Argument($0))]
        } ?? []
    }

    /// Returns a NOTE argument without the name of its vault: `box.md` for `work: box.md`, as results of several vaults
    /// are printed. The command then uses this vault, unless `--vault` names another one.
    func noteInNamedVault(_ argument: Argument) -> Argument {
        let named = configuredVaults.first { argument.bytes.starts(with: Array("\($0.name): ".utf8)) }
        guard let named, opened == nil else { return argument }
        if globals.vaults.isEmpty { globals.vaults = [Argument(named.name)] }
        guard namedVaults == [Array(named.path.utf8)] else { return argument }
        return Argument(bytes: Array(argument.bytes.dropFirst(named.name.utf8.count + 2)))
    }

    /// The vaults that the user's configuration names.
    var configuredVaults: [UserConfiguration.NamedVault] { UserConfiguration(environment.variables).vaults }

    /// Returns the vault that `--vault`, else `$SLIPBOX_VAULT`, else the current directory names, else the default one.
    /// Throws if there is none.
    package func vault() throws -> Vault {
        if globals.vaults.count > 1 {
            throw UsageError.other("this command takes one vault", help: "give '--vault' only once")
        }
        if let argument = globals.vault {
            try VaultArguments(self).check(argument)
            return try Vault(root: VaultArguments(self).path(argument))
        }
        if let path = namedVaults.last {
            do {
                return try Vault(root: path)
            } catch let error as VaultError {
                throw VaultError("SLIPBOX_VAULT: \(error.message)", help: error.help)
            }
        }
        return try Vault.usual(environment, allowsDefault: usesDefaultVault)
    }

    /// Returns the open vault, with an up-to-date index unless `--no-sync` is given. If the command has opened it
    /// before, returns that session and ignores the arguments.
    ///
    /// - Parameters:
    ///   - changing: whether the command will change the vault. It then holds the lock on changes until it ends, so
    ///     that its plans stay valid. An interrupted change is rolled back first.
    ///   - warnsOfConfiguration: whether to print warnings about `config.yaml`.
    ///   - asksGit: whether git will be queried for differences to the last commit. The query can start early.
    ///   - reading: how far queries read attachments first.
    package func session(
        changing: Bool = false, warnsOfConfiguration: Bool = true, asksGit: Bool = false,
        reading: AttachmentReading = .complete
    ) throws -> VaultSession {
        if let opened { return opened }
        let vault = try vault()
        if changing { writer = try lock(vault, recovering: true) }
        if warnsOfConfiguration {
            for diagnostic in vault.configuration.diagnostics { notice(configWarning(diagnostic, vault)) }
        }
        let session = try VaultSession(
            vault, environment, messages: self, syncs: !globals.skipsSync, asksGit: asksGit,
            timeout: changing ? nil : IndexKeeper.readerTimeout, reading: globals.skipsSync ? .stored : reading)
        clearProgress()
        session.beforeRetry = beforeRetry
        opened = session
        if writer == nil { reportInterruption(vault) }
        return session
    }

    /// Discards the output before a query is repeated. Throws if some of it is written already.
    var beforeRetry: () throws -> Void {
        { [host] in
            if host.output.discard() { return }
            throw VaultError(
                "the index is damaged and is being rebuilt", help: "run the command again: its output is incomplete")
        }
    }

    /// Runs `body` on the vault, which is opened first if necessary. May run it again, for example after rebuilding a
    /// damaged index.
    func read<Value>(_ body: (VaultSnapshot) throws -> Value) throws -> Value { try session().read { try body($0) } }

    /// Runs `body` to plan a change of the vault, which is opened for changes first. Changes nothing: see `carryOut`.
    /// If the index changes meanwhile, `body` runs again. A notice that it repeats is printed once.
    func plan<Value>(_ body: (VaultSnapshot) throws -> Value) throws -> Value {
        // The command may have read the vault before.
        try resumeChanging()
        return try session(changing: true).plan { try body($0) }
    }

    /// Carries out a plan that was made with `plan(_:)`, then updates the index. A failed update only prints a warning,
    /// because the change stands.
    ///
    /// - Parameters:
    ///   - force: see `VaultWriter.carryOut`.
    ///   - refreshes: whether to update the index. Otherwise the next command does.
    func carryOut(_ plan: ChangePlan, force: Bool, refreshes: Bool = true) throws {
        let notices = try writer?.carryOut(plan, force: force) { reportProgress("writing", $0, of: $1) }
        remarks += notices ?? []
        for text in notices ?? [] { notice(SafeText.escaped(text)) }
        if refreshes { refresh(changed: plan.paths) }
    }

    /// Reports an interrupted change and how to undo it. Prints nothing if there is none.
    func reportInterruption(_ vault: Vault) {
        guard let interrupted = ChangeRecovery(vault).interrupted() else { return }
        let ways =
            interrupted.changed.isEmpty
            ? "; the next change rolls it back, or run: slip undo"
            : "; these files have changed since: \(interrupted.changed.joined(separator: ", ")); to skip them and roll back the rest: slip undo --skip-changed; to keep all files as they are: slip undo --forget"
        notice(SafeText.escaped(interrupted.progress + ways))
    }

    /// Opens the vault as of a commit, for reading. If the command has opened a session before, returns that one.
    package func session(at revision: String) throws -> VaultSession {
        if let opened { return opened }
        let vault = try vault()
        // The number of a commit in the last history, or else a revision.
        let commit = try lastResult(Argument(revision), vault)?.revision?.commit
        let session = try VaultSession.at(commit ?? revision, vault, environment: environment, messages: self)
        clearProgress()
        opened = session
        return session
    }

    /// Returns a writer that holds the lock on changes, without opening the index: undo does not need it, and works on
    /// a full disk. The next reading command updates the index.
    ///
    /// Late text stays where it is: its merge would be the change that undo reverts.
    ///
    /// - Parameter recovering: whether to roll back an interrupted command first.
    package func writerAlone(recovering: Bool) throws -> VaultWriter {
        try lock(try vault(), recovering: recovering, rescues: false)
    }

    /// Takes the lock on changes, waiting for it if necessary, and reports files that earlier commands saved from being
    /// overwritten. With `recovering`, rolls back an interrupted command.
    private func lock(_ vault: Vault, recovering: Bool, rescues: Bool = true) throws -> VaultWriter {
        let writer = try VaultWriter(
            locking: vault, now: environment.now, client: environment.client.map { ChangeClient($0) }
        ) {
            notice(LockHolder.words($0))
        }
        if recovering {
            try writer.settle(rescues: rescues && !isDryRun) { remark($0) }
        }
        return writer
    }

    /// Updates the index after a change. If that fails, for example on a full disk, the change still stands: prints a
    /// warning, and the next command updates the index.
    ///
    /// - Parameter changed: the paths that this command has changed (default: other programs may have changed any).
    func refresh(changed: Set<VaultPath>? = nil) {
        do {
            try opened?.refresh(changed: changed)
        } catch {
            notice(
                "cannot update the index, so the next command will: \(ErrorReport(error).message)"
            )
        }
    }

    package func configWarning(_ diagnostic: Diagnostic, _ vault: Vault) -> String {
        // Needed only for the line number. If the file has been deleted since, the line is the first.
        let bytes = (try? vault.configurationBytes()) ?? []
        let line = LineTable(bytes).line(at: min(diagnostic.range.lowerBound, bytes.count))
        let help = diagnostic.help.map { "; \($0)" } ?? ""
        return SafeText.escaped(".slipbox/config.yaml:\(line): \(diagnostic.message)\(help)")
    }

    package func paths(_ vault: Vault) -> PathStyle {
        PathStyle(root: vault.root, directory: environment.directory)
    }

    func renderingContext(_ snapshot: VaultSnapshot) -> RenderingContext {
        RenderingContext(snapshot, style: style, isTerminal: host.outputIsTerminal)
    }

    package func full(_ path: Argument) -> [UInt8] {
        path.bytes.first == Byte.slash ? path.bytes : environment.directory + [Byte.slash] + path.bytes
    }

    // MARK: Arguments that name files

    /// Returns the current folder in the vault, or its root if the current directory is outside.
    package func currentFolder(_ vault: Vault) -> VaultPath { vault.path(ofFull: environment.directory) ?? .root }

    /// Returns the path in the vault that an argument names, relative to the current directory. The file need not
    /// exist. Symbolic links are resolved. Returns nil if it is outside the vault.
    func pathFromHere(_ argument: Argument, _ vault: Vault) -> VaultPath? {
        // Resolves symbolic links first.
        if let real = Files.realPath(full(argument)), let path = vault.path(ofFull: real) { return path }
        let base = VaultPath(bytes: Array(environment.directory.dropFirst()))
        guard let resolved = base.resolving(VaultPath(bytes: argument.bytes)) else { return nil }
        return vault.path(ofFull: [Byte.slash] + resolved.bytes)
    }

    /// Returns the path in the vault of a symbolic link that an argument names: that of the link, not of its target.
    /// Returns nil if the argument is no link or outside the vault.
    func symbolicLink(_ argument: Argument, _ vault: Vault) -> VaultPath? {
        let bytes = full(argument)
        guard FileStatus.seen(bytes)?.kind == .link else { return nil }
        let path = VaultPath(bytes: bytes)
        return Files.realPath(path.folder.bytes.isEmpty ? [Byte.slash] : path.folder.bytes)
            .flatMap {
                vault.path(ofFull: $0 == [Byte.slash] ? $0 + path.name.bytes : $0 + [Byte.slash] + path.name.bytes)
            }
    }

    /// Returns the finder of what arguments name in a snapshot.
    func arguments(_ snapshot: VaultSnapshot) -> ArgumentResolver {
        ArgumentResolver(context: self, snapshot: snapshot)
    }
}

extension Argument {
    var withoutSlash: Argument {
        bytes.last == Byte.slash ? Argument(bytes: Array(bytes.dropLast())) : self
    }
}

extension CommandContext: MessageSink {
    package func warn(_ message: String) { notice(SafeText.escaped(message)) }

    package func progress(_ what: String, _ done: Int, of total: Int?) {
        guard host.errorIsTerminal, !globals.isQuiet else { return }
        showsProgress = true
        let share = total.map { " of \($0)" } ?? ""
        // The cursor stays at the end of the text, so that typed characters such as `^C` do not overwrite it.
        host.writeError("\r\u{1B}[K\(what) \(done)\(share)")
    }
}
