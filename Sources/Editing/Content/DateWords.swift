import QueryLanguage
package import SourceText

/// Words for dates to write: `today`, `+7d`.
package enum DateWords {
    /// Returns the day that a word means, as `2024-03-27`, or nil for any other word.
    ///
    /// The words are `today`, `yesterday`, `tomorrow`, and a number of days, weeks, months or years in the future
    /// (`+7d`) or the past (`-2w`). The 31st minus one month is the last day of that month. Several words are parsed as
    /// in `slip daily`: `next friday`, `3 days ago`. For a single weekday, see `weekday`.
    package static func day(_ word: String, now: Moment, calendar: LocalCalendar) -> String? {
        day(word, today: calendar.civil(now))
    }

    /// Returns the day that a word means on a day, as `2024-03-27`, or nil for any other word.
    package static func day(_ word: String, today: CivilTime) -> String? {
        let today = today.startOfDay
        switch word.lowercased() {
        case "today": return today.dayText
        case "yesterday": return today.adding(days: -1).dayText
        case "tomorrow": return today.adding(days: 1).dayText
        default: break
        }
        if word.contains(where: \.isWhitespace) { return DayWords.day(word, today: today)?.dayText }
        guard let sign = word.utf8.first, sign == Byte.plus || sign == Byte.hyphen else { return nil }
        let rest = word.dropFirst()
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        // This exceeds the range of any calendar.
        guard !digits.isEmpty, let number = Int(digits), number < 1_000_000 else { return nil }
        let count = sign == Byte.plus ? number : -number
        let then: CivilTime
        switch rest.dropFirst(digits.count).lowercased() {
        case "d": then = today.adding(days: count)
        case "w": then = today.adding(days: count * 7)
        case "mo": then = today.adding(months: count)
        case "y": then = today.adding(months: count * 12)
        default: return nil
        }
        return (0...9999).contains(then.year) ? then.dayText : nil
    }

    /// Returns the next day with the name of a weekday, after today, or nil for any other text. `daily` takes a weekday
    /// for the last one, but most dates in notes are in the future.
    static func weekday(_ word: String, now: Moment, calendar: LocalCalendar) -> String? {
        weekday(word, today: calendar.civil(now))
    }

    /// As above, for a given day.
    static func weekday(_ word: String, today: CivilTime) -> String? {
        if word.contains(where: \.isWhitespace) { return nil }
        return DayWords.day("next \(word)", today: today.startOfDay)?.dayText
    }
}
