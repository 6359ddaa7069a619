package import SourceText

/// A parser for dates in words, and for dates that the query language does not accept. For the latter, errors and hints
/// show the accepted form.
package enum LenientDate {
    /// Returns the accepted form of a date or period: `2024-03-01` for `2024/3/1`, `2024-03` for `March 2024`, `7d` for
    /// `last week`, and the day of a weekday. Nil if the text is neither or is ambiguous.
    package static func read(_ text: String, today: CivilTime) -> String? {
        self.words(text, today: today) ?? numbers(text)
    }

    /// Returns the accepted form of a date that means the same on any day: `2024-03-01` for `2024/3/1`, `2024-03` for
    /// `March 2024`. Nil for `friday`, and for an ambiguous date.
    package static func fixed(_ text: String) -> String? {
        // Days of different weekdays, months and years.
        let days = [CivilTime(year: 2000, month: 1, day: 1), CivilTime(year: 2011, month: 8, day: 17)]
        let forms = days.map { read(text, today: $0) }
        return forms[0] == forms[1] ? forms[0].flatMap { DateText($0) == nil ? nil : $0 } : nil
    }

    /// Returns whether text that is not a date was probably meant as one: the name of a day, also misspelt, or a date in
    /// another form.
    package static func resemblesDate(_ text: String, today: CivilTime) -> Bool {
        if read(text, today: today) != nil || DayWords.day(text, today: today) != nil { return true }
        // Shorter texts begin names too: `tom`.
        return text.utf8.count >= 4 && DayWords.nearest(text) != nil
    }

    /// Returns the form of a length of time before now in words: `1w` for `last week`, `7d` for `past 7 days`, `2mo` for
    /// `2 months ago`. Nil for any other text.
    static func length(_ text: String) -> String? {
        var words = words(text)
        if ["last", "past", "previous"].contains(words.first) || ["a", "an"].contains(words.first) {
            words.removeFirst()
        } else if words.last == "ago" {
            words.removeLast()
        }
        guard let unit = words.last.flatMap(DateResolver.unit) else { return nil }
        switch words.count {
        case 1: return "1\(unit)"
        case 2: return Int(words[0]).map { "\($0)\(unit)" }
        default: return nil
        }
    }

    private static func words(_ text: String) -> [String] {
        let words = text.lowercased().split { " -_".contains($0) }.map(String.init)
        return words.count > 1 && words[0] == "the" ? Array(words.dropFirst()) : words
    }

    /// Returns the form of a date or period in words: `2024-03` for `March 2024`, `2024-03-22` for `last friday`, `7d` for
    /// `last week`, `3d` for `last 3 days`. Nil for any other text.
    static func words(_ text: String, today: CivilTime) -> String? {
        let words = words(text)
        if words.count == 1, let word = words.first {
            if let day = DayWords.named(word, CivilTime.weekdayNames).flatMap({ _ in DayWords.day(word, today: today) })
            {
                return day.dayText
            }
            if DayWords.named(word, CivilTime.monthNames) != nil {
                return DayWords.month(word, today: today)?.monthText
            }
        }
        if words.count == 2, let period = period(words[0], words[1], today: today) { return period }
        if words.count == 3, let count = Int(words[1]), count >= 0, let unit = DateResolver.unit(of: words[2]) {
            if ["last", "past", "previous"].contains(words[0]) { return "\(count)\(unit)" }
            if ["next", "coming"].contains(words[0]) { return "+\(count)\(unit)" }
        }
        if words.count == 2, words[1].count == 4, DayWords.named(words[0], CivilTime.monthNames) != nil,
            let month = DayWords.month(words.joined(separator: " "), today: today)
        {
            return month.monthText
        }
        return words.count > 1 ? DayWords.day(words.joined(separator: " "), today: today)?.dayText : nil
    }

    /// Returns the form of words that mean another day or week for a date in the future: `friday` is the next one, as in
    /// `task add --due friday`, and weeks begin on Monday. Nil for any other text.
    static func wordsAhead(_ text: String, today: CivilTime) -> String? {
        let words = words(text)
        if words.count == 1, DayWords.named(words[0], CivilTime.weekdayNames) != nil {
            return DayWords.day("next \(words[0])", today: today)?.dayText
        }
        guard words.count == 2, words[1] == "week" else { return nil }
        let monday = today.startOfDay.adding(days: -today.weekday)
        let weeks = ["this": 0, "next": 1, "coming": 1, "last": -1, "past": -1, "previous": -1]
        guard let first = weeks[words[0]].map({ monday.adding(days: 7 * $0) }) else { return nil }
        return "\(first.dayText)..\(first.adding(days: 6).dayText)"
    }

    /// Returns the form for `last week`, `this month`, `next year`.
    private static func period(_ relation: String, _ unit: String, today: CivilTime) -> String? {
        switch (relation, unit) {
        case ("this", "week"), ("last", "week"), ("past", "week"), ("previous", "week"): "7d"
        case ("next", "week"): "today..+7d"
        case ("this", "month"): today.monthText
        case ("last", "month"), ("past", "month"), ("previous", "month"): today.adding(months: -1).monthText
        case ("next", "month"): today.adding(months: 1).monthText
        case ("this", "year"): today.yearText
        case ("last", "year"), ("past", "year"), ("previous", "year"): today.adding(months: -12).yearText
        case ("next", "year"): today.adding(months: 12).yearText
        default: nil
        }
    }

    /// Returns the form for `2024/03/01`, `2024-3-1`, `01.03.2024`. The date `3/4/2024` is ambiguous.
    private static func numbers(_ text: String) -> String? {
        let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count else { return nil }
        var ways: [[Int]] = []
        if parts[0].count == 4 {
            ways = [numbers]
        } else if parts.count == 3, parts[2].count == 4 {
            ways = [[numbers[2], numbers[1], numbers[0]]]
            if text.contains("/") { ways.append([numbers[2], numbers[0], numbers[1]]) }
        } else if parts.count == 2, parts[1].count == 4 {
            ways = [[numbers[1], numbers[0]]]
        }
        let texts = ways.compactMap { way -> String? in
            let civil = CivilTime(year: way[0], month: way[1], day: way.count == 3 ? way[2] : 1)
            guard civil.isValid else { return nil }
            return way.count == 3 ? civil.dayText : civil.monthText
        }
        return Set(texts).count == 1 ? texts[0] : nil
    }
}
