package import Git
import Notes
package import SearchIndex
package import SourceText
import Synchronization
package import System
package import VaultFiles

/// The files of a vault in a commit or in git's staging area, read from git's objects without the work tree. `scan`
/// always covers all files, regardless of its path.
package final class GitSource: NoteSource {
    /// The files to read: those of a commit, which never change, or the staged ones, which may change at any time.
    package enum State: Hashable, Sendable {
        case commit(String)
        case staged
    }

    package let state: State
    /// The name of an index that is updated from one state to the next. Nil for the index of a single commit, which
    /// also contains the history up to that commit.
    let shared: String?
    /// The name of the index.
    var name: String {
        switch state {
        case .commit(let commit): shared ?? commit
        case .staged: shared ?? "staged"
        }
    }

    let repository: Repository
    /// The configuration stored in git.
    package let configuration: Configuration
    private let ignore: IgnoreRules
    private let reading: Mutex<ReaderState>

    private struct ReaderState {
        var reader: ObjectReader?
        /// The files, once listed. Queries that display only a few notes need no list.
        var entries: [VaultPath: TreeEntry]?
        /// Notes that were read ahead and not requested yet.
        var ready: [VaultPath: [UInt8]] = [:]
        /// The order in which an index build requests notes.
        var order: [VaultPath] = []
        var places: [VaultPath: Int] = [:]
    }

    private static let batchSize = 128

    /// - Parameters:
    ///   - configuration: the configuration on disk, used if git has none.
    ///   - shared: the name of an index that is reused for successive states.
    package init(
        _ state: State, _ repository: Repository, _ configuration: Configuration, shared: String? = nil
    ) throws {
        self.state = state
        self.shared = shared
        self.repository = repository
        let reader = try ObjectReader(repository.program)
        let written = try reader.blobs([Self.name(of: Vault.configurationPath, in: state, repository)])[0]
        self.configuration = written.map { Configuration($0) } ?? configuration
        ignore = IgnoreRules(self.configuration.ignore)
        reading = Mutex(ReaderState(reader: reader))
    }

    /// Returns the name by which git finds a file.
    private static func name(of path: VaultPath, in state: State, _ repository: Repository) -> [UInt8] {
        switch state {
        case .commit(let commit): Array("\(commit):".utf8) + repository.treePath(path)
        // An unmerged file has no version 0.
        case .staged: Array(":0:".utf8) + repository.treePath(path)
        }
    }

    private func entries() throws -> [VaultPath: TreeEntry] {
        if let known = reading.withLock({ $0.entries }) { return known }
        let listed =
            switch state {
            case .commit(let commit): try repository.entries(of: commit)
            case .staged: try repository.stagedEntries()
            }
        // One version represents an unmerged file.
        let entries = Dictionary(listed.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        reading.withLock { $0.entries = entries }
        return entries
    }

    // MARK: Listing

    package func scan(_ known: IndexedTree, at path: VaultPath) throws -> VaultScan.Result {
        var result = VaultScan.Result()
        var gone = known.byPath()
        for file in try files() {
            if let entry = gone.removeValue(forKey: file.path), entry.kind == file.kind,
                entry.fingerprint == file.fingerprint
            {
                continue
            }
            result.changed.append(file)
        }
        result.removed = gone.keys.sorted()
        let notes = result.changed.filter { $0.kind == .note }.map(\.path)
        reading.withLock { reading in
            reading.order = notes
            reading.places = Dictionary(notes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        }
        return result
    }

    /// Returns the files to index, folders before their content.
    private func files() throws -> [FoundFile] {
        let entries = try entries()
        var folders: Set<VaultPath> = []
        var files: [FoundFile] = []
        for path in entries.keys.sorted() {
            guard let entry = entries[path], entry.kind != .folder, entry.kind != .submodule, !ignore.passesOver(path),
                let file = file(entry, among: entries)
            else { continue }
            for folder in sequence(first: path.folder, next: { $0.folder }).prefix(while: { !$0.isRoot }) {
                if !folders.insert(folder).inserted { break }
            }
            files.append(file)
        }
        return folders.sorted().map { FoundFile(path: $0, kind: .folder, fingerprint: .unknown) } + files
    }

    private func file(_ entry: TreeEntry, among entries: [VaultPath: TreeEntry]) -> FoundFile? {
        let isNote = configuration.extensions.contains(entry.path.pathExtension)
        let isImage = Configuration.imageExtensions.contains(entry.path.pathExtension)
        if entry.kind == .link {
            // A note is read under its real path. An attachment may have several paths.
            guard !isNote, let text = blob(entry.object),
                let real = entry.path.folder.resolving(VaultPath(bytes: text)),
                entries[real]?.kind == .file
            else { return nil }
            return FoundFile(
                path: entry.path, kind: isImage ? .image : .other, fingerprint: Self.fingerprint(text), real: real)
        }
        if isNote { return FoundFile(path: entry.path, kind: .note, fingerprint: Self.fingerprint(entry.object)) }
        if Canvas.isCanvas(entry.path) {
            return FoundFile(path: entry.path, kind: .canvas, fingerprint: Self.fingerprint(entry.object))
        }
        return FoundFile(path: entry.path, kind: isImage ? .image : .other, fingerprint: .unknown)
    }

    private static func fingerprint(_ object: [UInt8]) -> Fingerprint { Fingerprint(ContentHash.hash(object) | 1) }

    /// Returns the files with unresolved merge conflicts.
    package func unmerged() throws -> [VaultPath] { try entries().values.filter(\.isUnmerged).map(\.path).sorted() }

    // MARK: Reading

    package func read(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], fingerprint: Fingerprint) {
        guard let entries = reading.withLock({ $0.entries }) else {
            guard let bytes = blob(Self.name(of: path, in: state, repository)) else { throw .missing(path.bytes) }
            return (bytes, .unknown)
        }
        guard let entry = entries[path] else { throw .missing(path.bytes) }
        guard let bytes = content(entry) else { throw .unreadable(path.bytes) }
        return (bytes, Self.fingerprint(entry.object))
    }

    package func load(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], file: IndexedFile) {
        let (bytes, fingerprint) = try read(path)
        var file = IndexedFile(
            path: path, fingerprint: fingerprint, hash: ContentHash.hash(bytes), size: Int64(bytes.count),
            modified: 0, born: nil)
        file.blob = reading.withLock { $0.entries?[path] }.flatMap { BlobName.bytes($0.object) }
        return (bytes, file)
    }

    package func storedCreationDate(of path: VaultPath) -> Int64? { nil }

    package func keptModification(of path: VaultPath, hash: Int64) -> Int64? { nil }

    private func blob(_ object: [UInt8]) -> [UInt8]? {
        reading.withLock { reading in Self.blobs([object], with: &reading, from: repository).first ?? nil }
    }

    /// Returns the content of a file. During an index build, reads the following notes in the same request.
    private func content(_ entry: TreeEntry) -> [UInt8]? {
        reading.withLock { reading in
            if let ready = reading.ready.removeValue(forKey: entry.path) { return ready }
            guard let place = reading.places[entry.path] else {
                return Self.blobs([entry.object], with: &reading, from: repository).first ?? nil
            }
            let paths = reading.order[place..<min(place + Self.batchSize, reading.order.count)].filter {
                reading.ready[$0] == nil
            }
            let blobs = Self.blobs(paths.map { reading.entries?[$0]?.object ?? [] }, with: &reading, from: repository)
            var own: [UInt8]?
            for (path, blob) in zip(paths, blobs) {
                // An index build requests each note once. Later requests read single notes.
                reading.places[path] = nil
                if path == entry.path { own = blob } else { reading.ready[path] = blob }
            }
            return own
        }
    }

    /// Returns the contents of objects, or nil for those that git cannot read for any reason.
    private static func blobs(
        _ objects: [[UInt8]], with reading: inout ReaderState, from repository: Repository
    ) -> [[UInt8]?] {
        do {
            let reader = try reading.reader ?? ObjectReader(repository.program)
            reading.reader = reader
            return try reader.blobs(objects)
        } catch {
            reading.reader = nil
            return objects.map { _ in nil }
        }
    }
}
