import Searching
import SourceText
import System
import VaultChanges
import VaultFiles

/// A call of a tool, with all that its result depends on.
struct ToolCall {
    let arguments: JSONValue
    let client: RequestClient
    let running: RunningCall
    let worker: AgentWorker

    var options: AgentOptions { worker.options }
    /// The name under which the call's changes are recorded.
    var changeClient: String { options.clientName ?? client.name }

    /// Returns the vault that the call names, or the only one.
    func vault() throws -> Vault { try worker.vaults.vault(arguments["vault"]?.text) }

    /// Returns the open session on the call's vault, with an index that is up to date with the files.
    func session() throws -> VaultSession { try worker.session(on: vault()) }

    /// Runs `body` on a vault, or on a commit of it. The client can cancel it.
    ///
    /// - Parameters:
    ///   - name: the name of the vault (default: the vault of the call).
    ///   - revision: a commit, or nil for the files.
    func read<Value>(
        in name: String? = nil, at revision: String? = nil, _ body: (VaultSnapshot) throws -> Value
    ) throws -> Value {
        let vault = try name.map { try worker.vaults.vault($0) } ?? vault()
        let session =
            try revision.map {
                try VaultSession.at($0, vault, environment: worker.environment, messages: worker.messages)
            } ?? worker.session(on: vault)
        return try session.read { snapshot in
            try running.interruption.during([snapshot]) {
                // A request that is cancelled earlier has interrupted nothing.
                try running.check()
                return try body(snapshot)
            }
        }
    }

    /// Takes the lock on changes of a vault, and rolls back an interrupted change.
    ///
    /// - Throws: `VaultError` if another process holds the lock for five seconds.
    func writer(on vault: Vault) throws -> VaultWriter {
        let writer = try lock(vault)
        try writer.settle { worker.messages.warn($0) }
        return writer
    }

    private func lock(_ vault: Vault) throws -> VaultWriter {
        let end = Waiting.now() + 5000
        while true {
            try running.check()
            do {
                return try VaultWriter(locking: vault, now: options.now(), client: changeClient, timeout: 100)
            } catch let error as VaultError where error.cause == .locked && Waiting.now() < end {
                continue
            }
        }
    }

    /// The warnings of the call so far.
    var warnings: [String] { worker.messages.warnings }
}
