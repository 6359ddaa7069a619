import Indexing
import SearchIndex
import SourceText
import VaultFiles

/// The git history of a session. It is read only if a query needs it.
final class RequiredHistory {
    /// An error: the git history must be read before a query can be answered.
    struct Missing: Error {
        /// The history that threw it. Reads of several sessions can be nested.
        let owner: ObjectIdentifier
    }

    private enum Freshness { case unknown, current }

    private let keeper: IndexKeeper
    private let messages: any MessageSink
    private var state = Freshness.unknown
    private var isWarningDue = true

    init(_ keeper: IndexKeeper, _ messages: any MessageSink) {
        self.keeper = keeper
        self.messages = messages
    }

    /// - Throws: `Missing` if the index lacks the latest history.
    func require() throws {
        if state == .unknown, try !keeper.history.isCurrent() { throw Missing(owner: ObjectIdentifier(self)) }
        try warnIfShallow()
        state = .current
    }

    /// Reads the history into the index. Must be called outside of a snapshot.
    func load() throws {
        try keeper.history.require()
        state = .current
    }

    /// Makes the next `require` compare the index with the repository.
    func expire() { state = .unknown }

    /// Whether the indexed history comes from a shallow clone.
    func isShallow() throws -> Bool { try keeper.history.state()?.isShallow == true }

    /// Warns once that the history comes from a shallow clone.
    func warnIfShallow() throws {
        guard isWarningDue, try isShallow() else { return }
        isWarningDue = false
        messages.warn(
            "this clone is shallow: older dates and commits are unknown; to fetch them: git fetch --unshallow")
    }
}
