import Git
import SQLite
import SearchIndex
import SourceText
import VaultFiles

/// Writes what was read of a history into an index.
struct HistoryWriter {
    /// What is known is not enough to tell how a note's history goes on: all of it has to be read.
    struct Gap: Error {}

    private let connection: Connection
    private let table: HistoryTable
    private let reading: HistoryReading
    private var commits: [Int: Int64] = [:]
    private var paths: [Int: Int64] = [:]
    /// By the commits where lines of history branch off, those made since up to the one that is known.
    private var since: [[UInt8]: Set<[UInt8]>] = [:]

    init(_ reading: HistoryReading, _ connection: Connection) throws {
        self.reading = reading
        self.connection = connection
        table = try HistoryTable(connection)
    }

    /// Writes it; inside a transaction of the caller's.
    ///
    /// - Parameter versions: what earlier versions of notes said; nil where dates do not come from the history.
    /// - Returns: the notes whose history may be another now; nil for all.
    mutating func write(versions: (any NoteVersions)?) throws -> Set<VaultPath>? {
        defer { (commits, paths, since) = ([:], [:], [:]) }
        var touched: Set<VaultPath>? = []
        if let read = reading.read {
            if !read.isWhole { throw Gap() }
            if reading.known == nil { try table.clear() }
            // Each is worked out of what was known before any of them is written.
            var results: [(note: VaultPath, blob: [UInt8]?, changes: [SearchIndex.HistoryChange])] = []
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

    /// The one that is known first, whose notes tell all.
    private func before(_ a: HistoryTrace.Continuation, _ b: HistoryTrace.Continuation) -> Bool {
        let known = reading.known.map { Array($0.utf8) }
        if (a.commit == known) != (b.commit == known) { return a.commit == known }
        return a.commit == b.commit ? a.path < b.path : a.commit.lexicographicallyPrecedes(b.commit)
    }

    private mutating func change(
        _ change: Git.HistoryChange, of note: VaultPath, in read: ReadHistory
    ) throws -> SearchIndex.HistoryChange {
        if commits[change.commit] == nil {
            let commit = read.commits[change.commit]
            commits[change.commit] = try table.id(
                of: HistoryCommit(
                    name: BlobName.bytes(commit.name) ?? [], author: commit.author.name,
                    address: commit.author.address, time: Moment(seconds: commit.time)))
        }
        return SearchIndex.HistoryChange(
            commit: commits[change.commit] ?? 0, path: try id(ofPath: read.paths[change.path], of: note),
            isOfContent: change.isOfContent)
    }

    private func id(ofPath path: [UInt8], of note: VaultPath) throws -> Int64 {
        path == reading.repository.treePath(note) ? 0 : try table.id(ofPath: path)
    }

    /// What is known of a note where its history goes on.
    private mutating func stored(
        _ continuation: HistoryTrace.Continuation, of note: VaultPath, in read: ReadHistory
    ) throws -> [SearchIndex.HistoryChange] {
        guard let known = reading.known else { return [] }
        let path = read.paths[continuation.path]
        // Only of notes of the vault is anything known.
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
                // It was changed on the other side as well: what it was like here nobody knows.
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
