import Foundation
import TestSupport

extension QueryGenerator {
    /// A date of a query: a span with its first second and the first after it, or a moment if `isMoment`.
    struct DateAtom {
        var text: String
        var start: Int
        var end: Int
        var isMoment = false

        func holds(_ sign: String, _ moment: Int) -> Bool {
            switch sign {
            case "<": moment < start
            case "<=": isMoment ? moment <= start : moment < end
            case ">": isMoment ? moment > start : moment >= end
            case ">=": moment >= start
            default: isMoment ? moment == start : moment >= start && moment < end
            }
        }
    }

    mutating func dateAtom(inComparison: Bool) -> DateAtom {
        typealias Wall = OracleCalendar.Wall
        let wall = calendar.wall(random.once(in: 2) ? random.pick(vault.notes).created : calendar.now)
        let today = calendar.wall(calendar.now)
        func day(_ text: String, _ days: Int) -> DateAtom {
            .init(text: text, start: calendar.day(today, adding: days), end: calendar.day(today, adding: days + 1))
        }
        switch random.below(inComparison ? 9 : 7) {
        case 0:
            return .init(
                text: "\(wall.year)", start: calendar.moment(Wall(year: wall.year, month: 1, day: 1)),
                end: calendar.moment(Wall(year: wall.year + 1, month: 1, day: 1)))
        case 1:
            return .init(
                text: "\(wall.year)-\(OracleCalendar.two(wall.month))",
                start: calendar.moment(Wall(year: wall.year, month: wall.month, day: 1)),
                end: calendar.moment(Wall(year: wall.year, month: wall.month + 1, day: 1)))
        case 2, 3:
            return .init(text: OracleCalendar.text(wall), start: calendar.day(wall), end: calendar.day(wall, adding: 1))
        case 4:
            var minute = wall
            minute.second = 0
            let start = calendar.moment(minute)
            return .init(
                text: OracleCalendar.text(wall) + "T" + OracleCalendar.clock(wall), start: start, end: start + 60)
        case 5: return day(respelledCase("today"), 0)
        case 6: return random.once(in: 2) ? day("yesterday", -1) : day("tomorrow", 1)
        default:
            let (text, count, unit) = span()
            let isAhead = random.once(in: 3)
            let moment = calendar.back(isAhead ? -count : count, unit)
            return .init(text: (isAhead ? "+" : "") + text, start: moment, end: moment, isMoment: true)
        }
    }

    private mutating func span() -> (text: String, count: Int, unit: OracleCalendar.Unit) {
        let unit = random.pick(OracleCalendar.Unit.allCases)
        let count = random.pick([1, 2, 7, 12, 24, 30, 31])
        return ("\(count)\(unit.rawValue)", count, unit)
    }

    /// Returns the span of a year's number in a date comparison.
    func year(_ text: String) -> DateAtom? {
        guard text.count == 4, let year = Int(text) else { return nil }
        return .init(
            text: text, start: calendar.moment(.init(year: year, month: 1, day: 1)),
            end: calendar.moment(.init(year: year + 1, month: 1, day: 1)))
    }

    /// Returns whether a value satisfies `text`, a comparison, range or single value that `one` has made.
    func propertyHolds(
        _ text: String, _ value: OracleNote.Value, number: ((Double) -> Bool)?, date: ((Int) -> Bool)?
    ) -> Bool {
        switch value {
        case .number(let value, _): if let number { return number(value) }
        case .date(let moment, _): if let date { return date(moment) }
        default: break
        }
        return Self.textMatches(text, value)
    }

    /// Returns the operator and the two ends of a value's text.
    private func parts(_ text: String) -> (sign: String, low: String?, high: String?) {
        if let dots = text.range(of: "..") {
            let (low, high) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
            return ("..", low.isEmpty ? nil : low, high.isEmpty ? nil : high)
        }
        let sign = String(text.prefix { "<>=".contains($0) })
        return (sign, String(text.dropFirst(sign.count)), nil)
    }

    /// Returns the test for dates of a value made of numbers, if each number is a year.
    func asDates(_ text: String) -> ((Int) -> Bool)? {
        let (sign, low, high) = parts(text)
        let atoms = [low, high].map { $0.map { year($0) } }
        if atoms.contains(where: { if case .some(.none) = $0 { true } else { false } }) { return nil }
        let (first, second) = (atoms[0] ?? nil, atoms[1] ?? nil)
        if sign != ".." { return { first?.holds(sign, $0) ?? false } }
        return { (first?.holds(">=", $0) ?? true) && (second?.holds("<=", $0) ?? true) }
    }

