internal import CLinux
package import SourceText

/// The time zone of this process, from `TZ` or the system. It comes from the C library because FoundationEssentials has
/// no time zones.
package enum LocalZone {
    /// Whether the system's time zone has changed since `calendar` was created. The C library keeps using the old one.
    package static var hasChanged: Bool { source != first }
    private static let first = source

    package static let calendar: LocalCalendar = {
        // localtime_r is not required to read TZ (POSIX, localtime).
        tzset()
        return LocalCalendar(source: first) { seconds in
            var time = time_t(seconds)
            var parts = unsafe tm()
            guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
            return unsafe Int64(parts.tm_gmtoff)
        }
    }()

    /// The value of `TZ`, and the real path and modification time of the time zone file.
    private static var source: String {
        let variable = ThisProcess.variable("TZ")
        var name = variable ?? "/etc/localtime"
        if name.hasPrefix(":") { name.removeFirst() }
        let path = Array((name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)").utf8)
        let changed = FileStatus.seen(path, follows: true)?.modified ?? 0
        let real = Files.realPath(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return "\(variable ?? "") \(real) \(changed)"
    }

    /// Returns the time in nanoseconds that a local file system records for a change now. It lags behind `now()`, by
    /// some milliseconds.
    package static func fileTime() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns the current time in microseconds.
    package static func now() -> Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Moment(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
