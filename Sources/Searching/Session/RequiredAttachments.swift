import Indexing
import System
import VaultFiles

/// The text of attachments in the index of a session. It is updated only if a query needs it.
final class RequiredAttachments {
    /// An error: attachments must be read before a query can be answered.
    struct Missing: Error {}

    /// The time, in milliseconds, after which a query is answered although some attachments are not read yet.
    private let patience: Int64
    private let keeper: IndexKeeper
    private let messages: any MessageSink
    private var isCurrent = false
    /// The number of attachments that are not read yet.
    private(set) var unread = 0

    /// - Parameter waits: whether a query waits for attachments to be read, for at most a second.
    init(_ keeper: IndexKeeper, _ messages: any MessageSink, waits: Bool) {
        patience = waits ? 1000 : 0
        self.keeper = keeper
        self.messages = messages
    }

    /// - Throws: `Missing` if the index may lack the latest attachments.
    func require() throws { if !isCurrent { throw Missing() } }

    /// Reads new and changed attachments into the index, and warns if some are left. Must be called outside of a
    /// snapshot.
    func load() throws {
        unread = try keeper.updateAttachments(until: Waiting.now() + patience)
        isCurrent = true
        if let notice { messages.warn("\(notice); to read all: slip index --attachments") }
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
    func loadAll() throws {
        unread = try keeper.updateAllAttachments { messages.progress("reading attachments", $0, of: $1) }
        isCurrent = true
    }

    /// Makes the next `require` compare the index with the files.
    func expire() { isCurrent = false }
}
