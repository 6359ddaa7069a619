internal import CLinux

/// Waiting for descriptors with poll(2), and the monotonic clock.
package enum Waiting {
    /// Waits until one of `descriptors` has input or an error.
    ///
    /// - Parameters:
    ///   - writable: an additional descriptor to wait for until it accepts output.
    ///   - mounts: a mount table whose changes end the wait too.
    ///   - milliseconds: the timeout, or nil for none.
    /// - Returns: the descriptors that are ready. None after the timeout or a signal.
    package static func ready(
        _ descriptors: [Int32], writable: Int32? = nil, mounts: MountTable? = nil, milliseconds: Int?
    ) -> [Int32] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if let writable { entries.append(pollfd(fd: writable, events: Int16(POLLOUT), revents: 0)) }
        // The file is always readable, and a change is reported as a priority event: proc_pid_mounts(5).
        if let mounts { entries.append(pollfd(fd: mounts.descriptor, events: Int16(POLLPRI), revents: 0)) }
        let count = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds ?? -1))
        return count <= 0 ? [] : entries.filter { $0.revents != 0 }.map(\.fd)
    }

    /// Waits until a descriptor has input or an error. Returns false if another one has before.
    package static func hasInput(_ descriptor: Int32, before other: Int32) -> Bool {
        while true {
            let found = ready([descriptor, other], milliseconds: nil)
            if found.contains(other) { return false }
            if found.contains(descriptor) { return true }
        }
    }

    /// Waits until one of `reading` has input, one of `writing` accepts output, or one of both has an error.
    ///
    /// - Returns: the descriptors that are ready. None after the timeout or a signal.
    package static func events(
        reading: [Int32], writing: [Int32], milliseconds: Int
    ) -> (readable: Set<Int32>, writable: Set<Int32>) {
        var entries =
            reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
        let count = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
        if count <= 0 { return ([], []) }
        return (
            Set(entries[..<reading.count].filter { $0.revents != 0 }.map(\.fd)),
            Set(entries[reading.count...].filter { $0.revents != 0 }.map(\.fd))
        )
    }

    /// Whether the other end of a pipe or socket is closed, even if some input is left.
    package static func isClosed(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP | POLLERR) != 0
    }

    /// Returns the monotonic time in milliseconds, which does not change when the clock is set.
    package static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
