import Git
import SQLite
package import SearchIndex
import SourceText
import System
import VaultFiles

/// The vault's git history in an open index.
package struct IndexHistory {
    private let input: IndexInput
    private let index: OpenIndex
    private var connection: Connection { index.connection }

    init(_ input: IndexInput, _ index: OpenIndex) {
        self.input = input
        self.index = index
    }

    /// Returns the state of the stored history, or nil if there is none.
    package func state() throws -> HistoryState? { try HistoryTable.state(connection) }

    /// Returns whether the stored history is that of `HEAD`, as far as this is known without starting git.
    package func isCurrent() throws -> Bool {
        guard input.committed == nil else { return true }
        guard let stamp = HeadStamp(of: input.vault.root, input.environment.variables)?.text else { return false }
        return try HistoryTable.headStamp(connection) == stamp
    }

    /// Enables the history in the index and updates it.
    ///
    /// - Throws: `VaultError` if the vault is not in a repository, or another process writes the index for longer than
    ///   the timeout. `GitError`.
    package func require() throws {
        if try isCurrent() { return }
        do {
            let isThere = try IndexBusy.translatingBusyError(index.access.timeout) { try update() }
            if !isThere { throw IndexKeeper.noRepository(input.vault) }
        } catch let busy as IndexBusy {
            throw VaultError("cannot read the history: \(busy.cause)", help: "try again later")
        }
    }

    /// Updates the history if dates come from it.
    ///
    /// If git fails, warns and keeps the dates that are known, or else those of the files.
    func updateForDates() throws {
        guard input.vault.configuration.takesDatesFromGit, input.committed == nil, try !isCurrent() else { return }
        try input.messages.warningOfDates(orElse: ()) {
            if try !update() { input.messages.warnOfMissingRepository() }
        }
    }

    /// Computes modification dates again after the time zone has changed: the dates in notes now mean other times.
    /// Does nothing unless dates come from git and the index has a history.
    func recomputeDates() throws {
        guard let versions = input.versions, try state() != nil else { return }
        try HistoryTable(connection).apply(to: nil, versions: versions)
    }

    /// Updates the history. Returns false if the vault is not in a repository.
    private func update() throws -> Bool {
        var known = try state()
        // On the first update, the index does not have the blob names of notes yet.
        let isFirst = known == nil
        while true {
            let reading = try HistoryReading.ofHead(input, known: known) {
                input.messages.progress("reading history", $0, of: nil)
            }
            guard let reading else {
                if known != nil { try remove() }
                return false
            }
            do {
                var touched: Set<VaultPath>? = []
                try index.write {
                    let current = try state()
                    // Another process has made this update meanwhile, or a different one.
                    if current == reading.state, reading.read != nil { return }
                    if reading.known != nil || reading.read == nil, current != known { throw HistoryWriter.Gap() }
                    var writer = try HistoryWriter(reading, connection)
                    touched = try writer.write(versions: input.versions)
                    try updateOrigins(of: touched)
                    if isFirst, input.takesDatesFromGit { try IndexDatabase.clearFingerprints(connection) }
                }
                try storeConvertedBlobs(of: touched.map { Array($0) }) { try index.write($0) }
                return true
            } catch is HistoryWriter.Gap {
                // Retry from the state that another process wrote, or else from the beginning.
                let current = try state()
                known = current == known ? nil : current
            }
        }
    }

    /// Stores the blob names of notes whose line ends git converts, so that only git can compute them.
    ///
    /// - Parameters:
    ///   - paths: the notes that were indexed or whose history has changed, or nil for all.
    ///   - change: runs its argument, which changes the index, in a transaction. It is not called if there are no such
    ///     notes.
    func storeConvertedBlobs(of paths: [VaultPath]?, by change: (() throws -> Void) throws -> Void) throws {
        guard input.takesDatesFromGit, input.committed == nil, paths?.isEmpty != true else { return }
        let table = try HistoryTable(connection)
        let source = input.source
        let differing = try table.differing(paths).filter { path in
            // A missing or unreadable note is not converted.
            (try? source.read(path).bytes)?.contains(Byte.carriageReturn) ?? false
        }
        if differing.isEmpty { return }
        try input.messages.warningOfDates(orElse: ()) {
            guard let repository = try input.repository() else { return }
            let names = try repository.blobNames(ofTree: differing.map(repository.treePath))
            let blobs = zip(differing, names).compactMap { path, name in name.map { (path, $0) } }
            try change {
                try table.setBlobs(Dictionary(blobs, uniquingKeysWith: { first, _ in first }))
                try table.apply(to: Set(differing), versions: input.versions)
            }
        }
    }

    /// Stores the origins of notes that slip moved since the last commit: the path that the note has in that commit,
    /// under which its history is found.
    ///
    /// - Parameter paths: the notes, or nil for all.
    private func updateOrigins(of paths: Set<VaultPath>?) throws {
        guard let ownMoves = input.ownMoves else { return }
        let notes = try IndexDatabase.notes(connection, among: paths)
        let table = try HistoryTable(connection)
        let touched = try ownMoves.updateOrigins(of: notes, in: table)
        if !touched.isEmpty { try table.apply(to: touched, versions: input.versions) }
    }

    /// Removes the history after the vault was taken out of its repository.
    private func remove() throws {
        try index.write {
            let table = try HistoryTable(connection)
            try table.clear()
            try HistoryTable.setState(connection, nil, stamp: nil)
            try table.apply(to: nil, versions: nil)
        }
    }
}
