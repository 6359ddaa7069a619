/// A date or time in a template, or the name or title of a daily note, in a format of Moment.js as in Obsidian: `{{date:dddd, D MMMM YYYY}}`.
///
/// See https://momentjs.com/docs/#/displaying/format/. Names are in English. Formats that depend on the settings of
/// another program, such as `L` and `ww`, are refused.
package enum TemplateDate {
    /// The tokens, the longer ones first.
    private static let tokens: [(name: String, text: @Sendable (CivilTime) -> String)] = [
        ("YYYY", { $0.yearText }),
        ("YY", { String($0.yearText.suffix(2)) }),
        ("GGGG", { String(isoWeek($0).year, width: 4) }),
        ("Qo", { ordinal(($0.month + 2) / 3) }),
        ("Q", { String(($0.month + 2) / 3) }),
        ("MMMM", { $0.monthName }),
        ("MMM", { String($0.monthName.prefix(3)) }),
        ("MM", { String($0.month, width: 2) }),
        ("Mo", { ordinal($0.month) }),
        ("M", { String($0.month) }),
        ("WW", { String(isoWeek($0).week, width: 2) }),
        ("Wo", { ordinal(isoWeek($0).week) }),
        ("W", { String(isoWeek($0).week) }),
        ("DDDD", { String(dayOfYear($0), width: 3) }),
        ("DDD", { String(dayOfYear($0)) }),
        ("DD", { String($0.day, width: 2) }),
        ("Do", { ordinal($0.day) }),
        ("D", { String($0.day) }),
        ("dddd", { $0.weekdayName }),
        ("ddd", { String($0.weekdayName.prefix(3)) }),
        ("dd", { String($0.weekdayName.prefix(2)) }),
        ("d", { String(($0.weekday + 1) % 7) }),
        ("E", { String($0.weekday + 1) }),
        ("HH", { String($0.hour, width: 2) }),
        ("H", { String($0.hour) }),
        ("hh", { String(($0.hour + 11) % 12 + 1, width: 2) }),
        ("h", { String(($0.hour + 11) % 12 + 1) }),
        ("mm", { String($0.minute, width: 2) }),
        ("m", { String($0.minute) }),
        ("ss", { String($0.second, width: 2) }),
        ("s", { String($0.second) }),
        ("A", { $0.hour < 12 ? "AM" : "PM" }),
        ("a", { $0.hour < 12 ? "am" : "pm" }),
    ]

    /// Returns a time in a format. Text in brackets is literal. Returns nil for a format with another letter.
    package static func text(_ time: CivilTime, _ format: some StringProtocol) -> String? {
        var result = ""
        var rest = String(format)[...]
        while let character = rest.first {
            if character == "[", let end = rest.firstIndex(of: "]") {
                result += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            } else if let token = tokens.first(where: { rest.hasPrefix($0.name) }) {
                rest = rest.dropFirst(token.name.count)
                // A longer run of the letter is another token.
                if rest.first == token.name.last { return nil }
                result += token.text(time)
            } else {
                if character.isLetter { return nil }
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func ordinal(_ number: Int) -> String {
        let isTeen = (11...13).contains(number % 100)
        return "\(number)\(isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")"
    }

    private static func dayOfYear(_ time: CivilTime) -> Int {
        time.dayNumber - CivilTime(year: time.year, month: 1, day: 1).dayNumber + 1
    }

    /// Returns the week of ISO 8601. It belongs to the year that contains its Thursday.
    private static func isoWeek(_ time: CivilTime) -> (year: Int, week: Int) {
        let thursday = CivilTime(dayNumber: time.dayNumber - time.weekday + 3)
        return (thursday.year, (dayOfYear(thursday) - 1) / 7 + 1)
    }
}
