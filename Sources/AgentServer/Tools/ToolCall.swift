import Indexing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// A call of a tool, with all that its result depends on.
struct ToolCall {
    let arguments: JSONValue
    let client: RequestClient
    let running: RunningCall
    let worker: AgentWorker

    var host: AgentEnvironment { worker.host }

    /// Returns the vault that the call names, or the only one.
    func vault() throws -> Vault { try worker.vaults.vault(arguments["vault"]?.text) }

    /// Returns the open session on the call's vault, with an index that is up to date with the files.
    func session() throws -> VaultSession { try worker.session(on: vault()) }

    /// Runs `body` on the vault of the call, or on a commit of it. The client can cancel it.
    ///
    /// - Parameter revision: a commit, or nil for the files.
    func read<Value>(at revision: String? = nil, _ body: (VaultSnapshot) throws -> Value) throws -> Value {
        try running.cancellation.check()
        let session =
            try revision.map {
                try VaultSession.at($0, vault(), environment: worker.environment, messages: worker.messages)
            } ?? session()
        return try session.read { snapshot in try running.interruption.during(snapshot) { try body(snapshot) } }
    }

    /// The warnings of the call so far.
    var warnings: [String] { worker.messages.warnings }
}

/// A request that is being answered, as another thread can cancel it.
struct RunningCall: Sendable {
    let cancellation = Cancellation()
    let interruption = Interruption()

    /// The error that ends a cancelled call. It is not sent.
    static let cancelled = ResponseError(.internalError, "the call was cancelled")

    func cancel() {
        cancellation.cancel(Self.cancelled)
        interruption.interrupt()
    }
}

/// What the thread that answers calls keeps between them: open sessions, and the watchers of their vaults.
final class AgentWorker {
    let host: AgentEnvironment
    let vaults: AgentVaults
    let messages: AgentMessages
    private let sessions: ResidentSessions
    private let watch: VaultWatch?

    init(_ host: AgentEnvironment, _ vaults: AgentVaults, messages: AgentMessages, watch: VaultWatch?) {
        self.host = host
        self.vaults = vaults
        self.messages = messages
        self.watch = watch
        sessions = ResidentSessions(host.environment, messages: messages, now: host.now)
    }

    /// The environment with the current time.
    var environment: Environment {
        var environment = host.environment
        environment.now = host.now()
        return environment
    }

    /// Returns the open session on a vault, with an index that is up to date with the files.
    func session(on vault: Vault) throws -> VaultSession {
        watch?.follow(vault)
        return try sessions.session(on: vault) { _, refresh in
            try refresh()
            return true
        }
    }
}
