internal import CLinux

/// Waiting for descriptors: poll(2).
package enum Waiting {
    /// Waits until one of `descriptors` has something to read or an error.
    ///
    /// - Parameters:
    ///   - writable: one that is waited for until it takes what is written to it.
    ///   - mounts: to be woken by what is mounted and unmounted as well.
    ///   - milliseconds: how long at most; nil for as long as it takes.
    /// - Returns: those that have; none where the time is over or a signal came.
    package static func ready(
        _ descriptors: [Int32], writable: Int32? = nil, mounts: MountTable? = nil, milliseconds: Int?
    ) -> [Int32] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let writable { entries.append(pollfd(fd: writable, events: Int16(POLLOUT), revents: 0)) }
        // Always readable; a change is a priority: proc_pid_mounts(5).
        if let mounts { entries.append(pollfd(fd: mounts.descriptor, events: Int16(POLLPRI), revents: 0)) }
        let count = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds ?? -1))
        return count <= 0 ? [] : entries.filter { $0.revents != 0 }.map(\.fd)
    }

    /// Milliseconds since some moment, which no setting of the clock changes.
    package static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
