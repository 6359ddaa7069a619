import QueryLanguage
package import SourceText

/// The date in a row of results: the day, and for today and yesterday the time too, as in mail programs.
package struct RowDate {
    private let day: CivilTime
    private let daysAgo: Int64

    package init(_ moment: Moment, now: Moment, _ calendar: LocalCalendar) {
        day = calendar.civil(moment)
        daysAgo = (calendar.civil(now).startOfDay.seconds - day.startOfDay.seconds) / 86_400
    }

    /// A note dated by a day alone has midnight, which says nothing.
    private var showsTime: Bool { (daysAgo == 0 || daysAgo == 1) && day != day.startOfDay }

    /// `2024-03-28`, `2024-03-30 10:21`.
    package var text: String { showsTime ? "\(day.dayText) \(clock)" : day.dayText }

    /// `2024-03-28`, of today `     10:21`, of yesterday ` Fri 09:05`: ten columns each, so that rows line up.
    package var column: String {
        if !showsTime { return day.dayText }
        return daysAgo == 0 ? "     \(clock)" : " \(Self.weekdays[DayWords.weekdayOf(day)]) \(clock)"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private var clock: Substring { day.clockText.prefix(5) }
}
