internal import CLinux

/// Waiting for descriptors: poll(2).
package enum Waiting {
    /// Waits until one of `descriptors` has something to read, an error or, where the system says so of a file in
    /// /proc, a change.
    ///
    /// - Parameter milliseconds: how long at most; nil for as long as it takes.
    /// - Returns: those that have; none where the time is over or a signal came.
    package static func ready(_ descriptors: [Int32], milliseconds: Int?) -> [Int32] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds ?? -1))
        return count <= 0 ? [] : entries.filter { $0.revents != 0 }.map(\.fd)
    }

    /// The same for files that are always readable and tell changes apart from that.
    static func hasPriority(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }

    /// Milliseconds since some moment, which no setting of the clock changes.
    package static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
