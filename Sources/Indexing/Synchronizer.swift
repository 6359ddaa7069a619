import SQLite
import SearchIndex
import SourceText
import System
import VaultFiles

/// A comparison of the files with the index, which also writes the differences.
final class Synchronizer {
    struct PreviousState: Hashable, Sendable {
        var kind: FileKind
        var hash: Int64
        /// The creation time of a note's file, if the file system records it.
        var born: Int64?
    }

    struct Differences: Sendable {
        /// Files that are new or have a new fingerprint.
        var changed: [FoundFile] = []
        var removed: [VaultPath] = []
        /// Folders with a new fingerprint.
        var fingerprints: [(path: VaultPath, fingerprint: Fingerprint)] = []
        /// The previous state of changed and removed files in the index.
        var known: [VaultPath: PreviousState] = [:]

        var isEmpty: Bool { changed.isEmpty && removed.isEmpty && fingerprints.isEmpty }

        /// Returns whether a file with a new fingerprint has really changed. Reads the note, since chmod, restored
        /// backups and clones change only the fingerprint. An unreadable note counts as changed.
        func hasChanged(_ file: FoundFile, in source: any NoteSource) -> Bool {
            guard let known = known[file.path], known.kind == .note, file.kind == .note else { return true }
            return (try? source.read(file.path).bytes).map { ContentHash.hash($0) } != known.hash
        }
    }

    var source: any NoteSource
    private let input: IndexInput
    private let connection: Connection
    /// Whether the index is empty and is being built.
    private let isNew: Bool
    private let versions: (any NoteVersions)?
    private(set) var faults: [VaultScan.Fault] = []
    /// The time of the last scan's start, as file systems record it.
    private var start: Int64 = 0
    private var hasVanished = false

    init(_ input: IndexInput, _ connection: Connection, from source: any NoteSource, isNew: Bool = false) {
        self.input = input
        self.connection = connection
        self.source = source
        self.isNew = isNew
        versions = input.versions
    }

    /// Returns the differences between the files and the index. Sets `faults`, and warns of files and folders that
    /// cannot be read.
    ///
    /// - Parameter paths: the paths to scan (default: the whole vault).
    /// - Throws: `VaultError` if the vault's root cannot be read.
    func differences(at paths: Set<VaultPath>? = nil) throws -> Differences {
        start = LocalZone.fileTime()
        var result = VaultScan.Result()
        for path in try tops(paths) { result.add(try source.scan(try IndexedTree(connection, at: path), at: path)) }
        var differences = Differences(
            changed: result.changed, removed: result.removed, fingerprints: result.fingerprints)
        faults = result.faults
        for (path, reason) in result.stillUnreadable {
            input.messages.warn("cannot read '\(path.text)': \(reason)")
        }
        for fault in faults where fault.kind == .unreadable {
            if fault.path.isRoot { throw VaultError("cannot read the vault: \(fault.reason)") }
            input.messages.warn("cannot read '\(fault.path.text)': \(fault.reason)")
        }
        if !isNew {
            for path in differences.changed.map(\.path) + differences.removed {
                differences.known[path] = try IndexDatabase.file(connection, path).map {
                    PreviousState(kind: $0, hash: $1, born: $2)
                }
            }
        }
        differences.removed.sort()
        return differences
    }

    /// Returns whether a file has left its folder since the scan began. It may now be in a folder that was scanned
    /// before. For a new index, which knows no earlier files, the times of all folders decide.
    func mayHaveMissedMoves(_ differences: Differences) -> Bool {
        if hasVanished { return true }
        var folders = Set(differences.removed.map(\.folder))
        if isNew { folders = Set(differences.changed.filter { $0.kind == .folder }.map(\.path) + [.root]) }
        return folders.contains { (FileStatus.seen(input.vault.fullPath($0))?.modified ?? 0) >= start }
    }

    /// Returns the paths to scan to cover all of `paths`. None is inside another, and a path in an unindexed folder is
    /// replaced by that folder.
    private func tops(_ paths: Set<VaultPath>?) throws -> [VaultPath] {
        guard let paths else { return [.root] }
        if paths.contains(.root) { return [.root] }
        var known: [VaultPath: Bool] = [:]
        var tops: Set<VaultPath> = []
        for path in paths {
            var top = path
            for above in Self.above(path) {
                let isKnown = try known[above] ?? (IndexDatabase.file(connection, above)?.kind == .folder)
                known[above] = isKnown
                if !isKnown { top = above }
            }
            tops.insert(top)
        }
        return tops.filter { top in !Self.above(top).contains { tops.contains($0) } }.sorted()
    }

