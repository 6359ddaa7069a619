import Indexing
import Searching
import SourceText
import System
import VaultFiles

/// What the thread that answers calls keeps between them: open sessions, and the watchers of their vaults.
final class AgentWorker {
    /// In milliseconds.
    private static let longRefresh: Int64 = 500

    let options: AgentOptions
    let vaults: AgentVaults
    let messages: AgentMessages
    private let sessions: ResidentSessions
    private let watch: VaultWatch?
    /// The configurations of the vaults when the server started, or when they were first used, by root.
    private var configurations: [[UInt8]: Configuration] = [:]

    init(_ options: AgentOptions, _ vaults: AgentVaults, messages: AgentMessages, watch: VaultWatch?) {
        self.options = options
        self.vaults = vaults
        self.messages = messages
        self.watch = watch
        sessions = ResidentSessions(options.environment, messages: messages, reading: .briefly, now: options.now)
        for vault in vaults.all { configurations[vault.root] = vault.configuration }
    }

    /// The environment with the current time.
    var environment: Environment {
        var environment = options.environment
        environment.now = options.now()
        return environment
    }

    /// Returns the open session on a vault, with an index that is up to date with the files.
    func session(on vault: Vault) throws -> VaultSession {
        watch?.follow(vault)
        if configurations[vault.root] == nil { configurations[vault.root] = vault.configuration }
        let start = Waiting.now()
        let session = try sessions.session(on: vault) { _, refresh in
            try refresh()
            return true
        }
        // Only an index that is built or changed a lot takes that long, and much memory.
        if Waiting.now() - start > Self.longRefresh { ThisProcess.giveMemoryBack() }
        return session
    }

    /// Updates the index after a change. If that fails, for example on a full disk, the change still stands, and the next
    /// call updates the index.
    func refreshAfterChange(_ session: VaultSession, of paths: Set<VaultPath>? = nil) {
        do {
            try session.refresh(at: options.now(), changed: paths)
        } catch {
            messages.warn("the change was made, but the index cannot be updated: \(ErrorReport(error).message)")
        }
    }

    /// Throws `ToolError` if the permission is limited to a query and the configuration has changed since the server
    /// started, because the query might mean something else now.
    func checkConfiguration(of vault: Vault) throws {
        let hasQuery = [options.permission, options.proposals].contains { if case .query = $0 { true } else { false } }
        guard hasQuery, let first = configurations[vault.root],
            !first.isSame(as: vault.configuration)
        else { return }
        throw ToolError(
            "the configuration of the vault has changed since the server started; nothing was changed",
            help: "ask the user to restart the server")
    }
}
