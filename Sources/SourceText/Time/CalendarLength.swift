/// A length of time in calendar units: `90d`, `2w`, `6mo`, `1y`.
package struct CalendarLength: Hashable, Sendable {
    private enum Unit: String, CaseIterable {
        case day = "d", week = "w", month = "mo", year = "y"

        /// The largest number of days in it.
        var days: Int {
            switch self {
            case .day: 1
            case .week: 7
            case .month: 31
            case .year: 366
            }
        }
    }

    /// Longer than any time that a date can be old.
    private static let mostDays = 9999 * 366

    private let count: Int
    private let unit: Unit

    /// Parses a number of at most six digits and a unit. Returns nil for any other text, and for more than 9999 years.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let count = Int(digits),
            let unit = Unit(rawValue: text.dropFirst(digits.count).lowercased()), count * unit.days <= Self.mostDays
        else { return nil }
        self.count = count
        self.unit = unit
    }

    /// Returns the day that is this length before another one.
    package func before(_ day: CivilTime) -> CivilTime {
        switch unit {
        case .day: day.adding(days: -count)
        case .week: day.adding(days: -7 * count)
        case .month: day.adding(months: -count)
        case .year: day.adding(months: -12 * count)
        }
    }
}