    /// Returns the folders that contain a path, innermost first, without the root.
    private static func above(_ path: VaultPath) -> [VaultPath] {
        Array(sequence(first: path.folder) { $0.folder }.prefix { !$0.isRoot })
    }

    /// Writes the differences, inside a transaction of the caller.
    func apply(_ differences: Differences) throws -> IndexKeeper.Changes {
        var changes = IndexKeeper.Changes()
        let configuration = input.vault.configuration
        let writer = try IndexWriter(
            connection, calendar: input.calendar, extensions: configuration.fileExtensions, isNew: isNew,
            versions: versions)
        var moves = MovePairing()
        for path in differences.removed {
            try writer.remove(path)
            if let known = differences.known[path], known.kind == .note {
                changes.removed += 1
                moves.addRemoved(path, known)
            }
        }
        let total = differences.changed.count
        let names = isNew ? FileNames(differences.changed) : nil
        let loader = NoteLoader(differences, from: source, rules: configuration.rules, names: names)
        try loader.forEach { number, outcome in
            // `FileNames` assigns the same numbers.
            if let note = try write(outcome, id: isNew ? FileID(Int64(number + 1)) : nil, with: writer) {
                if differences.known[note.path]?.kind == .note {
                    changes.changed += 1
                } else {
                    changes.added += 1
                    if !isNew { moves.addNew(note) }
                }
            }
            if total > 256, number % 256 == 0 { input.messages.progress("indexing", number, of: total) }
        }
        let (moved, touched) = try moves.store(in: MoveTable(connection))
        changes.moved = moved
        changes.added -= moved
        changes.removed -= moved
        for (path, fingerprint) in differences.fingerprints {
            if path.isRoot {
                try IndexDatabase.setRootFingerprint(connection, fingerprint)
            } else {
                try writer.touch(path, fingerprint: fingerprint)
            }
        }
        try writer.finish()
        if !isNew, !moves.isEmpty { try moveHistory(of: differences, new: Set(moves.added.keys), touched) }
        return changes
    }

    /// Writes the outcome of loading a file. Returns the file if it is a note with new content.
    private func write(_ outcome: NoteLoader.LoadedFile, id: FileID?, with writer: IndexWriter) throws -> IndexedFile? {
        switch outcome {
        case .note(let rows):
            try writer.put(rows, id: id)
            return rows.file
        case .canvas(let rows): try writer.put(rows, id: id)
        case .other(let file): try writer.put(file, id: id)
        case .same(let file): try writer.touch(file)
        case .vanished(let path):
            hasVanished = true
            try writer.markMissing(path)
        case .failed(let file, let reason) where source is GitSource:
            // The index of a commit is never updated, so a missing note would be missing forever.
            throw VaultError(
                "cannot read '\(file.path.text)' from git: \(reason)", at: file.path,
                help: "to check the repository: git fsck")
        case .failed(var file, let reason):
            input.messages.warn("cannot read '\(file.path.text)': \(reason)")
            if file.kind == .canvas {
                file.fingerprint = .unknown
                try writer.put(CanvasRows(unreadable: file, reason: reason), id: id)
            } else {
                file.kind = .unreadable
                try writer.put(file, id: id)
            }
        }
        return nil
    }

    /// Gives moved notes the history of their old paths.
    ///
    /// - Parameters:
    ///   - new: the notes that are new in the index.
    ///   - touched: the notes whose move history has changed.
    private func moveHistory(of differences: Differences, new: Set<VaultPath>, _ touched: Set<VaultPath>) throws {
        guard try HistoryTable.state(connection) != nil else { return }
        let table = try HistoryTable(connection)
        var touched = touched
        if let ownMoves = input.ownMoves {
            // A note with only a new fingerprint may be a different one, for example after two changes were undone at
            // once.
            let notes = differences.changed.filter { $0.kind == .note }.map(\.path)
            touched.formUnion(try ownMoves.updateOrigins(of: Set(notes), new: new, in: table))
        }
        if !touched.isEmpty { try table.apply(to: touched, versions: versions) }
    }
}
