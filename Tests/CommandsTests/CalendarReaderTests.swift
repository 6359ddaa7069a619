import Foundation
import Notes
import SourceText
import TestSupport
import Testing

private enum CalendarLibrary {
    static let isInstalled = (try? TestProcess.run("python3", ["-c", "import icalendar, dateutil"]).status) == 0
}

/// Exported calendars, read by the library icalendar of Python, and their rules expanded by dateutil.
@Suite(.enabled(if: CalendarLibrary.isInstalled, "python3-icalendar is not installed")) struct CalendarReaderTests {
    /// Prints each component as a JSON object, with the first 40 dates of its rule within 20 years.
    private static let script = """
        import datetime, json, sys, icalendar
        from dateutil import rrule
        data = sys.stdin.buffer.read()
        assert all(len(line) <= 75 for line in data.split(b"\\r\\n")), "a line is too long"
        for part in icalendar.Calendar.from_ical(data).subcomponents:
            assert not part.errors, part.errors
            found = {"kind": part.name, "uid": str(part["UID"]), "summary": str(part["SUMMARY"]), "dates": []}
            for name in "DTSTART", "DTEND", "DUE":
                if name in part: found[name] = part.decoded(name).isoformat()
            for name in "STATUS", "PRIORITY":
                if name in part: found[name] = str(part[name])
            if "RRULE" in part:
                start = datetime.datetime.combine(part.decoded("DTSTART"), datetime.time())
                rule = rrule.rrulestr(part["RRULE"].to_ical().decode(), dtstart=start)
                last = start + datetime.timedelta(days=20 * 365)
                for date in rule:
                    if date > last or len(found["dates"]) == 40: break
                    found["dates"].append(date.date().isoformat())
            print(json.dumps(found))
        """

    private struct Component: Decodable {
        var kind: String
        var uid: String
        var summary: String
        var dates: [String]
        var start: String?
        var end: String?
        var due: String?
        var status: String?
        var priority: String?

        enum CodingKeys: String, CodingKey {
            case kind, uid, summary, dates
            case start = "DTSTART", end = "DTEND", due = "DUE", status = "STATUS", priority = "PRIORITY"
        }
    }

    private static func components(_ console: Console, _ arguments: String...) throws -> [Component] {
        let output = console.slip(["export", "--ics", "-"] + arguments).output
        let result = try TestProcess.run("python3", ["-c", script], input: Array(output.utf8))
        #expect(result.status == 0, "\(result.errors)")
        return try result.output.split(separator: "\n").map {
            try JSONDecoder().decode(Component.self, from: Data($0.utf8))
        }
    }

    private static let texts = [
        "call Ada", "a, b; c \\ d", "größe 漢字 👍🏽 " + String(repeating: "long text ", count: 12), "\"quoted\": x",
        String(repeating: "漢", count: 60),
    ]

    private static let rules = [
        "every day", "every 3 days", "every weekday", "every week", "every 2 weeks on Monday, Thursday",
        "every week on Sunday", "every month", "every 3 months on the 1st and 15th", "every month on the last",
        "every month on the 2nd last", "every month on the last Friday", "every 2 months on the 5th Monday",
        "every month on the 31st", "every year", "every 4 years", "every January on the 15th",
        "every April and December on the 1st", "every February on the 29th", "every March on the 2nd Tuesday",
        "every May and June", "every 10 days when done", "every blue moon",
    ]

    @Test func `each task with a date is read as one component`() throws {
        let marks = [(" ", "NEEDS-ACTION"), ("/", "IN-PROCESS"), ("x", "COMPLETED"), ("-", "CANCELLED")]
        var note = "- [ ] no date\n"
        for (number, text) in Self.texts.enumerated() {
            for (mark, _) in marks { note += "- [\(mark)] \(text)\(number) ⏫ 🛫 2026-02-0\(number + 1) 📅 2026-03-31\n" }
        }
        let console = try Console(["Größe/a.md": note])
        let todos = try Self.components(console)
        #expect(todos.count == Self.texts.count * marks.count && Set(todos.map(\.uid)).count == todos.count)
        for (index, todo) in todos.enumerated() {
            let number = index / marks.count
            #expect(todo.kind == "VTODO" && todo.summary == "\(Self.texts[number])\(number)")
            #expect(todo.start == "2026-02-0\(number + 1)" && todo.due == "2026-03-31" && todo.priority == "3")
            #expect(todo.status == marks[index % marks.count].1)
        }
        let events = try Self.components(console, "--events")
        #expect(events.count == todos.count * 2 && Set(events.map(\.uid)).count == events.count)
        #expect(events.allSatisfy { $0.kind == "VEVENT" })
        #expect(events[0].start == "2026-03-31" && events[0].end == "2026-04-01")
        #expect(events[1].start == "2026-02-01" && events[1].summary == "\(Self.texts[0])0 (start)")
    }

    @Test func `the dates of each rule are those of slip`() throws {
        var tasks: [(rule: String, day: CivilTime)] = []
        let first = CivilTime(year: 2024, month: 1, day: 1)
        for rule in Self.rules {
            for day in stride(from: 0, to: 800, by: LongTests.areWanted ? 1 : 13) {
                tasks.append((rule, first.adding(days: day)))
            }
            tasks.append((rule, CivilTime(year: 2024, month: 2, day: 29)))
        }
        let console = try Console([
            "a.md": tasks.map { "- [ ] a 🔁 \($0.rule) 📅 \($0.day.dayText)\n" }.joined()
        ])
        let todos = try Self.components(console)
        #expect(todos.count == tasks.count)
        var compared = 0
        for (task, todo) in zip(tasks, todos) where !todo.dates.isEmpty {
            compared += 1
            let rule = try #require(RecurrenceRule(task.rule))
            var date = task.day
            for (index, found) in todo.dates.enumerated() {
                #expect(found == date.dayText, "\(task.rule) from \(task.day.dayText), date \(index)")
                guard index + 1 < todo.dates.count else { break }
                date = try #require(rule.next(after: date))
            }
        }
        #expect(compared > tasks.count / 4)
    }
}