    /// Returns the test for numbers of a value made of dates, if each date is a number.
    func asNumbers(_ text: String) -> ((Double) -> Bool)? {
        let (sign, low, high) = parts(text)
        if [low, high].contains(where: { $0.map { Double($0) == nil } ?? false }) { return nil }
        let (first, second) = (low.flatMap(Double.init), high.flatMap(Double.init))
        return { number in
            switch sign {
            case "<": number < (first ?? 0)
            case "<=": number <= (first ?? 0)
            case ">": number > (first ?? 0)
            case ">=": number >= (first ?? 0)
            case "..": (first.map { number >= $0 } ?? true) && (second.map { number <= $0 } ?? true)
            default: number == first
            }
        }
    }

    /// Returns a value of a date field and its test, or nil if it must be refused.
    mutating func dateValue() -> (text: String, holds: (Int) -> Bool)? {
        switch random.below(8) {
        case 0, 1:
            let atom = dateAtom(inComparison: false)
            return (atom.text, { atom.holds("", $0) })
        case 2:
            let (text, count, unit) = span()
            let (start, now) = (calendar.back(count, unit), calendar.now)
            return (text, { (start...now).contains($0) })
        case 3:
            let (a, b) = (dateAtom(inComparison: true), dateAtom(inComparison: true))
            let (low, high) = a.start <= b.start ? (a, b) : (b, a)
            return ("\(low.text)..\(high.text)", { low.holds(">=", $0) && high.holds("<=", $0) })
        case 4:
            let atom = dateAtom(inComparison: true)
            return random.once(in: 2)
                ? (atom.text + "..", { atom.holds(">=", $0) }) : (".." + atom.text, { atom.holds("<=", $0) })
        default:
            let sign = random.pick(["<", "<=", ">", ">=", "="])
            let atom = dateAtom(inComparison: sign != "=")
            return (sign + atom.text, { atom.holds(sign, $0) })
        }
    }

    mutating func dates() -> QueryTree.Leaf {
        let vault = vault
        let calendar = calendar
        switch random.below(8) {
        case 0, 1:
            let (text, count, unit) = span()
            let (start, now) = (calendar.back(count, unit), calendar.now)
            return .init(
                text: name("last", "newer_than") + text, found: vault.found { (start...now).contains($0.created) })
        case 2:
            let (text, count, unit) = span()
            let start = calendar.back(count, unit)
            return .init(text: name("older", "older_than") + text, found: vault.found { $0.created < start })
        case 3:
            let atom = dateAtom(inComparison: true)
            return random.once(in: 2)
                ? .init(text: name("before") + atom.text, found: vault.found { atom.holds("<", $0.created) })
                : .init(text: name("after") + atom.text, found: vault.found { atom.holds(">", $0.created) })
        case 4 where random.once(in: 4):
            let wrong = ["7m", "2024-13", "2024-02-30", "soon", "2024-05..2024-03", ">", "7", "2024-1-1", "25:00"]
            return .init(text: name("created", "modified") + random.pick(wrong), found: nil)
        default:
            let isCreated = random.once(in: 2)
            let field =
                isCreated
                ? name("created", "date", "created-at", "createdAt")
                : name("modified", "updated", "lastmod", "updated_at")
            return values(field) { generator in
                guard let (text, holds) = generator.dateValue() else { return ("today", []) }
                return (text, vault.found { holds(isCreated ? $0.created : $0.modified) })
            }
        }
    }

    // MARK: Properties

    func isProperty(_ name: String) -> Bool {
        vault.notes.contains { $0.properties[name].map { !$0.isNull } ?? false }
    }

    func entries(_ note: OracleNote, _ property: String) -> [OracleNote.Value] {
        note.properties[property]?.entries ?? []
    }

