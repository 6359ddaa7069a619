package import SourceText

extension RecurrenceRule {
    /// Returns the rule as `RRULE` of RFC 5545 (3.3.10) for a task with a date, or nil if none has exactly the same
    /// dates: the first date must be one of the rule, and a month without the day is skipped there.
    package func calendarRule(from date: CivilTime) -> String? {
        if isWhenDone { return nil }
        let interval = count > 1 ? ";INTERVAL=\(count)" : ""
        switch unit {
        case .days: return "FREQ=DAILY\(interval)"
        case .weekdays: return count == 1 && date.weekday < 5 ? "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" : nil
        case .weeks(let days):
            if days.isEmpty { return "FREQ=WEEKLY\(interval)" }
            let names = days.map { Self.dayCodes[$0] }.joined(separator: ",")
            return days.contains(date.weekday) ? "FREQ=WEEKLY\(interval);BYDAY=\(names)" : nil
        case .years: return date.month == 2 && date.day == 29 ? nil : "FREQ=YEARLY\(interval)"
        case .months(let days):
            if days.isEmpty { return date.day <= 28 ? "FREQ=MONTHLY\(interval)" : nil }
            return part(for: days, from: date).map { "FREQ=MONTHLY\(interval);\($0)" }
        case .namedMonths(let months, let days):
            guard months.contains(date.month) else { return nil }
            let names = Set(months).sorted().map(String.init).joined(separator: ",")
            if days.isEmpty { return date.day <= 28 ? "FREQ=YEARLY;BYMONTH=\(names);BYMONTHDAY=\(date.day)" : nil }
            return part(for: days, from: date).map { "FREQ=YEARLY;BYMONTH=\(names);\($0)" }
        }
    }

    private static let dayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Returns `BYMONTHDAY` or `BYDAY` for days of the month. Nil for a mixture, which means days that are both.
    private func part(for days: [MonthDay], from date: CivilTime) -> String? {
        let month = CivilTime(year: date.year, month: date.month, day: 1)
        guard days.contains(where: { $0.date(in: month) == date.startOfDay }) else { return nil }
        var numbers: [String] = []
        var weekdays: [String] = []
        for day in days {
            switch day {
            case .day(let number): numbers.append("\(number)")
            case .weekday(let number, let weekday): weekdays.append("\(number)\(Self.dayCodes[weekday])")
            }
        }
        if numbers.isEmpty { return "BYDAY=\(weekdays.joined(separator: ","))" }
        return weekdays.isEmpty ? "BYMONTHDAY=\(numbers.joined(separator: ","))" : nil
    }
}
