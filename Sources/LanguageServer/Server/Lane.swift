import Dispatch
import Indexing
import LanguageProtocol
import Searching
import SourceText
import Synchronization
import System
import VaultFiles

/// A thread that answers one kind of request after the other, with sessions of its own on the vaults, so that no answer
/// waits for one of another kind.
final class Lane: Sendable {
    typealias Job = @Sendable (LaneSessions) -> Void

    private struct State {
        var jobs: [Job] = []
        /// What is done a piece at a time while nothing waits, until it says that it is done.
        var preparations: [@Sendable (LaneSessions) -> Bool] = []
        var isOver = false
        var isBusy = false
    }

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter givesWay: whether a person waits rather for what other lanes answer.
    init(_ name: String, _ world: ServerWorld, _ client: Client, givesWay: Bool = false) {
        Worker.start("slip.lsp.\(name)") {
            let sessions = LaneSessions(world, client)
            var hasBegun = false
            while let job = self.next() {
                job(sessions)
                // Its first look at the vault is what all wait for.
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

    private func nextPreparation() -> (@Sendable (LaneSessions) -> Bool)? {
        state.withLock { $0.jobs.isEmpty && !$0.isOver ? $0.preparations.last : nil }
    }

    /// Has something done a piece at a time once something was asked and nothing waits.
    ///
    /// - Parameter piece: does one; true where that was the last.
    func prepare(_ piece: @escaping @Sendable (LaneSessions) -> Bool) {
        state.withLock { $0.preparations.insert(piece, at: 0) }
    }

    /// Has what is prepared begin, though nothing was asked yet.
    func wake() {
        if state.withLock({ !$0.preparations.isEmpty && $0.jobs.isEmpty && !$0.isBusy }) { add { _ in } }
    }

    func add(_ job: @escaping Job) {
        state.withLock { $0.jobs.append(job) }
        ready.signal()
    }

    /// Has the sessions let go of what is open no more.
    func forget(_ snapshot: Snapshot) {
        add { sessions in
            sessions.forget(snapshot.documents.all)
            ThisProcess.giveMemoryBack()
        }
    }

    /// Whether nothing is done and nothing waits.
    var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isBusy } }

    /// Answers what is waiting, and ends.
    func end() {
        state.withLock { $0.isOver = true }
        ready.signal()
        ended.wait()
    }
}

/// The vaults as one lane has them open.
final class LaneSessions {
    let world: ServerWorld
    let client: Client
    private var sessions: [[UInt8]: VaultSession] = [:]
    /// The semantic tokens that a client was given last.
    var tokens: [DocumentURI: (name: String, data: [Int])] = [:]
    private let messages: LaneMessages

    init(_ world: ServerWorld, _ client: Client) {
        self.world = world
        self.client = client
        messages = LaneMessages(client)
    }

    /// The session on a vault, up to date with the disk, with the open documents in the place of their files.
    ///
    /// - Parameter refreshing: brings the session up to date by what it is given, or answers that it stays as it is.
    /// - Throws: `ResponseError` where the vault cannot be read.
    func session(
        on vault: Vault, _ documents: [Document], hasProgress: Bool,
        refreshing: (VaultSession, _ refresh: () throws -> Void) throws -> Bool
    ) throws -> VaultSession {
        messages.hasProgress = hasProgress
        let open = OpenNotes(documents.lazy.filter { $0.vault?.root == vault.root && !$0.isConfiguration }.map(\.note))
        let session: VaultSession
        if let known = sessions[vault.root], known.vault.configuration.isSame(as: vault.configuration) {
            session = known
        } else {
            defer { messages.endProgress() }
            session = try VaultSession(vault, world.environment, messages: messages, syncs: false)
            sessions[vault.root] = session
        }
        defer { messages.endProgress() }
        for root in sessions.keys where root != vault.root && !Vault.isVault(root) { sessions[root] = nil }
        if try !refreshing(session, { try session.refresh(at: world.now()) }) {
            // What another look found is in the index that is there now.
            if session.hasMoved { try session.refresh(at: world.now()) } else { try session.stay(at: world.now()) }
        }
        session.openNotes = open
        return session
    }

    /// The session on a vault as it is, where there is one.
    func opened(_ vault: Vault) -> VaultSession? { sessions[vault.root] }

    /// Lets go of what is open no more.
    func forget(_ documents: [Document]) {
        for (root, session) in sessions {
            session.openNotes = OpenNotes(
                documents.lazy.filter { $0.vault?.root == root && !$0.isConfiguration }.map(\.note))
        }
        let uris = Set(documents.map(\.uri))
        tokens = tokens.filter { uris.contains($0.key) }
    }
}

/// Hands on what is to be told of work that goes on.
final class LaneMessages: MessageSink {
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
