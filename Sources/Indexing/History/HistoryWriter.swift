import Git
import SQLite
import SearchIndex
import SourceText
import VaultFiles

/// A writer of a history, read from git, into an index.
struct HistoryWriter {
    /// The stored history does not suffice to continue a note's history: everything must be read again.
    struct Gap: Error {}

    private let connection: Connection
    private let table: HistoryTable
    private let reading: HistoryReading
    private var commits: [Int: Int64] = [:]
    private var paths: [Int: Int64] = [:]
    /// The commits between the known commit and each commit where a branch leaves its history.
    private var since: [[UInt8]: Set<[UInt8]>] = [:]

    init(_ reading: HistoryReading, _ connection: Connection) throws {
        self.reading = reading
        self.connection = connection
        table = try HistoryTable(connection)
    }

    /// Writes the history, inside a transaction of the caller.
    ///
    /// - Parameter versions: the earlier versions of notes, or nil if dates do not come from the history.
    /// - Returns: the notes whose history may have changed, or nil for all.
    mutating func write(versions: (any NoteVersions)?) throws -> Set<VaultPath>? {
        defer { (commits, paths, since) = ([:], [:], [:]) }
        var touched: Set<VaultPath>? = []
        if let read = reading.read {
            if !read.isComplete { throw Gap() }
            if reading.known == nil { try table.clear() }
            // All histories are computed from the stored ones before any is written.
            var results: [(note: VaultPath, blob: [UInt8]?, changes: [HistoryChange])] = []
            for (note, trace) in read.traces {
                var changes = try trace.changes.map { try change($0, of: note, in: read) }
                for continuation in trace.continuations.sorted(by: before) {
                    let seen = Set(changes.map(\.commit))
                    changes += try stored(continuation, of: note, in: read).filter { !seen.contains($0.commit) }
                }
                let blob = try reading.blobs[note] ?? (reading.known == nil ? nil : table.blob(of: note))
                results.append((note, blob, changes))
            }
            touched = reading.known == nil ? nil : Set(results.map(\.note))
            for (note, blob, changes) in results { try table.put(note, blob: blob, changes) }
            try table.apply(to: touched, versions: versions)
        }
        try HistoryTable.setState(connection, reading.state, stamp: reading.stamp)
        return touched
    }

    /// Orders the known commit first: its notes have the most complete history.
    private func before(_ a: HistoryTrace.Continuation, _ b: HistoryTrace.Continuation) -> Bool {
        let known = reading.known.map { Array($0.utf8) }
        if (a.commit == known) != (b.commit == known) { return a.commit == known }
        return a.commit == b.commit ? a.path < b.path : a.commit.lexicographicallyPrecedes(b.commit)
    }

    private mutating func change(
        _ change: HistoryTrace.Change, of note: VaultPath, in read: ReadHistory
    ) throws -> HistoryChange {
        if commits[change.commit] == nil {
            let commit = read.commits[change.commit]
            commits[change.commit] = try table.id(
                of: HistoryCommit(
                    name: BlobName.bytes(commit.name) ?? [], author: commit.author.name,
                    address: commit.author.address, time: Moment(seconds: commit.time)))
        }
        return HistoryChange(
            commit: commits[change.commit] ?? 0, path: try id(ofPath: read.paths[change.path], of: note),
            isOfContent: change.isOfContent)
    }

    private func id(ofPath path: [UInt8], of note: VaultPath) throws -> Int64 {
        path == reading.repository.treePath(note) ? 0 : try table.id(ofPath: path)
    }

    /// Returns the stored history of a note from the commit at which its new history ends.
    private mutating func stored(
        _ continuation: HistoryTrace.Continuation, of note: VaultPath, in read: ReadHistory
    ) throws -> [HistoryChange] {
        guard let known = reading.known else { return [] }
        let path = read.paths[continuation.path]
        // The index stores histories of notes in the vault only.
        guard let old = reading.repository.vaultPath(path) else { throw Gap() }
        guard let changes = try table.changes(of: old) else {
            if old == note || reading.isNote(old) { return [] }
            throw Gap()
        }
        if continuation.commit != Array(known.utf8) {
            let later =
                try since[continuation.commit]
                ?? reading.repository.commitNames(known, without: String(decoding: continuation.commit, as: UTF8.self))
            since[continuation.commit] = later
            for change in changes {
                let name = try table.commit(change.commit).map { Array(BlobName.text($0.name).utf8) }
                // The note also changed on the other branch, so the index does not know its state here.
                if name.map({ later.contains($0) }) ?? true { throw Gap() }
            }
        }
        if old == note { return changes }
        let own = try table.id(ofPath: path)
        return changes.map {
            var change = $0
            if change.path == 0 { change.path = own }
            return change
        }
    }
}
