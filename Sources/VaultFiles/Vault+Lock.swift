import SourceText
package import System

extension LockHolder {
    /// What a person is told who waits for a lock.
    package static func words(_ holder: LockHolder?, _ what: String = "another slip") -> String {
        guard let holder, holder.isStopped else { return "waiting for \(what) to finish" }
        return
            "waiting for \(what), which is stopped: process \(holder.process); fg or kill -CONT \(holder.process) lets it go on"
    }
}

extension Vault {
    /// A lock of `.slipbox`, for all users of the vault: who may write there may lock it.
    ///
    /// On a file system without locks (flock(2): ENOLCK) it is one of this user and machine, in the cache: that keeps apart
    /// the programs of one person, and nothing can those of two.
    ///
    /// - Parameters: as of `FileLock`.
    package func lock(
        _ name: String, waits: Bool = true, waiting: (LockHolder?) -> Void = { _ in }
    ) throws(SystemError) -> FileLock {
        do {
            return try FileLock(
                folder + [Byte.slash] + Array(name.utf8), sharedWith: FileStatus.seen(folder), waits: waits,
                waiting: waiting)
        } catch {
            guard error.lacksLocks, let cache = Environment.cacheDirectory(of: self) else { throw error }
            try Files.makeDirectories(cache, mode: 0o700)
            return try FileLock(cache + [Byte.slash] + Array(name.utf8), waits: waits, waiting: waiting)
        }
    }
}
