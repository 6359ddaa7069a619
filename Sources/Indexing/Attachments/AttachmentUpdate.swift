import Documents
import SearchIndex
import SourceText
import System
import VaultFiles

/// An update of the text of attachments in the index.
struct AttachmentUpdate {
    /// The number of files that are read before they are stored together.
    private static let batch = 8

    private let input: IndexInput
    private let index: OpenIndex
    private let store: DocumentStore
    var reader: AttachmentReader { AttachmentReader(input, store) }
    var table: AttachmentTable { AttachmentTable(index.connection) }

    init(_ input: IndexInput, _ index: OpenIndex) {
        self.input = input
        self.index = index
        store = DocumentStore(input.environment, index: index.access.location.directory)
    }

    /// Reads the attachments that are new or have changed.
    ///
    /// - Parameters:
    ///   - deadline: the time, as of `Waiting.now`, after which no more files are read (default: none).
    ///   - progress: called with the numbers of files that were read and of all that must be read.
    /// - Returns: the number of files that are still to be read.
    func run(until deadline: Int64? = nil, _ progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws -> Int
    {
        let pending = try self.pending()
        if pending.isEmpty { return 0 }
        var (next, stored) = (0, 0)
        while next < pending.count, deadline.map({ Waiting.now() < $0 }) ?? true {
            progress(next, pending.count)
            let part = pending[next..<min(pending.count, next + Self.batch)]
            let reader = reader
            let readings = Parallel.map(part.count) { reader.read(part[part.startIndex + $0], until: deadline) }
            try index.write {
                for case let reading? in readings {
                    stored += 1
                    let isKnown = try table.document(named: reading.document.name) == reading.document
                    try table.set(
                        reading.file, reading.fingerprint, to: reading.document, text: isKnown ? nil : reading.pages)
                }
                if next == 0 { try table.removeMissing() }
            }
            next += part.count
        }
        return pending.count - stored
    }

    /// Returns the attachments with text whose file differs from what was read, in the order of their paths.
    private func pending() throws -> [AttachmentReader.Pending] {
        let extractors = extractors
        let files = try table.files().compactMap { file in
            extractors(file.path.pathExtension).map { AttachmentReader.Pending(file: file, extractor: $0) }
        }
        let vault = input.vault
        let isPending = Parallel.map(stretchesOf: 256, in: files.count) { stretch in
            files[stretch].map { entry in
                let (file, extractor) = (entry.file, entry.extractor)
                guard let status = FileStatus.seen(vault.fullPath(file.path), follows: true) else { return false }
                guard let document = file.document, file.fingerprint == Fingerprint(status) else { return true }
                return !extractor.accepts(document.reader, isFailure: document.failure != nil)
            }
        }.flatMap { $0 }
        return zip(files, isPending).filter(\.1).map(\.0)
    }

    /// Returns the extractor for a file name extension. Each is made once.
    var extractors: (String) -> Extractor? {
        let configuration = UserConfiguration(input.environment.variables)
        let path = ProgramPath(input.environment.variables["PATH"])
        var known: [String: Extractor?] = [:]
        return { name in
            if let extractor = known[name] { return extractor }
            let made = Extractor(extension: name, configuration, path: path)
            known[name] = .some(made)
            return made
        }
    }
}
