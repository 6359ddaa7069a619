package import SourceText
package import VaultFiles

/// The sessions of a server on its vaults, which stay open between requests. Only one thread may use them.
package final class ResidentSessions {
    private var sessions: [[UInt8]: VaultSession] = [:]
    private let environment: Environment
    private let messages: any MessageSink
    private let reading: AttachmentReading
    private let now: @Sendable () -> Moment

    /// - Parameters:
    ///   - messages: the receiver of the messages of all sessions.
    ///   - reading: how far queries read attachments first.
    ///   - now: returns the current time.
    package init(
        _ environment: Environment, messages: any MessageSink, reading: AttachmentReading,
        now: @escaping @Sendable () -> Moment
    ) {
        self.environment = environment
        self.reading = reading
        self.messages = messages
        self.now = now
    }

    /// Returns the session on a vault, opened first if there is none or if the configuration has changed. Sessions on
    /// vaults that no longer exist are closed.
    ///
    /// - Parameter refreshing: decides whether the index is compared with the files: calls `refresh` and returns true,
    ///   or returns false to skip that.
    package func session(
        on vault: Vault, refreshing: (VaultSession, _ refresh: () throws -> Void) throws -> Bool
    ) throws -> VaultSession {
        let session: VaultSession
        if let known = sessions[vault.root], known.vault.configuration.isSame(as: vault.configuration) {
            session = known
        } else {
            session = try VaultSession(vault, environment, messages: messages, syncs: false, reading: reading)
            sessions[vault.root] = session
        }
        for root in sessions.keys where root != vault.root && !Vault.isVault(root) { sessions[root] = nil }
        if try !refreshing(session, { try session.refresh(at: now()) }) {
            // A rebuilt index must be opened again. Otherwise the index has the results of scans by other sessions.
            if session.isReplaced { try session.refresh(at: now()) } else { try session.reuse(at: now()) }
        }
        return session
    }

    /// Returns the session on a vault without updating it, if there is one.
    package func opened(_ vault: Vault) -> VaultSession? { sessions[vault.root] }
}
