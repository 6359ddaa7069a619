internal import CLinux
package import SourceText

/// The time zone of this process, as `TZ` or the system has it: the C library's, since FoundationEssentials knows none.
package enum LocalZone {
    /// Whether the system has another zone now than when `calendar` was made. The C library goes on with the old one.
    package static var hasChanged: Bool { source != first }
    private static let first = source

    package static let calendar: LocalCalendar = {
        // localtime_r need not read TZ by itself (POSIX, localtime).
        tzset()
        return LocalCalendar(source: first) { seconds in
            var time = time_t(seconds)
            var parts = unsafe tm()
            guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
            return unsafe Int64(parts.tm_gmtoff)
        }
    }()

    /// The value of `TZ` and the file it names, or the system's zone file, with its time of change.
    private static var source: String {
        let variable = ThisProcess.variable("TZ")
        var name = variable ?? "/etc/localtime"
        if name.hasPrefix(":") { name.removeFirst() }
        let path = Array((name.hasPrefix("/") ? name : "/usr/share/zoneinfo/\(name)").utf8)
        let changed = FileStatus.seen(path, follows: true)?.modified ?? 0
        let real = Files.realPath(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return "\(variable ?? "") \(real) \(changed)"
    }

    /// The moment now, to the microsecond.
    package static func now() -> Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Moment(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
