import Indexing
import JSONRPC
import Searching
import SourceText
import Synchronization
import System
import VaultFiles

/// A thread that answers one kind of request, in order. It has its own sessions on the vaults, so that no request waits
/// for one of another kind.
typealias RequestQueue = WorkerQueue<QueueSessions>

extension WorkerQueue<QueueSessions> {
    convenience init(_ name: String, _ host: ServerHost, _ client: Client, givesWay: Bool = false) {
        self.init("slip.lsp.\(name)", givesWay: givesWay) { QueueSessions(host, client) }
    }

    /// Discards the cached semantic tokens of all documents except the open ones, after the waiting jobs.
    func discardTokens(except workspace: WorkspaceState) {
        add { sessions in
            sessions.discardTokens(except: workspace.documents.all)
            ThisProcess.giveMemoryBack()
        }
    }
}

/// The sessions of one queue on the vaults, used only by its thread.
final class QueueSessions {
    let client: Client
    private let sessions: ResidentSessions
    /// The semantic tokens that were last sent to the client.
    var tokens: [DocumentURI: (name: String, data: [Int])] = [:]
    private let messages: ClientMessages
    private let host: ServerHost
    /// The current day.
    var today: CivilTime { host.environment.calendar.civil(host.now()).startOfDay }

    init(_ host: ServerHost, _ client: Client) {
        self.host = host
        self.client = client
        messages = ClientMessages(client)
        sessions = ResidentSessions(host.environment, messages: messages, reading: .inBackground, now: host.now)
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
    private var progress: JSONRPC.Progress?
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
            progress = JSONRPC.Progress.begin(client, "slip: \(what)", name: "slip-progress-\(number)")
        }
        progress?.report(
            "\(done)\(total.map { " of \($0)" } ?? "")", percentage: total.map { $0 == 0 ? 100 : done * 100 / $0 })
    }

    func endProgress() {
        progress?.end("done")
        progress = nil
    }
}
