import QueryLanguage
package import SourceText

/// Words for dates, where a date is to be written: `today`, `+7d`.
package enum DateWords {
    /// The day that a word means, as `2024-03-27`; nil where it is no such word.
    ///
    /// `today`, `yesterday`, `tomorrow`, and a number of days, weeks, months or years ahead (`+7d`) or back (`-2w`) on
    /// the calendar; the 31st less a month is the month's last day. Of several words those that `slip daily` reads:
    /// `next friday`, `3 days ago`. A weekday alone is none: for `daily` it is the last one, but most dates that are
    /// written lie ahead.
    package static func day(_ word: String, now: Moment, calendar: LocalCalendar) -> String? {
        let today = calendar.civil(now).startOfDay
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
        // More than any calendar has.
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
}
