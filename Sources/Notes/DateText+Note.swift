package import SourceText

/// Dates in front matter.
extension DateText {
    /// Parses a date of a note: ISO 8601 with at least a day, milliseconds since 1970 as Dendron writes them, or a day with
    /// an English month as zk writes it.
    package init?(ofNote text: String) {
        if let milliseconds = Self.milliseconds(text) {
            let civil = CivilTime(seconds: milliseconds / 1000)
            self.init(civil, .second, fraction: Int(milliseconds % 1000) * 1000, offset: 0)
            return
        }
        guard let date = DateText(text) ?? DateText(english: text), date.precision >= .day else { return nil }
        self = date
    }

    /// Returns the number in a text of 13 digits, from 2001 to 2286 in milliseconds. Other lengths are dates without hyphens,
    /// such as `202403271148`.
    package static func milliseconds(_ text: String) -> Int64? {
        text.utf8.count == 13 && text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
    }
}
