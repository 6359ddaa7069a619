package import System

/// A mark that shows whether `slip` has started or finished a change since.
///
/// A scan during a change may see some of its steps and not others. Each change renames its record into and out of
/// `.slipbox/tmp`, so the status of this folder tells two moments apart. A mark costs one status call. The changes of
/// other users of a shared vault are not noticed, because their folders are private.
package struct ChangeMark {
    private let vault: Vault
    private let status: FileStatus?

    package init(_ vault: Vault) {
        self.vault = vault
        status = Self.status(vault)
    }

    private static func status(_ vault: Vault) -> FileStatus? {
        // If it cannot be read, no change of this user can be in progress.
        FileStatus.seen(vault.fullPath(vault.ownPath) + Array("/tmp".utf8))
    }

    /// Whether no change has started or finished since the mark, and none is in progress now.
    package var isValid: Bool { status == Self.status(vault) && !Self.isChanging(vault) }

    /// Whether a process is making the steps of a change now. An interrupted change does not count, nor does a process
    /// that only plans a change, which may wait for its user.
    package static func isChanging(_ vault: Vault) -> Bool {
        guard hasUnfinished(vault) else { return false }
        do {
            try vault.lock(VaultWriter.lockName, shared: true, waits: false).release()
            return false
        } catch {
            return error.isLocked
        }
    }

    private static func hasUnfinished(_ vault: Vault) -> Bool {
        guard let status = status(vault), status.kind == .directory else { return false }
        return (try? ChangeStore(vault).hasUnfinished()) ?? false
    }

    /// Waits at most two seconds for a change in progress. Then no change can start until the lock is released.
    ///
    /// - Parameter waiting: called with the process that holds the lock, if known, each time the lock is not free.
    /// - Returns: nil if the lock cannot be taken, although no change is in progress.
    /// - Throws: `SystemError` if the change takes longer.
    package static func lock(
        _ vault: Vault, waiting: (LockHolder?) -> Void
    ) throws(SystemError) -> FileLock? {
        let end = Waiting.now() + 2000
        while true {
            do throws(SystemError) {
                return try vault.lock(VaultWriter.lockName, shared: true, timeout: 20, waiting: waiting)
            } catch {
                guard error.isLocked, hasUnfinished(vault) else { return nil }
                if Waiting.now() >= end { throw error }
            }
        }
    }
}
