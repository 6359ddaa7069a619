/// A date and time of day without a time zone, in the proleptic Gregorian calendar, years 0 to 9999.
package struct CivilTime: Hashable, Sendable, Comparable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour = 0
    package var minute = 0
    package var second = 0

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Creates the civil time at `seconds` since 1970-01-01T00:00:00, ignoring time zones.
    package init(seconds: Int64) {
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        // Years start in March, so that the leap day is the last day of a year. 400 years are 146,097 days.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = Int(rest / 3600)
        minute = Int(rest / 60 % 60)
        second = Int(rest % 60)
    }

    /// The seconds since 1970-01-01T00:00:00, ignoring time zones.
    package var seconds: Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The number of days since 1970-01-01.
    package var dayNumber: Int { Int((seconds - Int64(hour * 3600 + minute * 60 + second)) / 86_400) }

    /// Creates the day that is `dayNumber` days after 1970-01-01.
    package init(dayNumber: Int) { self.init(seconds: Int64(dayNumber) * 86_400) }

    package static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Whether every component is in its range, with the day within its month.
    package var isValid: Bool {
        (0...9999).contains(year) && (1...12).contains(month) && day >= 1
            && day <= Self.daysIn(month: month, year: year) && (0...23).contains(hour) && (0...59).contains(minute)
            && (0...59).contains(second)
    }

    package var startOfDay: CivilTime { CivilTime(year: year, month: month, day: day) }

    package func adding(days: Int) -> CivilTime { CivilTime(seconds: seconds + Int64(days) * 86_400) }

    /// Returns the time `months` later, with the day limited to the last of the month. One month before March 31 is the
    /// last day of February.
    package func adding(months: Int) -> CivilTime {
        let total = year * 12 + (month - 1) + months
        let newYear = total >= 0 ? total / 12 : (total - 11) / 12
        let newMonth = total - newYear * 12 + 1
        var result = self
        result.year = newYear
        result.month = newMonth
        result.day = min(day, Self.daysIn(month: newMonth, year: newYear))
        return result
    }

    package static func < (a: CivilTime, b: CivilTime) -> Bool { a.seconds < b.seconds }

    /// `2024-03-27`.
    package var dayText: String { "\(monthText)-\(Self.two(day))" }

    /// `2024-03`.
    package var monthText: String { "\(yearText)-\(Self.two(month))" }

    /// `2024`.
    package var yearText: String { String(year, width: 4) }

    /// `10:21:34`.
    package var clockText: String { "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))" }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
