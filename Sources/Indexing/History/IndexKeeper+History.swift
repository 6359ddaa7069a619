import Git
import SQLite
package import SearchIndex
import SourceText
import System
package import VaultFiles

/// What the index knows of the vault's history in git.
extension IndexKeeper {
    /// What the history was read of; nil where none was.
    package func historyState() throws -> HistoryState? { try HistoryTable.state(connection) }

    /// Has the index know the history from now on, and brings it up to date.
    ///
    /// - Throws: `VaultError` where the vault is in no repository; `GitError`.
    package func requireHistory() throws {
        if try isHistoryCurrent() { return }
        guard try updateHistory() else { throw Self.noRepository(vault) }
    }

    package static func noRepository(_ vault: Vault) -> VaultError {
        VaultError(
            "'\(String(decoding: vault.fullPath(.root), as: UTF8.self))' is not in a git repository",
            help: "make it one: git init")
    }

    /// Whether the history that is known is that of what is checked out, as far as can be told without asking git.
    package func isHistoryCurrent() throws -> Bool {
        guard source is DiskSource else { return true }
        guard let stamp = HeadStamp(of: vault.root, environment.variables)?.text else { return false }
        return try HistoryTable.headStamp(connection) == stamp
    }

    /// Brings the history up to date where dates come from it.
    ///
    /// What git cannot say is told, and the dates are those that are known, or those of the files.
    func updateHistoryForDates() throws {
        guard vault.configuration.takesDatesFromGit, source is DiskSource, try !isHistoryCurrent() else { return }
        do {
            if try !updateHistory() {
                messages.warn("dates: git, but this vault is in no git repository: dates are those of the files")
            }
        } catch let error as GitError {
            messages.warn("dates: git, but \(error.message): dates are those of the files")
        }
    }

    /// - Returns: false where the vault is in no repository.
    private func updateHistory() throws -> Bool {
        var known = try HistoryTable.state(connection)
        while true {
            let reading = try HistoryReading.ofHead(vault, environment, known: known) {
                messages.progress("reading history", $0, of: nil)
            }
            guard let reading else {
                if known != nil { try forgetHistory() }
                return false
            }
            do {
                try write {
                    // Another process may have done the same work meanwhile.
                    if try HistoryTable.state(connection) == reading.state, reading.read != nil { return }
                    if reading.known != nil, try HistoryTable.state(connection)?.head != reading.known {
                        throw HistoryWriter.Gap()
                    }
                    let isFirst = known == nil
                    var writer = try HistoryWriter(reading, connection)
                    try writer.write(givesDates: givesDates)
                    // How their contents are named in git has yet to be worked out.
                    if isFirst, givesDates { try IndexDatabase.forgetFingerprintsOfNotes(connection) }
                }
                return true
            } catch is HistoryWriter.Gap {
                // Once more, from the beginning.
                known = nil
            }
        }
    }

    /// The vault is in no repository any more.
    private func forgetHistory() throws {
        try write {
            let table = try HistoryTable(connection)
            try table.clear()
            try HistoryTable.setState(connection, nil, stamp: nil)
            try table.apply(to: nil, givesDates: false)
        }
    }

    /// Waits for a history that is read, and writes it into an index that is being built.
    ///
    /// - Returns: how contents are named in git; nil where nothing was read.
    func write(_ history: Background<HistoryReading?>?, into building: Connection) throws -> BlobName.Format? {
        guard let history else { return nil }
        do {
            guard let reading = try history.value() else {
                messages.warn("dates: git, but this vault is in no git repository: dates are those of the files")
                return nil
            }
            var writer = try HistoryWriter(reading, building)
            try writer.write(givesDates: givesDates, isNew: true)
            return reading.repository.objectFormat
        } catch let error as GitError where source is DiskSource {
            messages.warn("dates: git, but \(error.message): dates are those of the files")
            return nil
        }
    }

    /// Reads the history on another thread, for an index that is being built.
    func historyAhead() -> Background<HistoryReading?>? {
        let (vault, environment) = (vault, environment)
        if let source = source as? GitSource {
            guard case .commit(let commit) = source.state, source.shared == nil else { return nil }
            return Background { try HistoryReading.at(commit, source.repository, vault.configuration) }
        }
        guard givesDates else { return nil }
        return Background { try HistoryReading.ofHead(vault, environment, known: nil) }
    }

    /// Has the notes whose line ends git converts known by the names that it gives their contents; while the lock is held.
    ///
    /// - Parameter paths: those that were looked at; nil for all.
    func settleBlobs(_ paths: [VaultPath]?) throws {
        guard givesDates, source is DiskSource, paths?.isEmpty != true else { return }
        let table = try HistoryTable(connection)
        let differing = try table.differing(paths)
        if differing.isEmpty { return }
        guard let repository = try Repository(of: vault.root, from: environment.directory, environment.variables) else {
            return
        }
        let names = try repository.blobNames(differing)
        let found = zip(differing, names).compactMap { path, name in name.map { (path, $0) } }
        try change {
            try table.setBlobs(Dictionary(found, uniquingKeysWith: { first, _ in first }))
            try table.apply(to: Set(differing), givesDates: true)
        }
    }
}
