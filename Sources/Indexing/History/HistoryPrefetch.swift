import Git
import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// A history that is read on another thread while an index is built.
struct HistoryPrefetch {
    /// The hash function of blob names.
    let format: BlobName.Format
    private let input: IndexInput
    private let reading: Background<HistoryReading>

    /// Starts to read the history for an index that is being built. Returns nil if no history is needed or exists.
    static func start(for input: IndexInput) throws -> HistoryPrefetch? {
        let configuration = input.vault.configuration
        if let committed = input.committed {
            guard case .commit(let commit) = committed.state, committed.shared == nil else { return nil }
            let repository = committed.repository
            let reading = Background { try HistoryReading.ofCommit(commit, in: repository, configuration) }
            return HistoryPrefetch(format: repository.objectFormat, input: input, reading: reading)
        }
        guard input.takesDatesFromGit else { return nil }
        return try input.messages.warningOfDates(orElse: nil) {
            let stamp = HeadStamp(of: input.vault.root, input.environment.variables)?.text
            guard let repository = try input.repository() else {
                input.messages.warnOfMissingRepository()
                return nil
            }
            let reading = Background {
                try HistoryReading.ofCommit(repository.head(), in: repository, configuration, stamp: stamp)
            }
            return HistoryPrefetch(format: repository.objectFormat, input: input, reading: reading)
        }
    }

    /// Waits for the history and writes it into an index that is being built.
    ///
    /// - Parameters:
    ///   - notes: all notes of the new index.
    ///   - origins: the paths in the last commit of moved notes, by their current paths, from the previous index.
    func write(of notes: Set<VaultPath>, origins: [VaultPath: VaultPath], into building: Connection) throws {
        func write() throws {
            var writer = try HistoryWriter(try reading.value(), building)
            _ = try writer.write(versions: input.versions)
            guard let ownMoves = input.ownMoves else { return }
            let table = try HistoryTable(building)
            var touched: Set<VaultPath> = []
            for (path, old) in origins where notes.contains(path) {
                guard try table.commitTime(of: old) != nil else { continue }
                try table.setOrigin(of: path, old)
                touched.insert(path)
            }
            touched.formUnion(try ownMoves.updateOrigins(of: notes, in: table))
            if !touched.isEmpty { try table.apply(to: touched, versions: input.versions) }
        }
        // All dates in the index of a commit come from git.
        if input.committed != nil { return try write() }
        try input.messages.warningOfDates(orElse: (), write)
    }
}
