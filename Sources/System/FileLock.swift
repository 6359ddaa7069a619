internal import CLinux

/// A lock between processes on a dedicated file: `flock(2)`. It is released by `release`, on deinitialization, and when
/// the process ends. Two locks of one process exclude each other as those of two processes do.
package final class FileLock {
    private var descriptor: Int32
    private let path: [UInt8]

    /// Waits for the lock on `path`. A missing lock file is created, readable by its owner only.
    ///
    /// - Parameters:
    ///   - shared: whether several processes may hold the lock at once, while none holds it exclusively.
    ///   - folder: the status of a directory. All users who may write to it may take the lock (default: only the owner).
    ///   - waits: false to fail with `EWOULDBLOCK` instead of waiting.
    ///   - timeout: how long to wait, in milliseconds, before failing with `EWOULDBLOCK` (default: forever). `waiting`
    ///     is called right before that.
    ///   - waiting: called once, with the process that holds the lock if known, after one second or `timeout`.
    /// - Throws: `SystemError`, with `lacksLocks` if the file system supports no locks.
    package init(
        _ path: [UInt8], shared: Bool = false, sharedWith folder: FileStatus? = nil, waits: Bool = true,
        timeout: Int64? = nil, waiting: (LockHolder?) -> Void = { _ in }
    ) throws(SystemError) {
        self.path = path
        let writers = (folder?.mode ?? 0) & 0o022
        let mode = 0o600 | writers | writers << 1
        descriptor = try Files.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: mode, to: "lock")
        if let folder { share(path, like: folder, mode: mode_t(mode)) }
        let kind = shared ? LOCK_SH : LOCK_EX
        if flock(descriptor, kind | LOCK_NB) == 0 { return }
        if !waits {
            let error = SystemError("lock", path)
            release()
            throw error
        }
        // No process holds the lock: the file system does not support locks.
        let refused = SystemError("lock", path)
        if refused.lacksLocks {
            release()
            throw refused
        }
        // Short waits are not worth a message: for example, another command in a pipe may still be updating the index.
        for _ in 0..<(timeout ?? 1000) / 10 {
            usleep(10_000)
            if flock(descriptor, kind | LOCK_NB) == 0 { return }
        }
        waiting(LockHolder(descriptor: descriptor, path: path))
        if timeout != nil {
            release()
            throw refused
        }
        while flock(descriptor, kind) != 0 {
            if slip_errno() == EINTR { continue }
            let error = SystemError("lock", path)
            release()
            throw error
        }
    }

    /// Gives the lock file the mode and group of `folder`, and its owner if root created it, so that its writers can
    /// lock.
    private func share(_ path: [UInt8], like folder: FileStatus, mode: mode_t) {
        guard let status = try? FileStatus(descriptor: descriptor, path: path),
            // Another user may have put a link or file here. A genuine lock file is empty and has one link.
            status.kind == .regular, status.links == 1, status.size == 0, status.owner == ThisProcess.user
        else { return }
        let owner = status.owner == 0 ? folder.owner : status.owner
        let isShared = mode & 0o077 != 0 && (status.mode & 0o777 != UInt32(mode) || status.group != folder.group)
        guard isShared || status.owner != owner else { return }
        // If this is not permitted, the other users get an error when they take the lock.
        _ = fchown(descriptor, owner, folder.group)
        _ = fchmod(descriptor, mode)
    }

    /// Returns whether the lock file still has its name. If it was removed, another process can take the lock on a new
    /// file. Throws if this is unknown: to lock the same file once more would wait for itself.
    package func isInPlace() throws(SystemError) -> Bool {
        let own = try FileStatus(descriptor: descriptor, path: path)
        guard let named = try FileStatus.ifThere(path) else { return false }
        return own.inode == named.inode && own.device == named.device
    }

    package func release() {
        guard descriptor >= 0 else { return }
        // Closing is not enough: a process that another thread is starting shares the lock until it calls execve(2).
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
        descriptor = -1
    }

    deinit { release() }
}
