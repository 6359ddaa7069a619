internal import CLinux
package import SourceText

/// The time zone of this process, as `TZ` or the system has it: the C library's, since FoundationEssentials knows none.
package enum LocalZone {
    package static let calendar: LocalCalendar = {
        // localtime_r need not read TZ by itself (POSIX, localtime).
        tzset()
        return LocalCalendar { seconds in
            var time = time_t(seconds)
            var parts = unsafe tm()
            guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
            return unsafe Int64(parts.tm_gmtoff)
        }
    }()

    /// The moment now, to the microsecond.
    package static func now() -> Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Moment(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