    mutating func property() -> QueryTree.Leaf {
        let vault = vault
        let names: [(key: String, spellings: [String])] = [
            ("priority", ["priority", "prop.priority", "PRIORITY"]), ("priority", ["priority"]),
            ("author", ["author", "Author"]), ("due", ["due", "prop.due"]), ("due", ["due"]), ("mixed", ["mixed"]),
            ("rating", ["rating"]), ("source.isbn", ["source.isbn", "Source.ISBN"]), ("source.year", ["source.year"]),
            ("due date", ["prop.\"due date\"", "prop.\"Due Date\""]), ("size", ["prop.size"]), ("name", ["prop.name"]),
            ("größe", ["größe", "GRÖSSE", "grosse"]),
        ]
        let (key, spellings) = random.pick(names)
        let field = random.pick(spellings) + ":"
        let isKnown = vault.notes.contains { $0.properties[key] != nil }
        if !isKnown { return .init(text: field + "1", found: nil) }
        if random.once(in: 40) { return .init(text: "nosuchkey:1", found: nil) }
        if random.once(in: 6) { return propertyGlob(field, key) }
        let known = vault.notes.flatMap { entries($0, key) }
        let kind = known.isEmpty ? 2 : random.below(3)
        switch known.isEmpty ? .text("x") : random.pick(known) {
        case .number where kind < 2:
            return values(field) { generator in
                let (text, test) = generator.comparison(["1", "2", "2.5", "10", "-4", "0", "2020", "1k"]) {
                    Self.magnitude($0) ?? 0
                }
                return (
                    text,
                    vault.found { note in
                        generator.entries(note, key).contains {
                            generator.propertyHolds(text, $0, number: test, date: generator.asDates(text))
                        }
                    }
                )
            }
        case .date where kind < 2:
            return values(field) { generator in
                guard let (text, holds) = generator.dateValue() else { return ("today", []) }
                return (
                    text,
                    vault.found {
                        generator.entries($0, key).contains {
                            generator.propertyHolds(text, $0, number: generator.asNumbers(text), date: holds)
                        }
                    }
                )
            }
        default: break
        }
        return values(field) { generator in
            let flags = ["true", "yes", "on", "false", "no", "off"]
            let texts = known.compactMap(\.text).filter { !$0.contains(":") }
            let text = generator.respelled(
                generator.random.pick(flags + texts + texts + ["Luhmann", "nothing", "été"]))
            return (
                generator.atom(text, inValue: true),
                vault.found { generator.entries($0, key).contains { generator.valueMatches(text, $0) } }
            )
        }
    }

    private static func textMatches(_ text: String, _ value: OracleNote.Value) -> Bool {
        guard !"<>=".contains(text.prefix(1)), !text.contains("..") else { return false }
        return value.text.map { OracleText.fold($0) == OracleText.fold(text) } ?? false
    }

    /// Returns whether a value equals a text, compared as a number, a date, a boolean or text.
    private func valueMatches(_ text: String, _ value: OracleNote.Value) -> Bool {
        let folded = OracleText.fold(text)
        if Self.textMatches(text, value) { return true }
        switch value {
        case .number(let number, _): return Self.magnitude(text) == number
        case .flag(let flag, _):
            return ["true", "yes", "on"].contains(folded) && flag || ["false", "no", "off"].contains(folded) && !flag
        case .date(let moment, _):
            if let year = year(text) { return year.holds("", moment) }
            guard let span = daySpan(text) else { return false }
            return span.contains(moment)
        default: return false
        }
    }

    /// Returns the span of a date in a form of front matter, with or without a time and a zone.
    private func daySpan(_ text: String) -> Range<Int>? {
        for note in vault.notes {
            for value in note.properties.values.flatMap(\.entries) {
                if case .date(let moment, let written) = value, OracleText.fold(written) == OracleText.fold(text) {
                    switch written.count {
                    case 10: return moment..<calendar.day(calendar.wall(moment), adding: 1)
                    case 16: return moment..<(moment + 60)
                    default: return moment..<(moment + 1)
                    }
                }
            }
        }
        return nil
    }

    private mutating func propertyGlob(_ field: String, _ key: String) -> QueryTree.Leaf {
        let vault = vault
        let texts = vault.notes.flatMap { entries($0, key) }.compactMap(\.text)
        let pattern = pattern(texts.isEmpty ? "x" : random.pick(texts))
        return .init(
            text: field + quoted(pattern),
            found: vault.found {
                entries($0, key).contains { $0.text.map { OracleText.glob(pattern, matches: $0) } ?? false }
            })
    }
}
