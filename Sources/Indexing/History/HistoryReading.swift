import Git
import SearchIndex
import SourceText
import System
import VaultFiles

/// What git was asked for to bring an index's history up to date: done without the index, on any thread.
struct HistoryReading: Sendable {
    var repository: Repository
    var state: HistoryState
    /// What told it apart from any later one, taken before git was asked.
    var stamp: String?
    /// Nil where nothing was read, since the last commit is still the same.
    var read: ReadHistory?
    /// The commit whose history was known; nil where all was read.
    var known: String?
    /// The names of contents in the last commit: of all notes, or where one was known of those that changed since; nil for
    /// those that went.
    var blobs: [VaultPath: [UInt8]?] = [:]

    /// The extensions of notes.
    fileprivate(set) var extensions: Set<String> = []

    func isNote(_ path: VaultPath) -> Bool { extensions.contains(path.pathExtension) }

    /// Reads the history of what is checked out.
    ///
    /// - Parameters:
    ///   - known: what is known of it already.
    ///   - each: called with the number of commits that were read, now and then.
    /// - Returns: nil where the vault is in no repository.
    static func ofHead(
        _ vault: Vault, _ environment: Environment, known: HistoryState?, each: (Int) -> Void = { _ in }
    ) throws -> HistoryReading? {
        let stamp = HeadStamp(of: vault.root, environment.variables)?.text
        guard let repository = try Repository(of: vault.root, from: environment.directory, environment.variables) else {
            return nil
        }
        let head = try repository.head()
        return try at(head, repository, vault.configuration, stamp: stamp, known: known, each: each)
    }

    /// Reads the history of a commit.
    static func at(
        _ head: String?, _ repository: Repository, _ configuration: Configuration, stamp: String? = nil,
        known: HistoryState? = nil, each: (Int) -> Void = { _ in }
    ) throws -> HistoryReading {
        let state = HistoryState(
            head: head ?? "", rules: rules(repository), isShallow: repository.isShallow,
            format: repository.objectFormat.rawValue)
        var reading = HistoryReading(repository: repository, state: state, stamp: stamp)
        reading.extensions = configuration.extensions
        guard let head else {
            if known != state { reading.read = ReadHistory(commits: [], paths: [], traces: []) }
            return reading
        }
        if known == state { return reading }
        let extensions = configuration.extensions
        func isNote(_ path: VaultPath) -> Bool { extensions.contains(path.pathExtension) }
        // What was rewritten is read anew, and what depends on other names.
        if let known, known.rules == state.rules, known.isShallow == state.isShallow, !known.head.isEmpty,
            try repository.commit(known.head) != nil, try repository.isAncestor(known.head, of: head)
        {
            reading.known = known.head
            for change in try repository.changes(from: known.head, to: head) {
                guard let path = repository.vaultPath(change.path), isNote(path) else { continue }
                let blob = change.kind == .deleted ? nil : BlobName.bytes(change.new)
                reading.blobs.updateValue(blob, forKey: path)
            }
        } else {
            for entry in try repository.entries(of: head) where entry.kind == .file && isNote(entry.path) {
                reading.blobs[entry.path] = BlobName.bytes(entry.object)
            }
        }
        reading.read = try repository.history(at: head, without: reading.known, isWanted: isNote, each: each)
        return reading
    }

    /// What a history depends on besides its commits, as one text.
    private static func rules(_ repository: Repository) -> String {
        func hash(_ path: [UInt8]) -> String {
            // Gone or unreadable is one more way to look.
            (try? Files.read(path).bytes).map { String(UInt64(bitPattern: ContentHash.hash($0)), radix: 16) } ?? "-"
        }
        return [
            String(decoding: repository.prefix, as: UTF8.self), hash(repository.top + Array("/.mailmap".utf8)),
            hash(repository.commonDirectory + Array("/shallow".utf8)),
        ].joined(separator: " ")
    }
}
