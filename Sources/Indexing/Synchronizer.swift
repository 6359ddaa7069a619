import SQLite
import SearchIndex
import SourceText
import System
import VaultChanges
import VaultFiles

/// A comparison of the files with the index, which also writes the differences.
final class Synchronizer {
    /// The state of a file in the index.
    struct PreviousState: Hashable, Sendable {
        var kind: FileKind
        /// The hash of a note's content.
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

        /// Whether a file with a new fingerprint has really changed. Notes are read for that, since chmod, restored
        /// backups and clones change only the fingerprint. An unreadable note counts as changed.
        func isOther(_ file: FoundFile, in source: any NoteSource) -> Bool {
            guard let known = known[file.path], known.kind == .note, file.kind == .note else { return true }
            return (try? source.read(file.path).bytes).map { ContentHash.hash($0) } != known.hash
        }
    }

    /// The source that notes are read from.
    var source: any NoteSource
    private let configuration: Configuration
    private let connection: Connection
    private let calendar: LocalCalendar
    private let messages: any MessageSink
    /// Whether the index is empty and is being built.
    private let isNew: Bool
    private let versions: (any NoteVersions)?
    /// The moves that slip made, or nil if the notes are not on disk.
    private let ownMoves: MoveHistory?
    private(set) var faults: [VaultScan.Fault] = []

    init(
        _ source: any NoteSource, _ configuration: Configuration, _ connection: Connection, calendar: LocalCalendar,
        messages: any MessageSink, versions: (any NoteVersions)? = nil, ownMoves: MoveHistory? = nil, isNew: Bool = false
    ) {
        self.source = source
        self.configuration = configuration
        self.versions = versions
        self.ownMoves = ownMoves
        self.connection = connection
        self.calendar = calendar
        self.messages = messages
        self.isNew = isNew
    }

    /// Returns the differences between the files and the index.
    ///
    /// - Parameter paths: the paths to scan (default: the whole vault).
    func differences(at paths: Set<VaultPath>? = nil) throws -> Differences {
        var differences = Differences()
        faults = []
        for path in try tops(paths) {
            let result = try source.scan(try IndexedTree(connection, at: path), at: path)
            differences.changed += result.changed
            differences.removed += result.removed
            differences.fingerprints += result.fingerprints
            faults += result.faults
            for (path, reason) in result.stillUnreadable { messages.warn("cannot read '\(path.text)': \(reason)") }
        }
        for fault in faults where fault.kind == .unreadable {
            if fault.path.isRoot { throw VaultError("cannot read the vault: \(fault.reason)") }
            messages.warn("cannot read '\(fault.path.text)': \(fault.reason)")
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
        let writer = try IndexWriter(
            connection, calendar: calendar, extensions: configuration.fileExtensions, isNew: isNew,
            versions: versions)
        var moves = MovePairing()
        for path in differences.removed {
            try writer.remove(path)
            if let known = differences.known[path], known.kind == .note {
                changes.removed += 1
                moves.went(path, known)
            }
        }
        let total = differences.changed.count
        let names = isNew ? FileNames(differences.changed) : nil
        let reader = NoteLoader(
            differences.changed, differences.known, from: source, rules: configuration.rules, names: names)
        try reader.forEach { number, outcome in
            // `FileNames` assigns the same numbers.
            let id = isNew ? FileID(Int64(number + 1)) : nil
            switch outcome {
            case .other(let file): try writer.put(file, id: id)
            case .same(let file): try writer.touch(file)
            case .vanished(let path): try writer.markMissing(path)
            case .failed(let file, let reason) where source is GitSource:
                // The index of a commit is never updated, so a missing note would be missing forever.
                throw VaultError(
                    "git cannot give '\(file.path.text)': \(reason)", at: file.path,
                    help: "is the repository whole? git fsck")
            case .failed(var file, let reason):
                messages.warn("cannot read '\(file.path.text)': \(reason)")
                file.kind = .unreadable
                try writer.put(file, id: id)
            case .note(let rows):
                try writer.put(rows, id: id)
                if differences.known[rows.file.path]?.kind == .note {
                    changes.changed += 1
                } else {
                    changes.added += 1
                    if !isNew { moves.came(rows.file) }
                }
            }
            if total > 256, number % 256 == 0 { messages.progress("indexing", number, of: total) }
        }
        var (moved, touched) = try moves.remember(in: writer)
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
        // A moved note inherits the history of its old path.
        if !isNew, !moves.isEmpty, try HistoryTable.state(connection) != nil {
            let table = try HistoryTable(connection)
            // A note with only a new fingerprint may be a different one, for example after two changes were undone at
            // once.
            let notes = differences.changed.filter { $0.kind == .note }.map(\.path)
            if let ownMoves {
                touched.formUnion(try ownMoves.settle(Set(notes), new: Set(moves.arrived.keys), in: table))
            }
            if !touched.isEmpty { try table.apply(to: touched, versions: versions) }
        }
        return changes
    }
}
