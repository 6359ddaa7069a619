import Notes
import SearchIndex
import SourceText
import System

/// A loader that reads and parses notes ahead of the single connection that writes them.
struct NoteLoader: Sendable {
    enum LoadedFile: Sendable {
        case note(NoteRows)
        case canvas(CanvasRows)
        case other(FoundFile)
        /// The content is unchanged, and only the fingerprint is new.
        case same(IndexedFile)
        case vanished(VaultPath)
        case failed(FoundFile, String)
    }

    private let files: [FoundFile]
    private let known: [VaultPath: Synchronizer.PreviousState]
    private let source: any NoteSource
    private let rules: NoteRules
    private let names: FileNames?

    /// - Parameters:
    ///   - differences: the changed files, which are loaded.
    ///   - names: the names of all files, for a new index.
    init(
        _ differences: Synchronizer.Differences, from source: any NoteSource, rules: NoteRules, names: FileNames?
    ) {
        files = differences.changed
        known = differences.known
        self.source = source
        self.rules = rules
        self.names = names
    }

    /// Calls `body` with each file's index and outcome, in order.
    func forEach(_ body: (Int, LoadedFile) throws -> Void) throws {
        try ReadAhead(files.count, read: { fetch(files[$0]) }, work: { parse($0) }).forEach(body)
    }

    // MARK: One note

    /// The content of a note or canvas, or its outcome if it needs no parsing.
    private enum Fetched: Sendable {
        case note(IndexedFile, [UInt8])
        case canvas(FoundFile, [UInt8])
        case done(LoadedFile)
    }

    private func fetch(_ file: FoundFile) -> Fetched {
        if file.kind != .note, file.kind != .canvas { return .done(.other(file)) }
        do {
            var (bytes, indexed) = try source.load(file.path)
            if file.kind == .canvas {
                return .canvas(FoundFile(path: file.path, kind: .canvas, fingerprint: indexed.fingerprint), bytes)
            }
            if let known = known[file.path], known.kind == .note, known.hash == indexed.hash {
                indexed.remembered = source.storedCreationDate(of: file.path)
                if let kept = source.keptModification(of: file.path, hash: indexed.hash) { indexed.modified = kept }
                return .done(.same(indexed))
            }
            return .note(indexed, bytes)
        } catch {
            return .done(error.isMissing ? .vanished(file.path) : .failed(file, error.reason))
        }
    }

    private func parse(_ fetched: Fetched) -> LoadedFile {
        switch fetched {
        case .done(let outcome): return outcome
        case .canvas(let file, let bytes): return .canvas(CanvasRows(Canvas(bytes), bytes, file: file, names: names))
        case .note(var file, let bytes):
            let note = Note(bytes, name: file.path.name, rules: rules)
            if !note.body.liveBlocks.isEmpty, let kept = source.keptModification(of: file.path, hash: file.hash) {
                file.modified = kept
            }
            if note.created == nil { file.remembered = source.storedCreationDate(of: file.path) }
            return .note(NoteRows(note, bytes, file: file, rules: rules, names: names))
        }
    }
}
