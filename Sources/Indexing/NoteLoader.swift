import Dispatch
import Notes
import SearchIndex
import SourceText
import Synchronization
import System
import VaultFiles

/// Reads and parses notes ahead of the one connection that writes them: on the other cores, and on the caller's own
/// while it would have to wait.
///
/// More threads read than there are cores, since files that are not in memory yet are waited for; but no more parse than
/// cores are left. Memory: a few batches of parsed notes, whatever the number of files.
final class NoteLoader: Sendable {
    enum Outcome: Sendable {
        case note(NoteRows)
        case other(FoundFile)
        /// The same content as is indexed; only how the file looks is new.
        case same(IndexedFile)
        case vanished(VaultPath)
        case failed(FoundFile, String)
    }

    private struct State {
        /// The first batch that nobody has taken.
        var next = 0
        /// The batch that is waited for; no one reads too far ahead of it.
        var wanted = 0
        var done: [Int: [Outcome]] = [:]
        var isOver = false
    }

    private static let batch = 32
    private static let ahead = 24
    private static let readers = 6

    private let files: [FoundFile]
    private let known: [VaultPath: Synchronizer.PreviousState]
    private let vault: Vault
    private let names: FileNames?
    private let state = Mutex(State())
    /// Signalled when a batch was read, and when there is room for another.
    private let ready = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)
    /// Had by whoever parses.
    private let cores = DispatchSemaphore(value: max(1, ThisProcess.processors - 1))
    private var batches: Int { (files.count + Self.batch - 1) / Self.batch }

    /// - Parameter names: the names of all files, in a new index.
    init(_ files: [FoundFile], _ known: [VaultPath: Synchronizer.PreviousState], vault: Vault, names: FileNames?) {
        self.files = files
        self.known = known
        self.vault = vault
        self.names = names
    }

    /// Calls `body` with each file's number, from 0, and what became of it, in their order.
    func forEach(_ body: (Int, Outcome) throws -> Void) throws {
        let helpers = batches > 1 ? min(batches, Self.readers) : 0
        // A queue each, for the shared ones run no more threads than there are cores.
        for number in 0..<helpers { DispatchQueue(label: "reader \(number)").async { self.readAhead() } }
        defer {
            state.withLock { $0.isOver = true }
            for _ in 0..<helpers { room.signal() }
        }
        for number in 0..<batches {
            let start = number * Self.batch
            for (offset, outcome) in take(number, helpers).enumerated() { try body(start + offset, outcome) }
        }
    }

    /// The outcomes of a batch: read by a helper, else by the caller itself, who reads later ones while it waits.
    private func take(_ number: Int, _ helpers: Int) -> [Outcome] {
        state.withLock { $0.wanted = number }
        for _ in 0..<helpers { room.signal() }
        while true {
            enum Step { case have([Outcome]), read(Int), wait }
            let step = state.withLock { state -> Step in
                if let done = state.done.removeValue(forKey: number) { return .have(done) }
                if let own = Self.claim(&state, batches) { return .read(own) }
                return .wait
            }
            switch step {
            case .have(let outcomes): return outcomes
            case .read(let own):
                let outcomes = fetch(own).map { parse($0) }
                if own == number { return outcomes }
                state.withLock { $0.done[own] = outcomes }
            case .wait: ready.wait()
            }
        }
    }

    private func readAhead() {
        while true {
            let own = state.withLock { state in state.isOver ? nil : Self.claim(&state, batches) }
            if let own {
                let files = fetch(own)
                cores.wait()
                let outcomes = files.map { parse($0) }
                cores.signal()
                state.withLock { $0.done[own] = outcomes }
                ready.signal()
            } else {
                if state.withLock({ $0.isOver || $0.next >= batches }) { return }
                room.wait()
            }
        }
    }

    private static func claim(_ state: inout State, _ batches: Int) -> Int? {
        guard state.next < batches, state.next < state.wanted + ahead else { return nil }
        state.next += 1
        return state.next - 1
    }

    // MARK: One note

    /// A file as it is on disk, or what became of it where it is not to be parsed.
    private enum Fetched: Sendable {
        case note(IndexedFile, [UInt8])
        case done(Outcome)
    }

    private func fetch(_ batch: Int) -> [Fetched] {
        files[(batch * Self.batch)..<min(files.count, (batch + 1) * Self.batch)].map { fetch($0) }
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
            return .note(NoteRows(note, bytes, file: file, names: names))
        }
    }
}
