import Notes
import SearchIndex
import SourceText
import System
import VaultFiles

/// Reads and parses notes ahead of the one connection that writes them.
struct NoteLoader: Sendable {
    enum Outcome: Sendable {
        case note(NoteRows)
        case other(FoundFile)
        /// The same content as is indexed; only how the file looks is new.
        case same(IndexedFile)
        case vanished(VaultPath)
        case failed(FoundFile, String)
    }

    private let files: [FoundFile]
    private let known: [VaultPath: Synchronizer.PreviousState]
    private let vault: Vault
    private let names: FileNames?

    /// - Parameter names: the names of all files, in a new index.
    init(_ files: [FoundFile], _ known: [VaultPath: Synchronizer.PreviousState], vault: Vault, names: FileNames?) {
        self.files = files
        self.known = known
        self.vault = vault
        self.names = names
    }

    /// Calls `body` with each file's number, from 0, and what became of it, in their order.
    func forEach(_ body: (Int, Outcome) throws -> Void) throws {
        try ReadAhead(files.count, read: { fetch(files[$0]) }, work: { parse($0) }).forEach(body)
    }

    // MARK: One note

    /// A file as it is on disk, or what became of it where it is not to be parsed.
    private enum Fetched: Sendable {
        case note(IndexedFile, [UInt8])
        case done(Outcome)
    }

    private func fetch(_ file: FoundFile) -> Fetched {
        if file.kind != .note { return .done(.other(file)) }
        let start = LocalZone.now()
        let path = vault.fullPath(file.path)
        do {
            let (bytes, status) = try Files.read(path)
            var indexed = IndexedFile(
                path: file.path, fingerprint: Fingerprint.settled(status, at: start), hash: ContentHash.hash(bytes),
                size: status.size, modified: status.modified, born: status.born)
            if let known = known[file.path], known.kind == .note, known.hash == indexed.hash {
                indexed.remembered = CreationDate.of(path)
                return .done(.same(indexed))
            }
            return .note(indexed, bytes)
        } catch {
            return .done(error.isMissing ? .vanished(file.path) : .failed(file, error.reason))
        }
    }

    private func parse(_ fetched: Fetched) -> Outcome {
        switch fetched {
        case .done(let outcome): return outcome
        case .note(var file, let bytes):
            let note = Note(bytes, name: file.path.name, rules: vault.configuration.rules)
            if note.created == nil { file.remembered = CreationDate.of(vault.fullPath(file.path)) }
            return .note(NoteRows(note, bytes, file: file, rules: vault.configuration.rules, names: names))
        }
    }
}
