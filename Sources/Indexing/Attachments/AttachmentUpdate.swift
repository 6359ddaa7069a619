import Documents
import SearchIndex
import SourceText
import System
package import VaultFiles

/// An update of the text of attachments in the index.
package struct AttachmentUpdate {
    /// The attachments that are compared with the index: canvases, those that notes reference, or all files.
    package enum Extent: Int, Comparable, Sendable {
        case none, canvases, referenced, all

        package static func < (left: Extent, right: Extent) -> Bool { left.rawValue < right.rawValue }
    }

    /// Returns the arguments with which `slip` reads all attachments of a vault.
    package static func arguments(_ vault: Vault) -> [[UInt8]] {
        [Array("--vault".utf8), vault.fullPath(.root)]
            + ["--quiet", "index", "--attachments"].map { Array($0.utf8) }
    }

    /// The limits of the files that are read before they are stored together: their number, and their size in bytes.
    private static let batch = (files: 8, size: 4 << 20)

    private let input: IndexInput
    private let index: OpenIndex
    private let store: DocumentStore
    private var table: AttachmentTable { AttachmentTable(index.connection) }

    init(_ input: IndexInput, _ index: OpenIndex) {
        self.input = input
        self.index = index
        store = DocumentStore(input.environment, index: index.access.location.directory)
    }

    /// What an update has to do.
    private struct Work {
        var pending: [AttachmentReader.Pending] = []
        /// Files that were read and have no extractor any more.
        var unreadable: [FileID] = []
    }

    /// Reads the attachments that are new or have changed.
    ///
    /// - Parameters:
    ///   - deadline: the time, as of `Waiting.now`, after which no more files are read (default: none).
    ///   - progress: called with the numbers of files that were read and of all that must be read.
    /// - Returns: the number of files that are still to be read. Without a deadline, these are files that changed
    ///   meanwhile, or that cannot be read for the moment.
    func run(
        _ extent: Extent, until deadline: Int64? = nil, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Int {
        var pass = try readPending(extent, until: deadline, progress)
        // Only where all are read, which one process does at a time: others would find few texts meanwhile.
        if deadline == nil, pass.stored > 0, try removeUnused() {
            let failed = pass.failed
            pass = try readPending(extent, until: nil, progress)
            pass.failed = failed
        }
        warn(of: pass)
        return pass.left + (deadline == nil ? pass.deferred : 0)
    }

    /// The numbers of attachments that one pass has read.
    private struct Pass {
        var stored = 0
        /// Those without text that had one before, or that are new.
        var failed = 0
        /// Those that cannot be read for the moment.
        var deferred = 0
        var uncached = 0
        /// Those that are still to be read.
        var left = 0
    }

    private func readPending(
        _ extent: Extent, until deadline: Int64?, _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws -> Pass {
        let work = try self.work(extent)
        if !work.unreadable.isEmpty { try index.write { for file in work.unreadable { try table.remove(file) } } }
        let pending = work.pending
        if pending.contains(where: \.extractor.startsProgram) { ContainedProgram.removeRemains() }
        let reader = AttachmentReader(input, store)
        var pass = Pass()
        var next = 0
        while next < pending.count, deadline.map({ Waiting.now() < $0 }) ?? true {
            progress(next, pending.count)
            let part = pending[next..<end(ofBatchAt: next, in: pending)]
            let readings = Parallel.map(part.count) { reader.read(part[part.startIndex + $0], until: deadline) }
            try index.write {
                for case let reading? in readings {
                    pass.stored += 1
                    // Reported once: a file that has just changed is read again.
                    if reading.document.failure != nil, reading.document != reading.file.document { pass.failed += 1 }
                    if reading.isDeferred { pass.deferred += 1 }
                    if !reading.isCached { pass.uncached += 1 }
                    let isKnown = try table.document(named: reading.document.name) == reading.document
                    try table.set(
                        reading.file, reading.fingerprint, to: reading.document,
                        text: isKnown ? nil : reading.content.pages)
                }
            }
            next += part.count
        }
        pass.left = pending.count - pass.stored
        return pass
    }

    private func warn(of pass: Pass) {
        if pass.uncached > 0 { input.messages.warn("the text of attachments cannot be cached in '\(store.place)'") }
        if pass.failed > 0 {
            input.messages.warn(
                "\(pass.failed) \(pass.failed == 1 ? "attachment has" : "attachments have") no text that can be read; for the reasons: "
                    + "slip check --kind unreadable-attachment")
        }
    }

    /// Removes unused texts, and with them all others: see `AttachmentTable.removeUnused`. Returns whether it did.
    private func removeUnused() throws -> Bool {
        var removed: [String] = []
        try index.write { removed = try table.removeUnused() }
        for name in removed { store.remove(name) }
        return !removed.isEmpty
    }

    private func end(ofBatchAt start: Int, in pending: [AttachmentReader.Pending]) -> Int {
        var (end, size) = (start, 0)
        while end < pending.count, end - start < Self.batch.files, size < Self.batch.size {
            size += pending[end].size
            end += 1
        }
        return end
    }

    /// Compares the attachments with the index, in the order of their paths.
    private func work(_ extent: Extent) throws -> Work {
        var extractors = Extractors(input.environment.variables)
        var work = Work()
        let files = try table.files(referenced: extent < .all, onlyCanvases: extent == .canvases).compactMap {
            file -> AttachmentReader.Pending? in
            let extractor = extractors.extractor(for: file.path)
            if extractor == nil, file.document != nil { work.unreadable.append(file.id) }
            return extractor.map { AttachmentReader.Pending(file: file, extractor: $0) }
        }
        let vault = input.vault
        work.pending = Parallel.map(stretchesOf: 256, in: files.count) { stretch in
            files[stretch].compactMap { entry -> AttachmentReader.Pending? in
                var entry = entry
                guard let status = FileStatus.seen(vault.fullPath(entry.file.path), follows: true) else { return nil }
                entry.size = Int(status.size)
                guard let document = entry.file.document, entry.file.fingerprint == Fingerprint(status) else {
                    return entry
                }
                return entry.extractor.accepts(document.reader, isFailure: document.failure != nil) ? nil : entry
            }
        }.flatMap { $0 }
        return work
    }

    // MARK: Single attachments

    /// Returns the text of an attachment, or nil if it is not in the cache, and cannot be read from the file in time.
    ///
    /// - Parameter document: the name of its content.
    func text(of path: VaultPath, document: String, until deadline: Int64) throws -> DocumentText? {
        if let text = store.text(document) { return text }
        guard let reading = try read(path, until: deadline), reading.document.name == document,
            case .text(let text) = reading.content
        else { return nil }
        return text
    }

    /// Reads an attachment, and does not store it. Returns nil if slip reads no text from such files, it is missing, or it
    /// changes meanwhile.
    func read(_ path: VaultPath, until deadline: Int64? = nil) throws -> AttachmentReader.Reading? {
        var extractors = Extractors(input.environment.variables)
        guard let extractor = extractors.extractor(for: path), let file = try table.file(at: path) else { return nil }
        let pending = AttachmentReader.Pending(file: file, extractor: extractor)
        return AttachmentReader(input, store).read(pending, until: deadline)
    }

    // MARK: Checking

    /// Returns the attachments whose text in the index is not that of the file. Files that a program reads are compared
    /// only if the cache has their text.
    ///
    /// Complexity: that of reading all of them.
    func differences() throws -> [IndexDigest.Difference] {
        let sums = try table.wordSums()
        let reader = AttachmentReader(input, store, startsPrograms: false)
        var extractors = Extractors(input.environment.variables)
        return try table.files().compactMap { file in
            guard let document = file.document, let extractor = extractors.extractor(for: file.path),
                let reading = reader.read(AttachmentReader.Pending(file: file, extractor: extractor))
            else { return nil }
            let hasWords =
                document.failure != nil || sums[document.name] == AttachmentTable.wordSum(of: reading.content.pages)
            if hasWords, reading.document == document { return nil }
            return IndexDigest.Difference(subject: file.path.bytes, isPath: true, parts: [.attachment])
        }
    }
}
