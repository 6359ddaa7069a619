package import SourceText

/// A parser for days in English: `today`, `last friday`, `next tuesday`, `3 days ago`, `in 2 weeks`, `-1w`.
package enum DayWords {
    /// Returns the day that `text` names, or nil for other text. A weekday alone is the last one, or today. `last` and
    /// `next` exclude today, and `this` means the week from Monday.
    package static func day(_ text: String, today: CivilTime) -> CivilTime? {
        let today = today.startOfDay
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        switch words.count {
        case 1: return word(words[0], today)
        case 2:
            guard let weekday = named(words[1], CivilTime.weekdayNames) else { return nil }
            // The number of days since the last such weekday; 0 if it is today.
            let back = (today.weekday - weekday + 7) % 7
            switch words[0] {
            case "last", "past", "previous": return today.adding(days: back == 0 ? -7 : -back)
            case "next", "coming": return today.adding(days: 7 - back)
            case "this": return today.adding(days: weekday - today.weekday)
            default: return nil
            }
        case 3 where words[2] == "ago": return day(words[0], words[1], from: today, sign: -1)
        case 3 where words[0] == "in": return day(words[1], words[2], from: today, sign: 1)
        default: return nil
        }
    }

    /// Returns the day of the daily note that a PLACE names: `today`, `yesterday`, `tomorrow` or a date such as
    /// `2024-03-27`. Returns nil for other text, which may name a note.
    package static func dailyNote(_ text: String, today: CivilTime) -> CivilTime? {
        let isWord = ["today", "yesterday", "tomorrow"].contains(text.lowercased())
        let isDate =
            text.utf8.count == 10
            && text.utf8.enumerated().allSatisfy { [4, 7].contains($0) ? $1 == UInt8(ascii: "-") : $1.isDigit }
        return isWord || isDate ? day(text, today: today) : nil
    }

    /// Returns the word for a day that a misspelt one resembles, or nil if there is none.
    package static func nearest(_ word: String) -> String? {
        Nearest.closeMatch(word.lowercased(), among: ["today", "tomorrow", "yesterday"] + CivilTime.weekdayNames)
    }

    /// Returns the first day of a month: `2024-03`, `march`, `march 2024`, `last month`. Returns nil for other text.
    package static func month(_ text: String, today: CivilTime) -> CivilTime? {
        let first = CivilTime(year: today.year, month: today.month, day: 1)
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if words == ["last", "month"] { return first.adding(months: -1) }
        if words == ["this", "month"] { return first }
        if words == ["next", "month"] { return first.adding(months: 1) }
        if words.count == 1, let date = DateText(words[0]), date.precision >= .month {
            return CivilTime(year: date.civil.year, month: date.civil.month, day: 1)
        }
        guard let name = words.first, let month = named(name, CivilTime.monthNames) else { return nil }
        if words.count == 2, let year = Int(words[1]), (1...9999).contains(year) {
            return CivilTime(year: year, month: month + 1, day: 1)
        }
        // A month alone is the last one.
        return words.count == 1
            ? CivilTime(year: month + 1 > today.month ? today.year - 1 : today.year, month: month + 1, day: 1) : nil
    }

    private static func word(_ word: String, _ today: CivilTime) -> CivilTime? {
        switch word {
        case "today", "now": return today
        case "yesterday": return today.adding(days: -1)
        case "tomorrow": return today.adding(days: 1)
        default: break
        }
        if let weekday = named(word, CivilTime.weekdayNames) {
            return today.adding(days: -((today.weekday - weekday + 7) % 7))
        }
        if word.hasPrefix("+") || word.hasPrefix("-") {
            let digits = word.dropFirst().prefix { $0.isNumber }
            let unit = String(word.dropFirst(digits.count + 1))
            return day(String(digits), unit, from: today, sign: word.hasPrefix("-") ? -1 : 1)
        }
        guard let date = DateText(word), date.precision >= .day else { return nil }
        return date.civil.startOfDay
    }

    private static func day(_ count: String, _ unit: String, from today: CivilTime, sign: Int) -> CivilTime? {
        guard let size = count == "a" || count == "an" ? 1 : Int(count), (0...maximumCount).contains(size) else {
            return nil
        }
        let day: CivilTime
        switch unit {
        case "d", "day", "days": day = today.adding(days: sign * size)
        case "w", "week", "weeks": day = today.adding(days: sign * size * 7)
        case "mo", "month", "months": day = today.adding(months: sign * size)
        case "y", "year", "years": day = today.adding(months: sign * size * 12)
        default: return nil
        }
        return (1...9999).contains(day.year) ? day : nil
    }

    /// The largest accepted count. It keeps the arithmetic on days from overflowing.
    private static let maximumCount = 100_000

    /// Returns the index in `names` of a name that equals `word`, or whose first three letters do.
    static func named(_ word: String, _ names: [String]) -> Int? {
        word.count < 3 ? nil : names.firstIndex { $0 == word || $0.prefix(3) == word }
    }
}
