/// A length of time in calendar units: `90d`, `2w`, `6mo`, `1y`.
package struct CalendarLength: Hashable, Sendable {
    private enum Unit: String, CaseIterable { case day = "d", week = "w", month = "mo", year = "y" }

    private let count: Int
    private let unit: Unit

    /// Parses a number of at most six digits and a unit. Returns nil for any other text.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let count = Int(digits),
            let unit = Unit(rawValue: text.dropFirst(digits.count).lowercased())
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
