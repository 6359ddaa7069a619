import Searching
import SourceText
import System
import VaultFiles

/// A call of a tool, with all that its result depends on.
struct ToolCall {
    let arguments: JSONValue
    let client: RequestClient
    let running: RunningCall
    let worker: AgentWorker

    var options: AgentOptions { worker.options }
    /// The name under which the call's changes are recorded.
    var changeClient: ChangeClient { ChangeClient(options.clientName ?? client.name, session: options.session) }

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
        return try read(session, body)
    }

    /// Runs `body` on an open vault. The client can cancel it.
    func read<Value>(_ session: VaultSession, _ body: (VaultSnapshot) throws -> Value) throws -> Value {
        try session.read { snapshot in
            try running.interruption.during([snapshot]) {
                // A request that is cancelled earlier has interrupted nothing.
                try running.check()
                return try body(snapshot)
            }
        }
    }

    /// The names of the vaults that the call uses: the one it names, else all. Empty if there is only one vault.
    var vaultNames: [String] { arguments["vault"]?.text.map { [$0] } ?? worker.vaults.names }

    /// Opens the vaults that the call uses. One that cannot be opened is reported and left out.
    ///
    /// - Throws: the error of the first vault if none can be opened.
    func sessions() throws -> [(name: String?, session: VaultSession)] {
        if worker.vaults.names.isEmpty { return [(nil, try session())] }
        var sessions: [(name: String?, session: VaultSession)] = []
        var failure: (any Error)?
        for name in vaultNames {
            try running.check()
            do {
                sessions.append((name, try worker.session(on: worker.vaults.vault(name))))
            } catch {
                failure = failure ?? error
                if vaultNames.count > 1 { leaveOut(name, because: error) }
            }
        }
        if sessions.isEmpty, let failure { throw failure }
        return sessions
    }

    /// Reports that a vault of several cannot answer.
    func leaveOut(_ name: String, because error: any Error) {
        worker.messages.warn(VaultCollection.leftOut(name, because: error))
    }

    /// Runs `body` on the vaults that the call uses, or on a commit of one of them. The client can cancel it.
    func readAll<Value>(at revision: String?, _ body: (VaultCollection) throws -> Value) throws -> Value {
        let sessions: [(name: String?, session: VaultSession)]
        if let revision {
            guard vaultNames.count < 2 else {
                throw ToolError(
                    "'at' requires 'vault', the name of one vault", help: "\(vaultNames.joined(separator: ", "))")
            }
            let session = try VaultSession.at(
                revision, vault(), environment: worker.environment, messages: worker.messages)
            sessions = [(vaultNames.first, session)]
        } else {
            sessions = try self.sessions()
        }
        return try VaultCollection.read(sessions, names: worker.vaults.names) { collection in
            try running.interruption.during(collection.snapshots) {
                try running.check()
                return try body(collection)
            }
        }
    }

    /// Takes the lock on changes of a vault, and rolls back an interrupted change.
    ///
    /// - Parameter rescues: see `VaultWriter.settle`.
    /// - Throws: `VaultError` if another process holds the lock for five seconds.
    func writer(on vault: Vault, rescues: Bool = true) throws -> VaultWriter {
        let writer = try lock(vault)
        try writer.settle(rescues: rescues) { worker.messages.warn($0) }
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
