import SourceText

/// A resolver for dates, ranges of dates, and lengths of time before or after now.
struct DateResolver {
    let context: ResolverContext
    /// Whether `friday` and `last month` are dates. In a property they may be text.
    var readsWords = false
    /// Whether `friday` is the next one, and weeks are those of the calendar, as for dates that are mostly in the future.
    var looksAhead = false

    private var now: Moment { context.vault.now }
    private var calendar: LocalCalendar { context.vault.calendar }

    /// Returns the moment that is a length of time before now: `24h`, `7d`, `last week`. Throws an error for `+7d` and
    /// for dates.
    ///
    /// - Parameter comparison: the start of a term for dates that means the same, for the error: `created:>=`.
    func moment(back item: ValueItem, insteadOf comparison: String) throws -> Moment {
        let atom = try context.atom(item)
        var length = atom
        length.text = LenientDate.length(atom.text) ?? atom.text
        if let time = try relativeTime(length), !time.isAhead { return moment(time) }
        var help = "such as 30min, 24h, 7d, 2w, 1mo or 1y"
        if NumberResolver.number(atom.text).map({ $0 < 1000 }) == true {
            help = "write the unit: \(atom.text)h, \(atom.text)d, \(atom.text)w or \(atom.text)mo"
        } else if !atom.text.hasPrefix("+"), (try? point(atom)) != nil {
            help = "for a date: \(comparison)\(QueryText.quoted(atom.text))"
        }
        throw context.error(atom.range, "'\(atom.text)' is not a duration", help: help)
    }

    private struct RelativeTime {
        var count: Int
        var unit: String
        var isAhead: Bool
    }

    /// Parses `7d` or `+7d`, and in words a unit alone, `week`. Returns nil for text of another form, and throws an error
    /// for an unknown unit.
    private func relativeTime(_ atom: Atom) throws -> RelativeTime? {
        if readsWords, atom.text.utf8.count > 2, let unit = Self.unit(of: atom.text.lowercased()) {
            return RelativeTime(count: 1, unit: unit, isAhead: false)
        }
        var text = Substring(atom.text)
        let isAhead = text.hasPrefix("+")
        if isAhead { text.removeFirst() }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let word = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard !digits.isEmpty, !word.isEmpty, word.allSatisfy({ $0.isLetter }) else { return nil }
        guard let unit = Self.unit(of: word) else {
            if word == "m" {
                throw context.error(
                    atom.range, "does 'm' mean min (minutes) or mo (months)?",
                    help: "write \(digits)min or \(digits)mo")
            }
            throw context.error(
                atom.range, "'\(word)' is not a unit of time",
                help: Nearest.match(word, among: Self.units.map(\.key)).map { "did you mean \(digits)\($0)?" }
                    ?? "valid units: min, h, d, w, mo and y")
        }
        guard let count = Int(digits), count <= 100_000_000 else {
            throw context.error(atom.range, "'\(atom.text)' is too long")
        }
        return RelativeTime(count: count, unit: unit, isAhead: isAhead)
    }

    /// The units of time, each with its other names.
    private static let units: KeyValuePairs<String, [String]> = [
        "min": ["mins", "minute", "minutes"], "h": ["hr", "hrs", "hour", "hours"], "d": ["day", "days"],
        "w": ["week", "weeks"], "mo": ["month", "months"], "y": ["yr", "yrs", "year", "years"],
    ]

    /// Returns the unit of time that a word names, as in `7d`, or nil if it names none.
    static func unit(of word: String) -> String? {
        units.first { $0.key == word || $0.value.contains(word) }?.key
    }

    /// Returns now plus a length of time. Minutes and hours are exact; longer units are counted in local time.
    private func moment(_ time: RelativeTime) -> Moment {
        let count = time.isAhead ? time.count : -time.count
        let today = calendar.civil(now)
        var civil: CivilTime
        switch time.unit {
        case "min": return now.adding(seconds: Int64(count) * 60)
        case "h": return now.adding(seconds: Int64(count) * 3600)
        case "d": civil = today.adding(days: count)
        case "w": civil = today.adding(days: count * 7)
        case "mo": civil = today.adding(months: count)
        default: civil = today.adding(months: count * 12)
        }
        // The rules of the calendar are unknown outside these years, and no note has a date there.
        if civil.year < 0 { civil = CivilTime(year: 0, month: 1, day: 1) }
        if civil.year > 9999 { civil = CivilTime(year: 9999, month: 12, day: 31) }
        let moment = calendar.moment(civil)
        // Civil time has whole seconds, so the fraction of now is added again.
        let fraction = now.microseconds - now.seconds * 1_000_000
        return Moment(microseconds: moment.microseconds + fraction)
    }

