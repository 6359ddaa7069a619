import SourceText

extension RecurrenceRule {
    /// Parses a rule, ignoring case. Returns nil for a rule that slip does not know.
    package init?(_ text: String) {
        var words = Words(text)
        guard words.take("every") else { return nil }
        let number = words.number()
        if let months = number == nil ? words.list(CivilTime.monthNames) : nil {
            guard let days = words.daysOfMonth() else { return nil }
            unit = .namedMonths(months.map { $0 + 1 }, days)
        } else if let known = Self.units.first(where: { words.take($0.word) })?.unit {
            guard let unit = words.complete(known) else { return nil }
            self.unit = unit
        } else {
            return nil
        }
        count = number ?? 1
        isWhenDone = words.take("when")
        if isWhenDone, !words.take("done") { return nil }
        guard words.isAtEnd, (1...Self.mostCount).contains(count) else { return nil }
    }

    /// A limit that keeps dates within the calendar.
    private static let mostCount = 10_000

    private static let units: [(word: String, unit: Unit)] = [
        ("day", .days), ("days", .days), ("weekday", .weekdays), ("weekdays", .weekdays), ("week", .weeks([])),
        ("weeks", .weeks([])), ("month", .months([])), ("months", .months([])), ("year", .years), ("years", .years),
    ]

    /// The rest of a rule as words. A comma is a word.
    private struct Words {
        private var words: ArraySlice<String>

        init(_ text: String) {
            words = ArraySlice(
                text.lowercased().replacing(",", with: " , ").split(whereSeparator: \.isWhitespace).map(String.init))
        }

        var isAtEnd: Bool { words.isEmpty }

        mutating func take(_ word: String) -> Bool {
            if words.first != word { return false }
            words.removeFirst()
            return true
        }

        mutating func number() -> Int? {
            guard let first = words.first, first.utf8.allSatisfy(\.isDigit), let number = Int(first) else { return nil }
            words.removeFirst()
            return number
        }

        /// Parses the names in a list, each in full or its first three letters. Returns their indices in `names`, or nil
        /// if the next word is none of them.
        mutating func list(_ names: [String]) -> [Int]? {
            items { words in
                guard let word = words.words.first, word.count >= 3,
                    let index = names.firstIndex(where: { $0 == word || word.count == 3 && $0.hasPrefix(word) })
                else { return nil }
                words.words.removeFirst()
                return index
            }
        }

        /// Parses one or more items that commas or `and` separate. Returns nil if there is none, or if a separator is
        /// not followed by one.
        private mutating func items<Item>(_ item: (inout Words) -> Item?) -> [Item]? {
            guard let first = item(&self) else { return nil }
            var items = [first]
            while true {
                let isComma = take(",")
                let isAnd = take("and")
                if !isComma && !isAnd { return items }
                guard let next = item(&self) else { return nil }
                items.append(next)
            }
        }

        /// Parses what `on` adds to a unit. Returns nil if it does not belong to the unit.
        mutating func complete(_ unit: Unit) -> Unit? {
            switch unit {
            case .weeks:
                if !take("on") { return unit }
                return list(CivilTime.weekdayNames).map { .weeks(Set($0).sorted()) }
            case .months: return daysOfMonth().map { .months($0) }
            case .days, .weekdays, .years, .namedMonths: return unit
            }
        }

        /// Parses `on the 1st and 15th`, `on the last Friday`. Returns an empty list if there is no `on`, and nil if it
        /// is followed by something else.
        mutating func daysOfMonth() -> [MonthDay]? {
            if !take("on") { return [] }
            return items { words in
                _ = words.take("the")
                return words.dayOfMonth()
            }
        }

        private mutating func dayOfMonth() -> MonthDay? {
            var number = ordinal()
            if take("last") { number = -(number ?? 1) }
            guard let number else { return nil }
            if let word = words.first, word.count >= 3,
                let weekday = CivilTime.weekdayNames.firstIndex(where: {
                    $0 == word || word.count == 3 && $0.hasPrefix(word)
                })
            {
                guard abs(number) <= 5 else { return nil }
                words.removeFirst()
                return .weekday(number, weekday: weekday)
            }
            return abs(number) <= 31 ? .day(number) : nil
        }

        /// Parses `1st`, `22nd` or `15th`.
        private mutating func ordinal() -> Int? {
            guard let word = words.first, ["st", "nd", "rd", "th"].contains(word.suffix(2)),
                word.dropLast(2).utf8.allSatisfy(\.isDigit), let number = Int(word.dropLast(2)), number > 0
            else { return nil }
            words.removeFirst()
            return number
        }
    }
}
