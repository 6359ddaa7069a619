import Git
import SearchIndex
import SourceText
import System
import VaultFiles

/// The data from git that updates an index's history. It is read without the index, on any thread.
struct HistoryReading: Sendable {
    var repository: Repository
    var state: HistoryState
    /// The `HeadStamp` from before the reading began.
    var stamp: String?
    /// The history, or nil if the last commit is unchanged.
    var read: ReadHistory?
    /// The commit whose history was already known, or nil if everything was read.
    var known: String?
    /// The blob names in the last commit: those of all notes, or, if `known` is set, of notes that changed since. Nil
    /// for deleted notes.
    var blobs: [VaultPath: [UInt8]?] = [:]

    let extensions: Set<String>

    func isNote(_ path: VaultPath) -> Bool { extensions.contains(path.pathExtension) }

    /// Reads the history of `HEAD`.
    ///
    /// - Parameters:
    ///   - known: the state of the history in the index.
    ///   - each: called with the number of commits read so far, now and then.
    /// - Returns: nil if the vault is not in a repository.
    static func ofHead(_ input: IndexInput, known: HistoryState?, each: (Int) -> Void) throws -> HistoryReading? {
        let stamp = HeadStamp(of: input.vault.root, input.environment.variables)?.text
        guard let repository = try input.repository() else { return nil }
        let head = try repository.head()
        return try ofCommit(head, in: repository, input.vault.configuration, stamp: stamp, known: known, each: each)
    }

    static func ofCommit(
        _ head: String?, in repository: Repository, _ configuration: Configuration, stamp: String? = nil,
        known: HistoryState? = nil, each: (Int) -> Void = { _ in }
    ) throws -> HistoryReading {
        let state = HistoryState(
            head: head ?? "", rules: rules(repository), isShallow: repository.isShallow,
            format: repository.objectFormat.rawValue)
        var reading = HistoryReading(
            repository: repository, state: state, stamp: stamp, extensions: configuration.extensions)
        guard let head else {
            if known != state { reading.read = ReadHistory() }
            return reading
        }
        if known == state { return reading }
        // Everything is read again if the history was rewritten or the rules changed.
        if let known, known.rules == state.rules, known.isShallow == state.isShallow, !known.head.isEmpty,
            try repository.commit(known.head) != nil, try repository.isAncestor(known.head, of: head)
        {
            reading.known = known.head
            for change in try repository.changes(from: known.head, to: head) {
                guard let path = repository.vaultPath(change.path), reading.isNote(path) else { continue }
                let blob = change.kind == .deleted ? nil : BlobName.bytes(change.new)
                reading.blobs.updateValue(blob, forKey: path)
            }
        } else {
            for entry in try repository.entries(of: head) where entry.kind == .file && reading.isNote(entry.path) {
                reading.blobs[entry.path] = BlobName.bytes(entry.object)
            }
        }
        reading.read = try repository.history(at: head, without: reading.known, isWanted: reading.isNote, each: each)
        return reading
    }

    /// Returns the inputs of a history other than its commits, as one text.
    private static func rules(_ repository: Repository) -> String {
        func hash(_ path: [UInt8]) -> String {
            // A missing or unreadable file counts as distinct content.
            (try? Files.read(path).bytes).map { String(UInt64(bitPattern: ContentHash.hash($0)), radix: 16) } ?? "-"
        }
        return [
            String(decoding: repository.prefix, as: UTF8.self), hash(repository.top + Array("/.mailmap".utf8)),
            hash(repository.commonDirectory + Array("/shallow".utf8)),
        ].joined(separator: " ")
    }
}
