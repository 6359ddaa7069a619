import SourceText
package import System

extension LockHolder {
    /// Returns the message for a user who waits for a lock.
    package static func words(_ holder: LockHolder?, _ what: String = "another slip process") -> String {
        guard let holder, holder.isStopped else { return "waiting for \(what) to finish" }
        return
            "waiting for \(what) (process \(holder.process)), which is suspended; to resume it: fg or kill -CONT \(holder.process)"
    }
}

extension Vault {
    /// Takes an exclusive lock in `.slipbox`. It works between all users who may write there.
    ///
    /// On a file system without locks (flock(2): ENOLCK), the lock file is in the cache of this user and machine. It
    /// then keeps apart only the processes of one user.
    ///
    /// - Parameters:
    ///   - name: the name of the lock file.
    ///   - waits: as of `FileLock`.
    ///   - waiting: as of `FileLock`.
    package func lock(
        _ name: String, shared: Bool = false, waits: Bool = true, timeout: Int64? = nil,
        waiting: (LockHolder?) -> Void = { _ in }
    ) throws(SystemError) -> FileLock {
        do {
            return try FileLock(
                folder + [Byte.slash] + Array(name.utf8), shared: shared, sharedWith: FileStatus.seen(folder),
                waits: waits, timeout: timeout, waiting: waiting)
        } catch {
            guard error.lacksLocks, let cache = Environment.cacheDirectory(of: self) else { throw error }
            try Files.makeDirectories(cache, mode: 0o700)
            return try FileLock(
                cache + [Byte.slash] + Array(name.utf8), shared: shared, waits: waits, timeout: timeout,
                waiting: waiting)
        }
    }
}
