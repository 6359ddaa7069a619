import Indexing
import System
import VaultFiles

/// The text of attachments in the index of a session. It is updated only if a query needs it.
final class RequiredAttachments {
    /// An error: attachments must be read before a query can be answered.
    struct Missing: Error {}

    /// The time, in milliseconds, after which a query is answered although some attachments are not read yet.
    private static let patience: Int64 = 1000

    private let keeper: IndexKeeper
    private let messages: any MessageSink
    private var isCurrent = false
    /// The number of attachments that are not read yet.
    private(set) var unread = 0

    init(_ keeper: IndexKeeper, _ messages: any MessageSink) {
        self.keeper = keeper
        self.messages = messages
    }

    /// - Throws: `Missing` if the index may lack the latest attachments.
    func require() throws { if !isCurrent { throw Missing() } }

    /// Reads new and changed attachments into the index, and warns if some are left. Must be called outside of a
    /// snapshot.
    func load() throws {
        unread = try keeper.updateAttachments(until: Waiting.now() + Self.patience)
        isCurrent = true
        if unread > 0 {
            let files = unread == 1 ? "1 attachment is" : "\(unread) attachments are"
            messages.warn("\(files) not read yet; to read all: slip index --attachments")
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
