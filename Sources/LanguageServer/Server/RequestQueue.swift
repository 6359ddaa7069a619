import Dispatch
import Indexing
import JSONRPC
import LanguageProtocol
import Searching
import SourceText
import Synchronization
import System
import VaultFiles

/// A thread that answers one kind of request, in order. It has its own sessions on the vaults, so that no request waits
/// for one of another kind.
final class RequestQueue: Sendable {
    typealias Job = @Sendable (QueueSessions) -> Void

    private struct QueueState {
        var jobs: [Job] = []
        /// Low-priority work, run a piece at a time while no job waits. A piece returns true when the work is done.
        var preparations: [@Sendable (QueueSessions) -> Bool] = []
        var isOver = false
        var isBusy = false
    }

    private let state = Mutex(QueueState())
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter givesWay: whether the thread has lower priority than the other queues after its first job.
    init(_ name: String, _ host: ServerHost, _ client: Client, givesWay: Bool = false) {
        Worker.start("slip.lsp.\(name)") {
            let sessions = QueueSessions(host, client)
            var hasBegun = false
            while let job = self.next() {
                job(sessions)
                // The first job keeps its priority: its scan of the vault is needed by all queues.
                if givesWay, !hasBegun { ThisProcess.giveWay() }
                hasBegun = true
                self.state.withLock { $0.isBusy = false }
                while let piece = self.nextPreparation() {
                    if piece(sessions) { self.state.withLock { _ = $0.preparations.popLast() } }
                }
            }
            self.ended.signal()
        }
    }

    private func next() -> Job? {
        while true {
            ready.wait()
            let (job, isOver) = state.withLock { state -> (Job?, Bool) in
                if state.jobs.isEmpty { return (nil, state.isOver) }
                state.isBusy = true
                return (state.jobs.removeFirst(), false)
            }
            if let job { return job }
            if isOver { return nil }
        }
    }

    private func nextPreparation() -> (@Sendable (QueueSessions) -> Bool)? {
        state.withLock { $0.jobs.isEmpty && !$0.isOver ? $0.preparations.last : nil }
    }

    /// Adds work that runs a piece at a time while no job waits. It starts after the first job.
    ///
    /// - Parameter piece: does one piece and returns true if it was the last.
    func prepare(_ piece: @escaping @Sendable (QueueSessions) -> Bool) {
        state.withLock { $0.preparations.insert(piece, at: 0) }
    }

    /// Starts the prepared work, even if there was no job yet.
    func wake() {
        if state.withLock({ !$0.preparations.isEmpty && $0.jobs.isEmpty && !$0.isBusy }) { add { _ in } }
    }

    func add(_ job: @escaping Job) {
        state.withLock { $0.jobs.append(job) }
        ready.signal()
    }

    /// Discards the cached semantic tokens of all documents except the open ones, after the waiting jobs.
    func discardTokens(except workspace: WorkspaceState) {
        add { sessions in
            sessions.discardTokens(except: workspace.documents.all)
            ThisProcess.giveMemoryBack()
        }
    }

    var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isBusy } }

    /// Finishes the waiting jobs, ends the thread, and waits for it.
    func end() {
        state.withLock { $0.isOver = true }
        ready.signal()
        ended.wait()
    }
}

/// The sessions of one queue on the vaults, used only by its thread.
final class QueueSessions {
    let client: Client
    private let sessions: ResidentSessions
    /// The semantic tokens that were last sent to the client.
    var tokens: [DocumentURI: (name: String, data: [Int])] = [:]
    private let messages: ClientMessages

    init(_ host: ServerHost, _ client: Client) {
        self.client = client
        messages = ClientMessages(client)
        sessions = ResidentSessions(host.environment, messages: messages, now: host.now)
    }

    /// Returns the session on a vault, which is opened first if necessary.
    ///
    /// - Parameter refreshing: as of `ResidentSessions.session`.
    /// - Throws: `ResponseError` if the vault cannot be read.
    func session(
        on vault: Vault, hasProgress: Bool,
        refreshing: (VaultSession, _ refresh: () throws -> Void) throws -> Bool
    ) throws -> VaultSession {
        messages.hasProgress = hasProgress
        defer { messages.endProgress() }
        return try sessions.session(on: vault, refreshing: refreshing)
    }

    /// Returns the session on a vault without updating it, if there is one.
    func opened(_ vault: Vault) -> VaultSession? { sessions.opened(vault) }

    /// Discards the cached semantic tokens of all documents except the open ones.
    func discardTokens(except documents: [Document]) {
        let uris = Set(documents.map(\.uri))
        tokens = tokens.filter { uris.contains($0.key) }
    }
}

/// Forwards messages and progress to the client.
final class ClientMessages: MessageSink {
    private let client: Client
    private var progress: LanguageProtocol.Progress?
    var hasProgress = false

    private static let names = Mutex(0)

    init(_ client: Client) { self.client = client }

    func warn(_ message: String) { client.log("slip: \(message)", .warning) }

    func wait(_ message: String) { client.log("slip: \(message)", .info) }

    func progress(_ what: String, _ done: Int, of total: Int?) {
        guard hasProgress else { return }
        if progress == nil {
            let number = Self.names.withLock { number in
                number += 1
                return number
            }
            progress = LanguageProtocol.Progress.begin(client, "slip: \(what)", name: "slip-progress-\(number)")
        }
        progress?.report(
            "\(done)\(total.map { " of \($0)" } ?? "")", percentage: total.map { $0 == 0 ? 100 : done * 100 / $0 })
    }

    func endProgress() {
        progress?.end("done")
        progress = nil
    }
}
