/// English names of months and weekdays.
extension CivilTime {
    /// The names of the weekdays in lower case, from Monday.
    package static let weekdayNames = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    /// The names of the months in lower case.
    package static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The number of the weekday, where Monday is 0. 1970-01-01 was a Thursday.
    package var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 }

    package var monthName: String { Self.capitalized(Self.monthNames[month - 1]) }

    package var weekdayName: String { Self.capitalized(Self.weekdayNames[weekday]) }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
