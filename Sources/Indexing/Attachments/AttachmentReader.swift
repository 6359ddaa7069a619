import Documents
import SearchIndex
import SourceText
import System
import VaultFiles

/// Reads the text of single attachments: from the store of documents, or with an extractor.
struct AttachmentReader: Sendable {
    /// An attachment that must be read.
    struct Pending: Sendable {
        var file: AttachmentTable.File
        var extractor: Extractor
        /// The size in bytes, as far as it is known.
        var size = 0
    }

    /// A content that was read.
    struct Reading: Sendable {
        var file: AttachmentTable.File
        var fingerprint: Fingerprint
        var document: AttachmentTable.Document
        var content: AttachmentContent
        var isCached = true
        /// Whether it cannot be read for the moment, because the system lacks memory or the like.
        var isDeferred = false
    }

    private let vault: Vault
    private let variables: [String: String]
    private let store: DocumentStore
    private let startsPrograms: Bool
    private let start = LocalZone.now()

    /// - Parameter startsPrograms: whether programs are started for texts that are not in the store.
    init(_ input: IndexInput, _ store: DocumentStore, startsPrograms: Bool = true) {
        (vault, variables) = (input.vault, input.environment.variables)
        (self.store, self.startsPrograms) = (store, startsPrograms)
    }

    /// Reads a file. Returns nil if it is missing, it changes meanwhile, or the time is up: the next update tries again.
    ///
    /// - Parameter deadline: the time, as of `Waiting.now`, after which nothing is read (default: none).
    func read(_ pending: Pending, until deadline: Int64? = nil) -> Reading? {
        if let deadline, Waiting.now() >= deadline { return nil }
        let extractor = pending.extractor
        let place = pending.file.real ?? pending.file.path
        let path = vault.fullPath(place)
        guard let status = FileStatus.seen(path, follows: true) else { return nil }
        let fingerprint = Fingerprint.settled(status, at: start)
        func reading(_ name: String, _ content: AttachmentContent, by reader: String = extractor.identity) -> Reading {
            Reading(
                file: pending.file, fingerprint: fingerprint, document: Self.document(named: name, content, by: reader),
                content: content)
        }
        if status.size > Int64(DocumentLimits.file) {
            // Its content is not read, so it is named after its fingerprint.
            return reading("\(Fingerprint(status).value).large", .failure(DocumentFault.tooLarge.description))
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            // Since the scan, a link may have replaced a folder or the file.
            bytes = try Files.read(inside: vault.root, place.parts.map(\.bytes), limit: DocumentLimits.file)
        } catch {
            var failed = reading(
                "\(Fingerprint(status).value).unreadable", .failure("cannot be read: \(error.reason)"))
            if error.isTransient { (failed.fingerprint, failed.isDeferred) = (.unknown, true) }
            return failed
        }
        let name = "\(ContentName.sha256(bytes)).\(extractor.format)"
        if let entry = store.entry(name), extractor.accepts(entry.reader, isFailure: entry.isFailure) {
            return reading(name, entry.content, by: entry.reader)
        }
        if extractor.startsProgram, !startsPrograms { return nil }
        let read: AttachmentContent?
        do throws(SystemError) {
            read = try extractor.text(of: bytes, at: path, variables: variables, until: deadline)
        } catch {
            // Not an error of the document, so the next update tries again, and other files with this content are as
            // before.
            let name = "\(Fingerprint(status).value).unstarted"
            var failed = reading(name, .failure("cannot be read: \(error)"))
            failed.fingerprint = .unknown
            failed.isDeferred = error.isTransient
            return failed
        }
        guard let content = read else { return nil }
        // A program reads the file itself.
        guard FileStatus.seen(path, follows: true) == status else { return nil }
        var made = reading(name, content)
        made.isCached = store.keep(DocumentStore.StoredText(reader: extractor.identity, content: content), as: name)
        return made
    }

    /// Returns the index's record of a document.
    private static func document(
        named name: String, _ content: AttachmentContent, by reader: String
    ) -> AttachmentTable.Document {
        var document = AttachmentTable.Document(name: name, reader: reader, pages: 0, size: 0)
        switch content {
        case .text(let text): (document.pages, document.size) = (text.isPaged ? text.pages.count : 0, text.size)
        case .failure(let reason): document.failure = reason
        }
        return document
    }
}
