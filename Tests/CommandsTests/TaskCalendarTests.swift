import Foundation
import TestSupport
import Testing

@Suite struct TaskCalendarTests {
    private static func console(_ note: String) throws -> Console {
        let terminal = try Console(["a.md": note])
        terminal.now = "2026-03-03T12:00:00Z"
        return terminal
    }

    /// Returns a calendar without the line ends of folded lines. A fold may be within a character of several code points.
    private static func unfolded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: [13, 10, 32]) {
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the components of a calendar as lines, unfolded, without those that depend on the folder.
    private static func components(_ text: String) -> [[String]] {
        let lines = unfolded(text).components(separatedBy: "\r\n")
        var components: [[String]] = []
        for line in lines where !line.hasPrefix("URL") && !line.hasPrefix("DTSTAMP") {
            if line.hasPrefix("BEGIN:V") { components.append([]) }
            components[components.count - 1].append(line)
        }
        return components
    }

    @Test func `a summary has no comments and no markup`() throws {
        let terminal = try Self.console("- [ ] open %%secret%%<!-- hidden --> **bold** [[L|label]] 📅 2026-03-04\n")
        let calendar = terminal.slip("export", "--ics", "-").output
        #expect(calendar.contains("SUMMARY:open bold label\r\n"), "\(calendar)")
    }

    @Test func `each task with a date is a component`() throws {
        let terminal = try Self.console(
            "- [ ] a, b; c 📅 2026-03-05 🛫 2026-03-01 ⏫ 🆔 one\n- [x] done ✅ 2026-02-01\n- [-] dropped ⏳ 2026-02-02\n- [ ] no date\n"
        )
        let found = Self.components(terminal.slip("export", "--ics", "-").output)
        #expect(found.count == 4 && found[0][0] == "BEGIN:VCALENDAR")
        #expect(
            found[1] == [
                "BEGIN:VTODO", "UID:one@slipbox", "SUMMARY:a\\, b\\; c", "DTSTART;VALUE=DATE:20260301",
                "DUE;VALUE=DATE:20260305", "PRIORITY:3", "STATUS:NEEDS-ACTION", "END:VTODO",
            ])
        #expect(found[2].contains("STATUS:COMPLETED") && found[2].contains("COMPLETED:20260201T000000Z"))
        #expect(found[3].contains("STATUS:CANCELLED"))
        let events = Self.components(terminal.slip("export", "--ics", "-", "--events", "is:open").output)
        #expect(events.map { $0.first ?? "" } == ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VEVENT"])
        #expect(events[1].contains("DTSTART;VALUE=DATE:20260305") && events[1].contains("DTEND;VALUE=DATE:20260306"))
    }

    @Test(arguments: [
        ("every day", "2026-03-05", "FREQ=DAILY"),
        ("every 2 weeks on Monday, Thursday", "2026-03-05", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("every week on Monday", "2026-03-05", nil), ("every month", "2026-03-05", "FREQ=MONTHLY"),
        ("every month", "2026-03-31", nil),
        ("every month on the last Friday", "2026-03-27", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("every month on the 1st and 15th", "2026-03-15", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("every month on the 1st and last Friday", "2026-03-27", nil),
        ("every weekday", "2026-03-05", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every 2 weekdays", "2026-03-05", nil), ("every year", "2026-03-05", "FREQ=YEARLY"),
        ("every year", "2024-02-29", nil),
        ("every April and December on the 1st", "2026-04-01", "FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=1"),
        ("every day when done", "2026-03-05", nil), ("every blue moon", "2026-03-05", nil),
    ])
    func `a rule is exported only if the calendar's is the same`(_ rule: String, _ due: String, _ expected: String?)
        throws
    {
        let output = try Self.console("- [ ] a 🔁 \(rule) 📅 \(due)\n").slip("export", "--ics", "-").output
        let found = output.components(separatedBy: "\r\n").first { $0.hasPrefix("RRULE:") }
        #expect(found == expected.map { "RRULE:\($0)" })
    }

    @Test func `lines have at most 75 octets, identifiers are unique, and the file is stable`() throws {
        let long = String(repeating: "größe 漢字 👍🏽 ", count: 20)
        let terminal = try Self.console(
            "- [ ] \(long) 📅 2026-03-05\n- [ ] a 📅 2026-03-05\n- [ ] a 📅 2026-03-06\n- [ ] a 📅 2026-03-06\n")
        #expect(terminal.slip("export", "--ics", "t.ics").status == 0)
        let first = try terminal.read("t.ics")
        let lines = first.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 } && lines.last?.isEmpty == true)
        #expect(Self.unfolded(first).contains("SUMMARY:\(long.dropLast())\r\n"))
        let identifiers = lines.filter { $0.hasPrefix("UID:") }
        #expect(Set(identifiers).count == 4)
        terminal.now = "2027-01-01T00:00:00Z"
        try terminal.write("b.md", "- [ ] other\n")
        #expect(terminal.slip("export", "--ics", "t.ics").status == 0)
        #expect(try terminal.read("t.ics") == first)
    }

    /// Returns the identifier of each task by its text and status, as `a OPEN`.
    private static func identifiers(_ terminal: Console) -> [String: [String]] {
        var found: [String: [String]] = [:]
        for lines in components(terminal.slip("export", "--ics", "-", "is:all").output) {
            let values = Dictionary(lines.map { $0.components(separatedBy: ":") }.map { ($0[0], $0.last ?? "") }) { $1 }
            guard let uid = values["UID"], let status = values["STATUS"] else { continue }
            found["\(values["SUMMARY"] ?? "") \(status)", default: []].append(uid)
        }
        return found
    }

    @Test func `the open task of a recurrence keeps its identifier`() throws {
        let terminal = try Self.console("- [ ] a 🔁 every day 📅 2026-03-02\n- [ ] b 🔁 every day 📅 2026-03-02 🆔 b\n")
        let first = try #require(Self.identifiers(terminal)["a NEEDS-ACTION"])
        for line in 1...3 {
            #expect(terminal.slip("task", "done", "a.md:1").status == 0)
            let now = Self.identifiers(terminal)
            #expect(now["a NEEDS-ACTION"] == first)
            #expect(Set(now["a COMPLETED"] ?? first).subtracting(first).count == line)
        }
        // The last task keeps it when no next one is written.
        #expect(terminal.slip("task", "set", "a.md:1", "repeat=").status == 0)
        #expect(terminal.slip("task", "done", "a.md:1").status == 0)
        let now = Self.identifiers(terminal)
        #expect(now["a COMPLETED"]?.count == 4 && now["a COMPLETED"]?.contains(first[0]) == true)
    }

    /// Comparing each identifier with all others would take minutes.
    @Test(.takes(atMostMinutes: 1)) func `thousands of tasks with the same text have unique and stable identifiers`()
        throws
    {
        let task = "- [ ] a 📅 2026-03-05\n"
        let terminal = try Self.console(String(repeating: task, count: 8000) + "- [ ] a 📅 2026-03-06\n")
        let found = Self.identifiers(terminal)["a NEEDS-ACTION"] ?? []
        #expect(found.count == 8001 && Set(found).count == 8001)
        #expect(found[1].hasSuffix("-20260305@slipbox") && found[2].hasSuffix("-20260305-2@slipbox"))
        #expect(found[7999].hasSuffix("-20260305-7999@slipbox") && found[8000].hasSuffix("-20260306@slipbox"))
    }

    @Test func `an identifier is escaped`() throws {
        let terminal = try Self.console("- [ ] a [due:: 2026-03-05] [id:: x,y;z\\n]\n")
        #expect(terminal.slip("export", "--ics", "-").output.contains("\r\nUID:x\\,y\\;z\\\\n@slipbox\r\n"))
    }

    @Test func `export without dated tasks is an empty calendar with exit status 1`() throws {
        let terminal = try Self.console("- [ ] a\n")
        let result = terminal.slip("export", "--ics", "-")
        #expect(result.status == 1 && result.output.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(
            terminal.slip("export", "--events").status == 2
                && terminal.slip("export", "--ics", "-", "-f", "csv").status == 2)
    }

    @Test func `an export replaces only a calendar`() throws {
        let console = try Console(["a.md": "- [ ] t 📅 2026-01-01\n"])
        for name in ["a.md", ".slipbox/config.yaml"] {
            try console.write(".slipbox/config.yaml", "near: true\n")
            let result = console.slip("export", "--ics", name)
            #expect(result.isError("exists and is not a calendar"), "\(result)")
        }
        #expect(try console.read("a.md") == "- [ ] t 📅 2026-01-01\n")
        #expect(console.slip("export", "--ics", "t.ics").status == 0)
        #expect(console.slip("export", "--ics", "t.ics").status == 0)
        #expect(console.slip("export", "--sqlite", "-").isError("cannot be printed") && !console.exists("-"))
    }
}
