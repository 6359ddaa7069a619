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
    ///   - folder: whoever may write into it may have the lock as well, if it is given.
    package init(
        _ path: [UInt8], shared: Bool = false, sharedWith folder: FileStatus? = nil, waits: Bool = true,
        waiting: (LockHolder?) -> Void = { _ in }
    ) throws(SystemError) {
        let writers = (folder?.mode ?? 0) & 0o022
        let mode = 0o600 | writers | writers << 1
        descriptor = path.withCPath { unsafe slip_open($0, O_RDWR | O_CREAT | O_NOFOLLOW, mode_t(mode)) }
        guard descriptor >= 0 else { throw SystemError("lock", path) }
        if let folder, writers != 0, let status = try? FileStatus(descriptor: descriptor, path: path),
            // Not one that somebody linked or put there: the lock's is an empty file of its own.
            status.kind == .regular, status.links == 1, status.size == 0, status.owner == ThisProcess.user,
            status.mode & 0o777 != mode || status.group != folder.group
        {
            // Where that is not allowed the others are told that they cannot have it.
            _ = fchown(descriptor, status.owner, folder.group)
            _ = fchmod(descriptor, mode_t(mode))
        }
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
        for _ in 0..<100 {
            usleep(10_000)
            if flock(descriptor, kind | LOCK_NB) == 0 { return }
        }
        waiting(LockHolder(descriptor: descriptor, path: path))
        while flock(descriptor, kind) != 0 {
            if slip_errno() == EINTR { continue }
            let error = SystemError("lock", path)
            release()
            throw error
        }
    }

    package func release() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    deinit { release() }
}
