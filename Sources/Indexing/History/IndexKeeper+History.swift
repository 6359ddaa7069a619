import Git
import SQLite
package import SearchIndex
import SourceText
import System
import VaultChanges
package import VaultFiles

/// The vault's git history in the index.
extension IndexKeeper {
    /// Returns the state of the stored history, or nil if there is none.
    package func historyState() throws -> HistoryState? { try HistoryTable.state(connection) }

    /// Enables the history in the index and updates it.
    ///
    /// - Throws: `VaultError` if the vault is not in a repository, or another process writes the index for longer than
    ///   `patience`. `GitError`.
    package func requireHistory() throws {
        if try isHistoryCurrent() { return }
        do {
            let isThere = try IndexBusy.telling(patience) { try updateHistory() }
            if !isThere { throw Self.noRepository(vault) }
        } catch let busy as IndexBusy {
            throw VaultError("cannot read the history: \(busy.cause)", help: "try again later")
        }
    }

    package static func noRepository(_ vault: Vault) -> VaultError {
        VaultError(
            "'\(String(decoding: vault.fullPath(.root), as: UTF8.self))' is not in a git repository",
            help: "make it one: git init")
    }

    /// Whether the stored history is that of `HEAD`, as far as this is known without starting git.
    package func isHistoryCurrent() throws -> Bool {
        guard source is DiskSource else { return true }
        guard let stamp = HeadStamp(of: vault.root, environment.variables)?.text else { return false }
        return try HistoryTable.headStamp(connection) == stamp
    }

    /// Updates the history if dates come from it.
    ///
    /// If git fails, warns and keeps the dates that are known, or else those of the files.
    func updateHistoryForDates() throws {
        guard vault.configuration.takesDatesFromGit, source is DiskSource, try !isHistoryCurrent() else { return }
        do {
            if try !updateHistory() {
                messages.warn("dates: git, but this vault is in no git repository: dates are those of the files")
            }
        } catch let error as GitError {
            messages.warnOfDates(error.message)
        } catch let error as SystemError {
            messages.warnOfDates(error.description)
        }
    }

    /// - Returns: false if the vault is not in a repository.
    private func updateHistory() throws -> Bool {
        var known = try HistoryTable.state(connection)
        // On the first update, the index does not have the blob names of notes yet.
        let isFirst = known == nil
        while true {
            let reading = try HistoryReading.ofHead(vault, environment, known: known) {
                messages.progress("reading history", $0, of: nil)
            }
            guard let reading else {
                if known != nil { try forgetHistory() }
                return false
            }
            do {
                var touched: Set<VaultPath>? = []
                try write {
                    let current = try HistoryTable.state(connection)
                    // Another process has made this update meanwhile, or a different one.
                    if current == reading.state, reading.read != nil { return }
                    if reading.known != nil || reading.read == nil, current != known { throw HistoryWriter.Gap() }
                    var writer = try HistoryWriter(reading, connection)
                    touched = try writer.write(versions: versions)
                    try settleOwnMoves(touched)
                    if isFirst, givesDates { try IndexDatabase.forgetFingerprintsOfNotes(connection) }
                }
                try settleBlobs(touched.map { Array($0) }, in: connection) { try write($0) }
                return true
            } catch is HistoryWriter.Gap {
                // Retry from the state that another process wrote, or else from the beginning.
                let current = try HistoryTable.state(connection)
                known = current == known ? nil : current
            }
        }
    }

    /// Updates the origins of notes that slip moved and whose history has changed.
    ///
    /// - Parameter paths: the notes, or nil for all.
    private func settleOwnMoves(_ paths: Set<VaultPath>?) throws {
        guard let ownMoves else { return }
        let notes = try IndexDatabase.notes(connection, among: paths)
        let table = try HistoryTable(connection)
        let touched = try ownMoves.settle(notes, in: table)
        if !touched.isEmpty { try table.apply(to: touched, versions: versions) }
    }

