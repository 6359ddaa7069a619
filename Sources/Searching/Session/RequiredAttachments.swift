import Indexing
import System
import VaultFiles

/// The text of attachments in the index of a session. It is updated only if a query needs it.
final class RequiredAttachments {
    /// An error: attachments must be read before a query can be answered.
    struct Missing: Error {
        var extent: AttachmentUpdate.Extent
        /// The attachments that threw it. Reads of several sessions can be nested.
        let owner: ObjectIdentifier
    }

    private let keeper: IndexKeeper
    private let messages: any MessageSink
    private let reading: AttachmentReading
    /// Whether a change is being planned: no attachment may be missing then.
    var isPlanning = false
    private var mustBeComplete: Bool { isPlanning || reading == .complete }
    /// Starts a process that reads all attachments.
    private let readInBackground: () -> Void
    /// When such a process was last started, as of `Waiting.now`.
    private var lastStart: Int64?
    /// The attachments that were compared with the files.
    private var compared: AttachmentUpdate.Extent = .none
    private var isComplete = false
    /// The number of attachments in the index once all were read.
    private var readCount = 0
    /// The number of attachments that are not read yet.
    private var unread = 0

    init(
        _ keeper: IndexKeeper, _ messages: any MessageSink, _ reading: AttachmentReading,
        readInBackground: @escaping () -> Void
    ) {
        self.keeper = keeper
        self.messages = messages
        self.reading = reading
        self.readInBackground = readInBackground
        expire()
    }

    /// - Throws: `Missing` if the index may lack the latest attachments.
    func require(_ extent: AttachmentUpdate.Extent) throws {
        if compared < extent || mustBeComplete && !isComplete || isPlanning && unread > 0 {
            throw Missing(extent: extent, owner: ObjectIdentifier(self))
        }
        // Another process may have removed all texts, to read them again without unused ones.
        if mustBeComplete, try keeper.attachmentTotals().files < readCount {
            throw Missing(extent: extent, owner: ObjectIdentifier(self))
        }
    }

    /// Reads new and changed attachments into the index. Warns if some are left, and has them read in the background.
    /// Must be called outside of a snapshot.
    func load(_ extent: AttachmentUpdate.Extent) throws {
        if mustBeComplete { return try loadAll(extent) }
        // Canvases are few and small.
        let deadline = extent == .canvases ? Int64.max : Waiting.now() + reading.patience
        unread = try keeper.updateAttachments(extent, until: deadline)
        (compared, isComplete) = (extent, unread == 0)
        guard let notice else { return }
        messages.warn("\(notice); to read all: slip index --attachments")
        let now = Waiting.now()
        // A process needs a moment to take the lock.
        if lastStart.map({ now - $0 > 5000 }) ?? true, !keeper.areAttachmentsBeingRead {
            lastStart = now
            readInBackground()
        }
    }

    /// A notice that some attachments are not read yet, or nil.
    var notice: String? {
        switch unread {
        case 0: nil
        case 1: "1 attachment is not read yet"
        default: "\(unread) attachments are not read yet"
        }
    }

    /// Reads all new and changed attachments into the index. Reports the progress.
    ///
    /// - Throws: `VaultError` if a change is being planned and some attachments cannot be read for the moment.
    func loadAll(_ extent: AttachmentUpdate.Extent = .all) throws {
        // Those that change meanwhile are read a second time.
        for _ in 0..<2 {
            unread = try keeper.updateAllAttachments(extent) { messages.progress("reading attachments", $0, of: $1) }
            if unread == 0 { break }
        }
        (compared, isComplete) = (extent, true)
        readCount = try keeper.attachmentTotals().files
        guard let notice else { return }
        let reasons = "files change, or the system cannot read them for the moment"
        if isPlanning { throw VaultError("\(notice); nothing was changed", help: "\(reasons): try again") }
        messages.warn("\(notice): \(reasons)")
    }

    /// Makes the next `require` compare the index with the files, unless the session uses the index as it is.
    func expire() {
        unread = 0
        (compared, isComplete) = reading == .stored ? (.all, true) : (.none, false)
    }
}

/// How far the queries of a session read attachments first.
package enum AttachmentReading: Sendable {
    /// Not at all: the index is used as it is.
    case stored
    /// Without waiting: what must be read is read in the background.
    case inBackground
    /// For at most a second, then in the background.
    case briefly
    /// All of them.
    case complete

    /// The time for reading, in milliseconds.
    fileprivate var patience: Int64 { self == .briefly ? 1000 : 0 }
}
