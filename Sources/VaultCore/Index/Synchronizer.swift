import Dispatch
import Notes
import SQLite
import SearchIndex
import SourceText
import Synchronization
import System

/// Compares what is on disk with what is indexed, and writes the difference.
///
/// The walk and the index come in the same order, so one merge finds it with flat memory. Notes are read and parsed on
/// all cores, a batch at a time; one connection writes.
final class Synchronizer {
    struct Differences {
        /// Files that are new or look changed.
        var candidates: [IndexedFile] = []
        /// Notes that the index had, with their hashes, so that moves are recognised.
        var removed: [IndexedFile] = []
        /// What the index knew of the candidates.
        var known: [VaultPath: IndexedFile] = [:]

        var isEmpty: Bool { candidates.isEmpty && removed.isEmpty }
    }

    private static let batch = 256

    private let vault: Vault
    private let connection: Connection
    private let calendar: LocalCalendar
    private let messages: any MessageSink
    private(set) var faults: [VaultWalker.Fault] = []

    init(_ vault: Vault, _ connection: Connection, _ calendar: LocalCalendar, _ messages: any MessageSink) {
        self.vault = vault
        self.connection = connection
        self.calendar = calendar
        self.messages = messages
    }

    func differences() throws -> Differences {
        var differences = Differences()
        var walker = VaultWalker(root: vault.root, configuration: vault.configuration)
        var found = walker.next()
        try IndexDatabase.files(connection) { known in
            while let file = found, file.path < known.path {
                differences.candidates.append(file)
                found = walker.next()
            }
            guard let file = found, file.path == known.path else {
                differences.removed.append(known)
                return true
            }
            if known.kind == .unreadable, isStillUnreadable(file, known) {
                found = walker.next()
                return true
            }
            if !file.looksLike(known) || !known.isSettled {
                differences.candidates.append(file)
                differences.known[file.path] = known
            }
            found = walker.next()
            return true
        }
        while let file = found {
            differences.candidates.append(file)
            found = walker.next()
        }
        faults = walker.faults
        for fault in faults where fault.kind == .unreadable {
            if fault.path.isRoot { throw VaultError("cannot read the vault: \(fault.reason)") }
            messages.warn("cannot read '\(fault.path.text)': \(fault.reason)")
        }
        return differences
    }

    /// Whether a note that could not be read is as it was then, and cannot be read now either; said each time.
    private func isStillUnreadable(_ file: IndexedFile, _ known: IndexedFile) -> Bool {
        var same = known
        same.kind = .note
        guard file.looksLike(same) else { return false }
        let path = vault.fullPath(file.path)
        guard file.size > Files.defaultLimit || !Files.isReadable(path) else { return false }
        messages.warn("cannot read '\(file.path.text)'")
        return true
    }

    /// Writes the differences; inside a transaction of the caller's.
    func apply(_ differences: Differences) throws -> IndexKeeper.Changes {
        var changes = IndexKeeper.Changes()
        let writer = try IndexWriter(
            connection, calendar: calendar, extensions: vault.configuration.fileExtensions)
        var removed: [Int64: [VaultPath]] = [:]
        for file in differences.removed {
            try writer.remove(file.path)
            if file.kind == .note {
                changes.removed += 1
                removed[file.hash, default: []].append(file.path)
            }
        }
        let total = differences.candidates.count
        var start = 0
        while start < total {
            let batch = Array(differences.candidates[start..<min(start + Self.batch, total)])
            start += batch.count
            for outcome in Self.read(batch, differences.known, vault) {
                switch outcome {
                case .other(let file):
                    try writer.put(file)
                case .same(let file):
                    try writer.touch(file)
                case .vanished(let path):
                    if differences.known[path] != nil { try writer.remove(path) }
                case .failed(var file, let reason):
                    messages.warn("cannot read '\(file.path.text)': \(reason)")
                    file.kind = .unreadable
                    try writer.put(file)
                case .note(let rows):
                    try writer.put(rows)
                    if differences.known[rows.file.path]?.kind == .note {
                        changes.changed += 1
                    } else if var paths = removed[rows.file.hash], !paths.isEmpty {
                        // Several that are alike: which went where nobody can tell.
                        let old = paths.removeFirst()
                        if paths.isEmpty { try writer.remember(movedFrom: old, to: rows.file.path) }
                        removed[rows.file.hash] = paths
                        changes.removed -= 1
                        changes.moved += 1
                    } else {
                        changes.added += 1
                    }
                }
            }
            if total > Self.batch { messages.progress("indexing", start, total) }
        }
        try writer.finish()
        return changes
    }

    // MARK: Reading

    private enum Outcome: Sendable {
        case note(NoteRows)
        case other(IndexedFile)
        /// The same content as is indexed; only when it was looked at is new.
        case same(IndexedFile)
        case vanished(VaultPath)
        case failed(IndexedFile, String)
    }

    private static func read(_ files: [IndexedFile], _ known: [VaultPath: IndexedFile], _ vault: Vault) -> [Outcome] {
        if files.count < 8 { return files.map { read($0, known[$0.path], vault) } }
        let outcomes = Mutex([Outcome?](repeating: nil, count: files.count))
        // A stretch of files at a time, so that the lock is taken seldom.
        let stretch = 16
        DispatchQueue.concurrentPerform(iterations: (files.count + stretch - 1) / stretch) { part in
            let range = part * stretch..<min((part + 1) * stretch, files.count)
            let done = range.map { read(files[$0], known[files[$0].path], vault) }
            outcomes.withLock { outcomes in
                for (index, outcome) in zip(range, done) { outcomes[index] = outcome }
            }
        }
        return outcomes.withLock { $0.compactMap { $0 } }
    }

    private static func read(_ file: IndexedFile, _ known: IndexedFile?, _ vault: Vault) -> Outcome {
        if file.kind != .note { return .other(file) }
        let path = vault.fullPath(file.path)
        let start = LocalZone.now()
        do {
            let (bytes, status) = try Files.read(path)
            var file = file
            file.size = status.size
            file.device = Int64(bitPattern: status.device)
            file.inode = Int64(bitPattern: status.inode)
            file.modified = status.modified
            file.changed = status.changed
            file.born = status.born
            file.hash = ContentHash.hash(bytes)
            file.isSettled = isSettled(status, readAt: start)
            if let known, known.kind == .note, known.hash == file.hash, known.size == file.size,
                known.modified == file.modified, known.born == file.born
            {
                return .same(file)
            }
            let note = Note(bytes, name: file.path.name, rules: vault.configuration.rules)
            return .note(NoteRows(note, bytes, file: file))
        } catch {
            return error.isMissing ? .vanished(file.path) : .failed(file, error.reason)
        }
    }

    /// Whether a later change is sure to bear a later time: the clock that stamps files ticks every few milliseconds,
    /// on some file systems every second or two. What is not sure is read again next time, as git does.
    private static func isSettled(_ status: FileStatus, readAt start: Moment) -> Bool {
        let isCoarse = status.changed % 1_000_000_000 == 0
        let margin: Int64 = isCoarse ? 2_100_000 : 50_000
        return start.microseconds - status.changed / 1000 > margin
    }
}
