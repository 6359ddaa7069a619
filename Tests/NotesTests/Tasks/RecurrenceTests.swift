import Notes
import SourceText
import TestSupport
import Testing

@Suite struct RecurrenceTests {
    private static func day(_ text: String) throws -> CivilTime { try #require(DateText(text)).civil }

    @Test(arguments: [
        ("every day", "2026-02-28", "2026-03-01"), ("every 3 days", "2026-02-27", "2026-03-02"),
        ("every weekday", "2026-03-06", "2026-03-09"), ("every 2 weekdays", "2026-03-06", "2026-03-10"),
        ("every week", "2026-03-02", "2026-03-09"), ("every 2 weeks on Monday, Thursday", "2026-03-02", "2026-03-05"),
        ("every 2 weeks on Monday, Thursday", "2026-03-05", "2026-03-16"),
        ("Every WEEK on Sunday", "2026-03-01", "2026-03-08"),
        ("every month", "2026-01-31", "2026-02-28"), ("every month on the 31st", "2026-01-31", "2026-03-31"),
        ("every month on the last", "2026-01-31", "2026-02-28"),
        ("every month on the 2nd last", "2026-01-30", "2026-02-27"),
        ("every month on the last Friday", "2026-03-27", "2026-04-24"),
        ("every month on the 1st and 15th", "2026-03-01", "2026-03-15"),
        ("every month on the 1st, 15th", "2026-03-15", "2026-04-01"),
        ("every 6 months on the 1st Wednesday", "2026-03-04", "2026-09-02"),
        ("every month on the 5th Monday", "2026-03-30", "2026-06-29"), ("every year", "2024-02-29", "2025-02-28"),
        ("every January on the 15th", "2026-01-15", "2027-01-15"),
        ("every April and December on the 1st and 24th", "2026-04-24", "2026-12-01"),
        ("every February on the 29th", "2024-02-29", "2028-02-29"),
        ("every February on the 5th Friday", "2008-02-29", "2036-02-29"),
        ("every February on the 29th", "2096-02-29", "2104-02-29"),
        ("every February on the last", "2024-02-29", "2025-02-28"),
        ("every January", "2026-01-31", "2027-01-31"), ("every month on the 31st", "2026-12-31", "2027-01-31"),
    ])
    func `the next date follows the rule`(_ rule: String, _ date: String, _ next: String) throws {
        let found = try #require(RecurrenceRule(rule)).next(after: Self.day(date))
        #expect(found?.dayText == next)
    }

    @Test(arguments: [
        "every blue moon", "every", "", "week", "every 0 days", "every week on", "every week on the 3rd",
        "every day on Monday",
        "every month on Monday", "every month on the 32nd", "every month on the 6th Friday", "every month on the 0th",
        "every year on the 1st", "every 2 January", "every January and", "every day when", "every day done",
        "every day twice",
        "every month on the 1st and", "every -1 days", "every 99999999999999999999 days", "every mo",
        "every week on Moonday",
    ])
    func `a rule of another form is unknown`(_ rule: String) { #expect(RecurrenceRule(rule) == nil) }

    @Test func `a rule may count from the day of completion`() {
        #expect(RecurrenceRule("every 10 days when done")?.isWhenDone == true)
        #expect(RecurrenceRule("every week on Monday when done")?.isWhenDone == true)
        #expect(RecurrenceRule("every 10 days")?.isWhenDone == false)
    }

    /// Whether `day` is a date of a rule that starts at `start`, decided for each day separately.
    private static func isDate(_ rule: RecurrenceRule, _ day: CivilTime, from start: CivilTime) -> Bool {
        let days = day.dayNumber - start.dayNumber
        let months = (day.year - start.year) * 12 + day.month - start.month
        let length = CivilTime.daysIn(month: day.month, year: day.year)
        func isOn(_ wanted: [RecurrenceRule.MonthDay]) -> Bool {
            if wanted.isEmpty { return day.day == min(start.day, length) }
            return wanted.contains { part in
                switch part {
                case .day(let number): day.day == (number > 0 ? number : length + 1 + number)
                case .weekday(let number, let weekday):
                    day.weekday == weekday
                        && (number > 0 ? (day.day - 1) / 7 + 1 == number : (length - day.day) / 7 + 1 == -number)
                }
            }
        }
        switch rule.unit {
        case .days: return days % rule.count == 0
        case .weekdays:
            guard day.weekday < 5 else { return false }
            let between = (1...days).count { start.adding(days: $0).weekday < 5 }
            return between == rule.count
        case .weeks(let weekdays):
            let weeks = (days + start.weekday - day.weekday) / 7
            return weeks % rule.count == 0
                && (weekdays.isEmpty ? day.weekday == start.weekday : weekdays.contains(day.weekday))
        case .months(let wanted): return months % rule.count == 0 && isOn(wanted)
        case .years: return months % (12 * rule.count) == 0 && isOn([])
        case .namedMonths(let names, let wanted): return names.contains(day.month) && isOn(wanted)
        }
    }

    private static func pick(_ texts: [String], _ random: inout FixedGenerator) -> String {
        texts.randomElement(using: &random) ?? ""
    }

    /// Returns a rule of the grammar.
    private static func rule(_ random: inout FixedGenerator) -> String {
        let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Mon", "fri"]
        let months = ["January", "February", "March", "April", "May", "June", "Sep", "October", "November", "December"]
        func dayOfMonth() -> String {
            let ordinal = pick(["1st", "2nd", "3rd", "4th", "15th", "29th", "30th", "31st"], &random)
            return switch Int.random(in: 0..<5, using: &random) {
            case 0: "last"
            case 1: "2nd last"
            case 2: "last \(pick(weekdays, &random))"
            case 3: "\(pick(["1st", "2nd", "5th"], &random)) \(pick(weekdays, &random))"
            default: ordinal
            }
        }
        func onDays() -> String {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: ""
            case 1: " on the \(dayOfMonth())"
            default: " on the \(dayOfMonth()) and \(dayOfMonth())"
            }
        }
        let number = Bool.random(using: &random) ? "" : "\(Int.random(in: 0..<5, using: &random) + 1) "
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "every \(number)days"
        case 1: return "every \(number)weekday"
        case 2:
            let list = (0...Int.random(in: 0..<3, using: &random)).map { _ in pick(weekdays, &random) }.joined(
                separator: pick([", ", " and "], &random))
            return "every \(number)weeks" + (Bool.random(using: &random) ? "" : " on \(list)")
        case 3: return "every \(number)month\(onDays())"
        case 4: return "every \(number)year"
        default:
            let list = (0...Int.random(in: 0..<2, using: &random)).map { _ in pick(months, &random) }.joined(
                separator: " and ")
            return "every \(list)\(onDays())"
        }
    }

    @Test func `next dates are those of a calendar that tests each day`() throws {
        var random = FixedGenerator(60)
        for _ in 0..<3000 {
            let text = Self.rule(&random)
            let rule = try #require(RecurrenceRule(text), "\(text)")
            // 20 years with leap years.
            let start = CivilTime(year: 2015, month: 1, day: 1).adding(
                days: Int.random(in: 0..<365 * 20, using: &random))
            let expected = (1...366 * 9).lazy.map { start.adding(days: $0) }.first {
                Self.isDate(rule, $0, from: start)
            }
            guard let expected else { continue }
            #expect(rule.next(after: start) == expected, "\(text) after \(start.dayText)")
        }
    }
}
