import SourceText

/// Dates, spans of time and numbers.
extension QueryResolver {
    // MARK: Numbers

    /// `500`, `-2`, `1.5`, `10k`, `2M`; k and M are 1024 and its square.
    static func number(_ text: String) -> Double? {
        var digits = text
        var unit = 1.0
        if let last = text.last, "kKmM".contains(last) {
            unit = last == "k" || last == "K" ? 1024 : 1_048_576
            digits.removeLast()
        }
        let bytes = Array(digits.utf8)
        guard let first = bytes.first, first.isDigit || first == Byte.hyphen || first == Byte.plus,
            bytes.dropFirst().allSatisfy({ $0.isDigit || $0 == Byte.dot }), bytes.contains(where: \.isDigit),
            let value = Double(digits), value.isFinite
        else { return nil }
        return value * unit
    }

    private func readNumber(_ atom: Atom) throws -> Double {
        guard let value = Self.number(atom.text) else {
            throw error(atom.range, "'\(atom.text)' is not a number", help: "such as 500, 1.5, 10k or 2M")
        }
        return value
    }

    func number(_ item: ValueItem) throws -> NumberRange {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom):
            let value = try readNumber(atom)
            return NumberRange(lower: value, upper: value)
        case .compared(.less, let atom): return NumberRange(upper: try readNumber(atom), upperIncluded: false)
        case .compared(.atMost, let atom): return NumberRange(upper: try readNumber(atom))
        case .compared(.greater, let atom): return NumberRange(lower: try readNumber(atom), lowerIncluded: false)
        case .compared(.atLeast, let atom): return NumberRange(lower: try readNumber(atom))
        case .range(let lower, let upper):
            let low = try lower.map { try readNumber($0) }
            let high = try upper.map { try readNumber($0) }
            if let low, let high, low > high { throw backwards(item) }
            return NumberRange(lower: low, upper: high)
        case .regex:
            throw error(item.range, "a regular expression is not a number", help: "such as 500, >1.5 or 10k..2M")
        }
    }

    private func backwards(_ item: ValueItem) -> QueryError {
        error(item.range, "this range runs backwards", help: "put the smaller end first")
    }

    // MARK: Spans of time

    /// The moment so long ago: `24h`, `7d`.
    func back(_ item: ValueItem) throws -> Moment {
        let atom = try atom(item)
        guard let step = try step(atom), !step.isAhead else {
            throw error(
                atom.range, "'\(atom.text)' is not a length of time", help: "such as 30min, 24h, 7d, 2w, 1mo or 1y")
        }
        return moment(step)
    }

    private struct Step {
        var count: Int
        var unit: String
        var isAhead: Bool
    }

    /// Reads `7d` or `+7d`; nil where it does not look like one.
    private func step(_ atom: Atom) throws -> Step? {
        var text = Substring(atom.text)
        let isAhead = text.hasPrefix("+")
        if isAhead { text.removeFirst() }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased()
        guard !digits.isEmpty, !unit.isEmpty, unit.allSatisfy({ $0.isLetter }) else { return nil }
        guard ["min", "h", "d", "w", "mo", "y"].contains(unit) else {
            if unit == "m" {
                throw error(
                    atom.range, "does 'm' mean min (minutes) or mo (months)?",
                    help: "write \(digits)min or \(digits)mo")
            }
            let near = Nearest.match(unit, among: ["min", "h", "d", "w", "mo", "y"])
            throw error(
                atom.range, "'\(unit)' is not a unit of time",
                help: near.map { "did you mean \(digits)\($0)?" } ?? "units are min, h, d, w, mo and y")
        }
        guard let count = Int(digits), count <= 100_000_000 else {
            throw error(atom.range, "'\(atom.text)' is longer than time")
        }
        return Step(count: count, unit: unit, isAhead: isAhead)
    }

    /// Minutes and hours are exact; days, weeks, months and years are steps of the calendar in local time.
    private func moment(_ step: Step) -> Moment {
        let count = step.isAhead ? step.count : -step.count
        switch step.unit {
        case "min": return context.now.adding(seconds: Int64(count) * 60)
        case "h": return context.now.adding(seconds: Int64(count) * 3600)
        default: break
        }
        let now = context.calendar.civil(context.now)
        var civil: CivilTime
        switch step.unit {
        case "d": civil = now.adding(days: count)
        case "w": civil = now.adding(days: count * 7)
        case "mo": civil = now.adding(months: count)
        default: civil = now.adding(months: count * 12)
        }
        // Far out the calendar's rules are unknown, and nothing is dated there.
        if civil.year < 0 { civil = CivilTime(year: 0, month: 1, day: 1) }
        if civil.year > 9999 { civil = CivilTime(year: 9999, month: 12, day: 31) }
        let moment = context.calendar.moment(civil)
        // The civil time has whole seconds; what now has beyond them stays.
        let fraction = context.now.microseconds - context.now.seconds * 1_000_000
        return Moment(microseconds: moment.microseconds + fraction)
    }

    /// The first moment after `moment`, so that a range up to it holds `moment` itself.
    func after(_ moment: Moment) -> Moment { Moment(microseconds: moment.microseconds + 1) }

    // MARK: Dates

    func time(_ item: ValueItem) throws -> TimeRange {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom): return try span(atom)
        case .compared(let comparison, let atom):
            let point = try point(atom)
            switch comparison {
            case .less: return TimeRange(nil, point.lower)
            case .atMost: return TimeRange(nil, point.upper)
            case .greater: return TimeRange(point.upper, nil)
            default: return TimeRange(point.lower, nil)
            }
        case .range(let lower, let upper):
            let low = try lower.map { try point($0) }
            let high = try upper.map { try point($0) }
            // A day that the clocks of a place left out has no length, and may be either end.
            if let from = low?.lower, let to = high?.upper, from >= to, high?.lower != to { throw backwards(item) }
            return TimeRange(low?.lower, high?.upper)
        case .regex:
            throw error(
                item.range, "a regular expression is not a date",
                help: "such as 2024-03, >2024-03-27, 7d or 2024-01..2024-03")
        }
    }

    /// What a date stands for by itself: its whole span; `7d` is the last seven days, `+7d` the next.
    func span(_ atom: Atom) throws -> TimeRange {
        if let step = try step(atom) {
            let moment = moment(step)
            return step.isAhead
                ? TimeRange(context.now, after(moment)) : TimeRange(moment, after(context.now))
        }
        return try date(atom)
    }

    /// What a date stands for at the end of a range or after an operator: its span, or for `7d` one moment.
    func point(_ atom: Atom) throws -> TimeRange {
        if let step = try step(atom) {
            let moment = moment(step)
            return TimeRange(moment, after(moment))
        }
        return try date(atom)
    }

    private func date(_ atom: Atom) throws -> TimeRange {
        switch atom.text.lowercased() {
        case "now": return TimeRange(context.now, after(context.now))
        case "today": return day(0)
        case "yesterday": return day(-1)
        case "tomorrow": return day(1)
        default: break
        }
        guard let date = DateText(atom.text) else {
            let near =
                MeantDate.read(atom.text, today: context.calendar.civil(context.now))
                ?? Self.nearest(atom.text.lowercased(), among: ["today", "yesterday", "tomorrow"])
            throw error(
                atom.range, "'\(atom.text)' is not a date",
                help: near.map { "did you mean '\($0)'?" }
                    ?? "such as 2024, 2024-03, 2024-03-27, 2024-03-27T11:48, today, yesterday or 7d")
        }
        guard let range = date.range(in: context.calendar) else {
            // A day that was left out where a place changed sides of the date line: nothing was made then.
            let moment = date.moment(in: context.calendar)
            return TimeRange(moment, moment)
        }
        return TimeRange(range.lowerBound, range.upperBound)
    }

    private func day(_ offset: Int) -> TimeRange {
        TimeRange(
            context.calendar.startOfDay(context.now, adding: offset),
            context.calendar.startOfDay(context.now, adding: offset + 1))
    }
}
