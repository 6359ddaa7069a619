internal import CLinux

/// A lock between processes, on a file of its own: `flock(2)`. Let go when it is released or goes, however the process
/// ends.
package final class FileLock {
    private var descriptor: Int32

    /// Waits for the lock on `path`, which is made readable by its owner alone where it is missing.
    ///
    /// - Parameters:
    ///   - shared: several may hold it at once, but none together with one that is not shared.
    ///   - waiting: called once, if another process holds the lock for more than a second; with who that is, where the
    ///     system tells.
    ///   - waits: false to fail with `EWOULDBLOCK` rather than wait.
    ///   - patience: how long to wait, in milliseconds, before failing with `EWOULDBLOCK` (default: without end). `waiting` is
    ///     called right before that.
    ///   - folder: whoever may write into it may have the lock as well, if it is given.
    package init(
        _ path: [UInt8], shared: Bool = false, sharedWith folder: FileStatus? = nil, waits: Bool = true,
        patience: Int64? = nil, waiting: (LockHolder?) -> Void = { _ in }
    ) throws(SystemError) {
        let writers = (folder?.mode ?? 0) & 0o022
        let mode = 0o600 | writers | writers << 1
        descriptor = path.withCPath { unsafe slip_open($0, O_RDWR | O_CREAT | O_NOFOLLOW, mode_t(mode)) }
        guard descriptor >= 0 else { throw SystemError("lock", path) }
        if let folder { share(path, like: folder, mode: mode_t(mode)) }
        let kind = shared ? LOCK_SH : LOCK_EX
        if flock(descriptor, kind | LOCK_NB) == 0 { return }
        if !waits {
            let error = SystemError("lock", path)
            release()
            throw error
        }
        // Nobody else has it: there are none.
        let refused = SystemError("lock", path)
        if refused.lacksLocks {
            release()
            throw refused
        }
        // What is over in a moment is not worth a word: a reader in a pipe, say, that still brings the index up to date.
        for _ in 0..<(patience ?? 1000) / 10 {
            usleep(10_000)
            if flock(descriptor, kind | LOCK_NB) == 0 { return }
        }
        waiting(LockHolder(descriptor: descriptor, path: path))
        if patience != nil {
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

    /// Gives the lock file to those who may write into `folder`: to its owner, where root made it, and to its group.
    private func share(_ path: [UInt8], like folder: FileStatus, mode: mode_t) {
        guard let status = try? FileStatus(descriptor: descriptor, path: path),
            // Not one that somebody linked or put there: the lock's is an empty file of its own.
            status.kind == .regular, status.links == 1, status.size == 0, status.owner == ThisProcess.user
        else { return }
        let owner = status.owner == 0 ? folder.owner : status.owner
        let isShared = mode & 0o077 != 0 && (status.mode & 0o777 != UInt32(mode) || status.group != folder.group)
        guard isShared || status.owner != owner else { return }
        // Where that is not allowed the others are told that they cannot have it.
        _ = fchown(descriptor, owner, folder.group)
        _ = fchmod(descriptor, mode)
    }

    package func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    deinit { release() }
}
