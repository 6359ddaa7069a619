package import SourceText

/// The date in a row of results: the day, and for today and yesterday also the time, as in mail programs.
package struct RowDate {
    private let day: CivilTime
    private let daysAgo: Int64

    package init(_ moment: Moment, now: Moment, _ calendar: LocalCalendar) {
        day = calendar.civil(moment)
        daysAgo = (calendar.civil(now).startOfDay.seconds - day.startOfDay.seconds) / 86_400
    }

    /// Midnight is not shown: a note that is dated only by day has it.
    private var showsTime: Bool { (daysAgo == 0 || daysAgo == 1) && day != day.startOfDay }

    /// `2024-03-28`, `2024-03-30 10:21`.
    package var text: String { showsTime ? "\(day.dayText) \(clock)" : day.dayText }

    /// `2024-03-28`, for today `     10:21`, for yesterday ` Fri 09:05`. Always ten columns, so that rows align.
    package var column: String {
        if !showsTime { return day.dayText }
        return daysAgo == 0 ? "     \(clock)" : " \(Self.weekdays[day.weekday]) \(clock)"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private var clock: Substring { day.clockText.prefix(5) }
}