    /// Returns the times that a value means: a date, a comparison or a range.
    func range(_ item: ValueItem) throws -> TimeRange {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom): return try span(atom)
        case .compared(let comparison, let atom):
            let point = try point(atom)
            switch comparison {
            case .less: return TimeRange(upper: point.lower)
            case .atMost: return TimeRange(upper: point.upper)
            case .greater: return TimeRange(lower: point.upper)
            default: return TimeRange(lower: point.lower)
            }
        case .range(let lower, let upper):
            let low = try lower.map { try point($0) }
            let high = try upper.map { try point($0) }
            // A day that a time zone skipped is empty, and may be either end.
            if let from = low?.lower, let to = high?.upper, from >= to, high?.lower != to {
                throw context.backwards(item)
            }
            return TimeRange(lower: low?.lower, upper: high?.upper)
        case .regex:
            throw context.error(
                item.range, "a regular expression is not a date",
                help: "such as 2024-03, >2024-03-27, 7d or 2024-01..2024-03")
        }
    }

    /// Whether a value means other days later on the same day: `6h`, `now`, `next 3 hours`.
    func dependsOnTimeOfDay(_ item: ValueItem) -> Bool {
        let atoms: [Atom] =
            switch item.form {
            case .plain(let atom), .compared(_, let atom): [atom]
            case .range(let lower, let upper): [lower, upper].compactMap { $0 }
            case .regex: []
            }
        let today = calendar.civil(now)
        return atoms.contains { atom in
            let words = [LenientDate.wordsAhead(atom.text, today: today), LenientDate.words(atom.text, today: today)]
            return ([atom.text] + words.compactMap { $0 }).contains { text in
                let time = try? relativeTime(Atom(text: text, isQuoted: false, range: atom.range))
                return text.lowercased() == "now" || time.map { ["min", "h"].contains($0.unit) } ?? false
            }
        }
    }

    /// Returns the span of a date that is a whole value: `7d` is the last seven days, `+7d` the next seven.
    func span(_ atom: Atom) throws -> TimeRange {
        if let time = try relativeTime(atom) {
            let moment = moment(time)
            return time.isAhead ? TimeRange(lower: now, upper: moment.next) : TimeRange(lower: moment, upper: now.next)
        }
        return try period(atom) { try span($0) } ?? date(atom)
    }

    /// Returns the span of a date or period in words, or nil for any other text.
    ///
    /// - Parameter span: returns the span of a date that is not in words.
    private func period(_ atom: Atom, span: (Atom) throws -> TimeRange) rethrows -> TimeRange? {
        let today = calendar.civil(now)
        let ahead = looksAhead ? LenientDate.wordsAhead(atom.text, today: today) : nil
        guard readsWords, let form = ahead ?? LenientDate.words(atom.text, today: today) else { return nil }
        func part(_ text: Substring) -> Atom { Atom(text: String(text), isQuoted: false, range: atom.range) }
        guard let dots = form.firstRange(of: "..") else { return try span(part(form[...])) }
        return TimeRange(
            lower: try span(part(form[..<dots.lowerBound])).lower, upper: try span(part(form[dots.upperBound...])).upper
        )
    }

    /// Returns the span of a date that is part of a comparison or a range. There, `7d` is one moment.
    func point(_ atom: Atom) throws -> TimeRange {
        if let time = try relativeTime(atom) {
            let moment = moment(time)
            return TimeRange(lower: moment, upper: moment.next)
        }
        return try period(atom) { try point($0) } ?? date(atom)
    }

    private func date(_ atom: Atom) throws -> TimeRange {
        switch atom.text.lowercased() {
        case "now": return TimeRange(lower: now, upper: now.next)
        case "today": return day(0)
        case "yesterday": return day(-1)
        case "tomorrow": return day(1)
        default: break
        }
        guard let date = DateText(extended: atom.text) else {
            // A period of several days, such as `next week`, is no value of a comparison.
            let near =
                LenientDate.read(atom.text, today: calendar.civil(now)).flatMap { $0.contains("..") ? nil : $0 }
                ?? Nearest.closeMatch(atom.text.lowercased(), among: ["today", "yesterday", "tomorrow"])
            throw context.error(
                atom.range, "'\(atom.text)' is not a date",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "such as 2024, 2024-03, 2024-03-27, 2024-03-27T11:48, today, yesterday or 7d")
        }
        guard let range = date.range(in: calendar) else {
            // A time zone skips a day when its place moves across the date line. No note was created on it.
            let moment = date.moment(in: calendar)
            return TimeRange(lower: moment, upper: moment)
        }
        return TimeRange(lower: range.lowerBound, upper: range.upperBound)
    }

    private func day(_ offset: Int) -> TimeRange {
        TimeRange(lower: calendar.startOfDay(now, adding: offset), upper: calendar.startOfDay(now, adding: offset + 1))
    }
}

extension Moment {
    /// The moment after this one. A range up to it contains this one.
    var next: Moment { Moment(microseconds: microseconds + 1) }
}
