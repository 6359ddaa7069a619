import Foundation
import SourceText
import TestSupport
import Testing

/// Properties that the configuration declares as dates: every form of a date is compared, sorted and grouped as one.
@Suite struct DeclaredDateTests {
    /// Dates as people write them, from the first to the last. A month or a year is its first day.
    private static let dates = [
        "-0044-03-15", "1999", "2025-12-31T23:30:00-05:00", "2026-01-02", "2026-02", "20260203", "2026-03",
        "2026-03-05 10:00", "2026-03-05T11:00:00Z", "2026-03-06", "2027",
    ]

    private static func vault(quoted: Bool, declaration: String = "date") throws -> Console {
        var files = [
            ".slipbox/config.yaml": "properties: {due: \(declaration)}\n", "none.md": "x",
            "odd.md": "---\ndue: 2024-3-1\n---\n",
        ]
        for (number, date) in dates.enumerated() {
            files["\(name(number)).md"] = "---\ndue: \(quoted ? "\"\(date)\"" : date)\n---\n"
        }
        return try Console(files)
    }

    /// Names in another order than the dates.
    private static func name(_ number: Int) -> String { "\((number * 7) % dates.count + 10)" }

    private static func numbers(_ console: Console, _ query: String) -> [Int] {
        let names = Dictionary(uniqueKeysWithValues: dates.indices.map { ("\(name($0)).md", $0) })
        return console.slip("search", "--format", "paths", "--", query).lines.map { names[$0] ?? -1 }
    }

    @Test(arguments: [false, true], ["date", "{type: list, of: date}"])
    func `all forms are sorted as dates, and others come last`(_ quoted: Bool, _ declaration: String) throws {
        let console = try Self.vault(quoted: quoted, declaration: declaration)
        let order = Array(Self.dates.indices)
        #expect(Self.numbers(console, "sort:due") == order.reversed() + [-1, -1])
        #expect(Self.numbers(console, "sort:due+") == order + [-1, -1])
        // A value that is no date comes before none.
        #expect(console.slip("search", "sort:due", "--format", "paths").lines.suffix(2) == ["odd.md", "none.md"])
    }

    @Test(arguments: [false, true])
    func `all forms are compared as dates`(_ quoted: Bool) throws {
        let console = try Self.vault(quoted: quoted)
        for (number, date) in Self.dates.enumerated() {
            let span = try #require(DateText(extended: date)?.range(in: .utc))
            let starts = try Self.dates.map { try #require(DateText(extended: $0)).moment(in: .utc) }
            func expect(_ query: String, _ holds: (Moment) -> Bool) {
                let found = Set(Self.numbers(console, query))
                #expect(found == Set(starts.indices.filter { holds(starts[$0]) }), "\(query)")
            }
            expect("due:<\"\(date)\"") { $0 < span.lowerBound }
            expect("due:>=\"\(date)\"") { $0 >= span.lowerBound }
            expect("due:>\"\(date)\"") { $0 >= span.upperBound }
            expect("due:\"\(date)\"..") { $0 >= span.lowerBound }
            expect("due:\"\(date)\"") { span.contains($0) || $0 == starts[number] }
        }
        #expect(console.slip("search", "due:>5").isError("is not a date"))
    }

    @Test func `days are sections, and those of equal days are one`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "properties: {due: date}\n", "a.md": "---\ndue: 2026-03\n---\n",
            "b.md": "---\ndue: 2026-03-01\n---\n", "c.md": "---\ndue: \"2026-03-01\"\n---\n",
            "d.md": "---\ndue: 2026-03-01 10:00\n---\n", "e.md": "---\ndue: 2025\n---\n", "f.md": "x",
            "g.md": "---\ndue: soon\n---\n", "h.md": "---\ndue: 20251231\n---\n",
        ])
        func labels(_ group: String) -> [String] {
            let text = console.slip("search", "group:\(group)", "--format", "json", "--fields", "group").output
            return text.matches(of: /"group": "([^"]*)", "notes"/).map { String($0.1) }
        }
        #expect(labels("due") == ["2025", "20251231", "2026-03-01", "soon", "(none)"])
        #expect(labels("due-") == ["2026-03-01", "20251231", "2025", "soon", "(none)"])
        #expect(console.slip("search", "due:2026-03-01", "--count").output == "4\n")
    }

    @Test func `set accepts all forms, and names the form of others`() throws {
        let console = try Self.vault(quoted: false)
        for date in Self.dates {
            #expect(console.slip("set", "odd.md", "due=\(date)").status == 0, "\(date)")
            #expect(try console.read("odd.md").contains(date), "\(date)")
        }
        #expect(console.slip("set", "odd.md", "due=2026-3-1").errors.contains("did you mean '2026-03-01'?"))
        try console.write("odd.md", "---\ndue: 2024-3-1\n---\n")
        let check = console.slip("check", "--kind", "bad-value").output
        #expect(check == "odd.md:2:6: bad-value: 'due' must be a date, not '2024-3-1'; did you mean '2024-03-01'?\n")
    }

    @Test func `a month is stale like its first day`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "properties: {reviewed: {type: date, stale-after: 30d}}\n",
            "a.md": "---\nreviewed: 2024-02\n---\n", "b.md": "---\nreviewed: 2024-03\n---\n",
            "c.md": "---\nreviewed: 2023\n---\n",
        ])
        #expect(console.slip("search", "is:stale sort:path", "--format", "paths").lines == ["a.md", "c.md"])
    }
}
