package import SourceText

/// A rule by which a task recurs: `every 2 weeks on Monday, Thursday`, `every month on the last Friday when done`.
package struct RecurrenceRule: Hashable, Sendable {
    /// A day of a month.
    package enum MonthDay: Hashable, Sendable {
        /// `on the 15th` is 15, `on the 2nd last` is -2.
        case day(Int)
        /// `on the last Friday` is -1 and 4.
        case weekday(Int, weekday: Int)
    }

    package enum Unit: Hashable, Sendable {
        case days
        /// The days from Monday to Friday.
        case weekdays
        /// Weeks from Monday, on the weekday of the date or on weekdays, where Monday is 0.
        case weeks([Int])
        /// On the day of the date or on days of the month.
        case months([MonthDay])
        case years
        /// Months of each year, counted from 1.
        case namedMonths([Int], [MonthDay])
    }

    package var unit: Unit
    package var count: Int
    /// Whether the next date is counted from the day of completion rather than from the present date.
    package var isWhenDone: Bool

    /// Returns the first date of the rule after `date`, which is a date of it. Nil if there is none before year 10000.
    package func next(after date: CivilTime) -> CivilTime? {
        let date = date.startOfDay
        let found: CivilTime?
        switch unit {
        case .days: found = date.adding(days: count)
        case .weekdays: found = weekday(after: date)
        case .weeks(let days): found = week(after: date, on: days)
        case .months(let days) where days.isEmpty: found = date.adding(months: count)
        case .years: found = date.adding(months: count * 12)
        case .months(let days):
            found = first(after: date, on: days, months: (0..<Self.mostSteps).lazy.map { $0 * self.count })
        case .namedMonths(let months, let days):
            let steps = (0..<Self.mostSteps).lazy.filter { months.contains((date.month - 1 + $0) % 12 + 1) }
            if days.isEmpty {
                found = steps.dropFirst(months.contains(date.month) ? 1 : 0).first.map { date.adding(months: $0) }
            } else {
                found = first(after: date, on: days, months: steps)
            }
        }
        return found.flatMap { (0...9999).contains($0.year) ? $0 : nil }
    }

    /// The largest number of months to try. The calendar repeats after 4800 months.
    private static let mostSteps = 4800

    private func weekday(after date: CivilTime) -> CivilTime {
        var day = date
        var rest = count
        // Five weekdays are a week, from any day.
        if rest > 5 {
            day = day.adding(days: (rest - 1) / 5 * 7)
            rest -= (rest - 1) / 5 * 5
        }
        while rest > 0 {
            day = day.adding(days: 1)
            if day.weekday < 5 { rest -= 1 }
        }
        return day
    }

    private func week(after date: CivilTime, on days: [Int]) -> CivilTime? {
        guard let first = days.min() else { return date.adding(days: count * 7) }
        let monday = date.adding(days: -date.weekday)
        if let later = days.filter({ $0 > date.weekday }).min() { return monday.adding(days: later) }
        return monday.adding(days: count * 7 + first)
    }

    /// Returns the first of some days after `date` in the months that are `months` after its month.
    private func first(
        after date: CivilTime, on days: [MonthDay], months: some Sequence<Int>
    ) -> CivilTime? {
        let start = CivilTime(year: date.year, month: date.month, day: 1)
        for step in months {
            let month = start.adding(months: step)
            if month.year > 9999 { return nil }
            if let day = days.compactMap({ $0.date(in: month) }).filter({ $0 > date }).min() { return day }
        }
        return nil
    }
}

extension RecurrenceRule.MonthDay {
    /// Returns the day in the month that starts at `month`, or nil if the month lacks it.
    func date(in month: CivilTime) -> CivilTime? {
        let length = CivilTime.daysIn(month: month.month, year: month.year)
        let day: Int
        switch self {
        case .day(let number): day = number > 0 ? number : length + 1 + number
        case .weekday(let number, let weekday):
            let first = (weekday - month.weekday + 7) % 7 + 1
            let last = first + (length - first) / 7 * 7
            day = number > 0 ? first + (number - 1) * 7 : last + (number + 1) * 7
        }
        return (1...length).contains(day) ? month.adding(days: day - 1) : nil
    }
}
