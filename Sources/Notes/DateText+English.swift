import SourceText

extension DateText {
    /// Parses a day with an English month: `Thursday, November 07, 2024`, `7 Nov 2024`, `June 4, 2025`. Weekdays, which may
    /// be absent, and months are names in full or their first three letters. Returns nil for a day that does not exist.
    init?(english text: String) {
        var words = text.lowercased().split { $0 == "," || $0.isWhitespace }
        if words.count == 4 {
            guard Self.index(of: words.removeFirst(), in: CivilTime.weekdayNames) != nil else { return nil }
        }
        guard words.count == 3, words[2].utf8.count == 4, let year = Self.number(words[2]) else { return nil }
        let isDayFirst = Self.number(words[0]) != nil
        guard let day = Self.number(words[isDayFirst ? 0 : 1]),
            let month = Self.index(of: words[isDayFirst ? 1 : 0], in: CivilTime.monthNames)
        else { return nil }
        let civil = CivilTime(year: year, month: month + 1, day: day)
        if !civil.isValid { return nil }
        self.init(civil, .day)
    }

    private static func number(_ word: Substring) -> Int? {
        word.utf8.count <= 4 && word.utf8.allSatisfy(\.isDigit) ? Int(word) : nil
    }

    private static func index(of word: Substring, in names: [String]) -> Int? {
        names.firstIndex { $0 == word || $0.prefix(3) == word }
    }
}