    /// Removes the history after the vault was taken out of its repository.
    private func forgetHistory() throws {
        try write {
            let table = try HistoryTable(connection)
            try table.clear()
            try HistoryTable.setState(connection, nil, stamp: nil)
            try table.apply(to: nil, versions: nil)
        }
    }

    /// A history that is read on another thread while an index is built.
    struct HistoryAhead {
        /// The hash function of blob names.
        var format: BlobName.Format
        var reading: Background<HistoryReading>
    }

    /// Starts to read the history for an index that is being built. Returns nil if no history is needed or exists.
    func historyAhead() throws -> HistoryAhead? {
        let configuration = vault.configuration
        if let committed {
            guard case .commit(let commit) = committed.state, committed.shared == nil else { return nil }
            let repository = committed.repository
            return HistoryAhead(
                format: repository.objectFormat,
                reading: Background { try HistoryReading.at(commit, repository, configuration) })
        }
        guard givesDates else { return nil }
        do {
            let stamp = HeadStamp(of: vault.root, environment.variables)?.text
            let found = try Repository(of: vault.root, from: environment.directory, environment.variables)
            guard let repository = found else {
                messages.warn("dates: git, but this vault is in no git repository: dates are those of the files")
                return nil
            }
            return HistoryAhead(
                format: repository.objectFormat,
                reading: Background {
                    try HistoryReading.at(repository.head(), repository, configuration, stamp: stamp)
                })
        } catch let error as GitError {
            messages.warnOfDates(error.message)
            return nil
        } catch let error as SystemError {
            messages.warnOfDates(error.description)
            return nil
        }
    }

    /// Waits for a history and writes it into an index that is being built.
    ///
    /// - Parameter origins: the origins of moved notes, from the previous index.
    func write(
        _ history: HistoryAhead?, of notes: Set<VaultPath>, _ origins: [VaultPath: VaultPath],
        into building: Connection
    ) throws {
        guard let history else { return }
        do {
            let reading = try history.reading.value()
            var writer = try HistoryWriter(reading, building)
            _ = try writer.write(versions: versions)
            guard let ownMoves else { return }
            let table = try HistoryTable(building)
            var touched: Set<VaultPath> = []
            for (path, old) in origins where notes.contains(path) {
                guard try table.commitTime(of: old) != nil else { continue }
                try table.setOrigin(of: path, old)
                touched.insert(path)
            }
            touched.formUnion(try ownMoves.settle(notes, in: table))
            if !touched.isEmpty { try table.apply(to: touched, versions: versions) }
        } catch let error as GitError where committed == nil {
            messages.warnOfDates(error.message)
        } catch let error as SystemError where committed == nil {
            messages.warnOfDates(error.description)
        }
    }

    /// Stores the blob names that git computes for notes whose line ends it converts.
    ///
    /// - Parameters:
    ///   - paths: the notes that were indexed or whose history has changed, or nil for all.
    ///   - connection: the connection to the index.
    ///   - change: changes the index while the lock is held.
    func settleBlobs(
        _ paths: [VaultPath]?, in connection: Connection, by change: (() throws -> Void) throws -> Void
    ) throws {
        guard givesDates, committed == nil, paths?.isEmpty != true else { return }
        let table = try HistoryTable(connection)
        let source = source
        let differing = try table.differing(paths).filter { path in
            // A missing or unreadable note is not converted.
            (try? source.read(path).bytes)?.contains(Byte.carriageReturn) ?? false
        }
        if differing.isEmpty { return }
        do {
            let found = try Repository(of: vault.root, from: environment.directory, environment.variables)
            guard let names = try found?.blobNames(differing) else { return }
            let blobs = zip(differing, names).compactMap { path, name in name.map { (path, $0) } }
            try change {
                try table.setBlobs(Dictionary(blobs, uniquingKeysWith: { first, _ in first }))
                try table.apply(to: Set(differing), versions: versions)
            }
        } catch let error as GitError {
            messages.warnOfDates(error.message)
        } catch let error as SystemError {
            messages.warnOfDates(error.description)
        }
    }
}
