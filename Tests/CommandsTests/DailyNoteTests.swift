import Foundation
import QueryLanguage
import SourceText
import TestSupport
import Testing

/// Daily notes, statistics, calendars, exports and graphs.
@Suite struct DailyNoteTests {
    private static let days: [(String, String?)] = [
        ("today", "2024-03-30"), ("yesterday", "2024-03-29"), ("tomorrow", "2024-03-31"), ("friday", "2024-03-29"),
        ("saturday", "2024-03-30"), ("last friday", "2024-03-29"), ("last saturday", "2024-03-23"),
        ("next saturday", "2024-04-06"), ("next sunday", "2024-03-31"), ("this monday", "2024-03-25"),
        ("3 days ago", "2024-03-27"), ("a week ago", "2024-03-23"), ("in 2 weeks", "2024-04-13"), ("-1w", "2024-03-23"),
        ("+3d", "2024-04-02"), ("-1mo", "2024-02-29"), ("2024-02-03", "2024-02-03"), ("20240203", "2024-02-03"),
        ("Last  FRI", "2024-03-29"), ("nonsense", nil), ("", nil), ("last", nil), ("2024-13-01", nil), ("2024-03", nil),
        ("999999999999d ago", nil), ("in -3 days", nil), ("in -9223372036854775808 weeks", nil),
        ("in 100000 years", nil), ("-999999999999999999999d", nil), ("fr", nil),
    ]

    @Test(arguments: days) func `words for days are parsed`(text: String, wanted: String?) {
        // A Saturday.
        let today = CivilTime(year: 2024, month: 3, day: 30, hour: 12)
        #expect(DayWords.day(text, today: today)?.dayText == wanted)
    }

    @Test func `today and yesterday name daily notes, after notes with such a name`() throws {
        let console = try Console(["2024-03-29.md": "Rain\n", ".slipbox/config.yaml": ""])
        #expect(console.slip("show", "yesterday").output.contains("Rain"))
        let missing = console.slip("show", "today")
        #expect(missing.status != 0 && missing.errors.contains("slip daily 2024-03-30"), "\(missing.errors)")
        #expect(console.slip("rename", "yesterday", "Then").errors.contains("using '2024-03-29.md' for 'yesterday'"))
        try console.write("Today.md", "Named\n")
        #expect(console.slip("show", "today").output.contains("Named"))
    }

    @Test func `words for months are parsed`() {
        let today = CivilTime(year: 2024, month: 3, day: 30)
        for (text, wanted) in [
            ("2024-02", "2024-02"), ("march", "2024-03"), ("april", "2023-04"), ("may 2021", "2021-05"),
            ("last month", "2024-02"), ("next month", "2024-04"), ("nonsense", nil), ("", nil),
        ] { #expect(DayWords.month(text, today: today)?.monthText == wanted, "\(text)") }
    }

    @Test func `a daily note is created once, with the configured folder, name and template`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "daily: {folder: Journal, name: \"{{year}}/{{date}}\", template: day}\n",
            ".slipbox/templates/day.md": "---\nkeywords: [journal]\n---\n\n# {{date}}\n",
        ])
        let made = console.slip("today", "--print")
        #expect(made.output == "Journal/2024/2024-03-30.md\n", "\(made)")
        let text = try console.read("Journal/2024/2024-03-30.md")
        #expect(
            text.contains("keywords: [journal]") && text.contains("# 2024-03-30")
                && text.contains("created: 2024-03-30T12:00:00Z"))
        #expect(console.slip("daily", "today", "-p").output == made.output)
        #expect(try console.read("Journal/2024/2024-03-30.md") == text)
        #expect(console.slip("daily", "last", "friday").output == "Journal/2024/2024-03-29.md\n")
        #expect(try console.read("Journal/2024/2024-03-29.md").contains("created: 2024-03-29\n"))
        #expect(console.slip("search", "created:2024-03-29", "-c").output == "1\n")
        #expect(console.slip("undo").status == 0)
        #expect(!console.exists("Journal/2024/2024-03-29.md"))
    }

    @Test func `today opens the daily note in the editor`() throws {
        let console = try Console(["a.md": ""])
        console.isTerminal = true
        console.variables["EDITOR"] = "ed -q"
        var calls: [String] = []
        console.runShell = { command, arguments in
            calls.append(command + " " + arguments.map { String(decoding: $0, as: UTF8.self).suffix(13) }.joined())
            return 0
        }
        #expect(console.slip("today").status == 0)
        #expect(calls == ["ed -q 2024-03-30.md"])
    }

    @Test func `without an editor, today prints the path of the note and starts no program`() throws {
        let console = try Console(["a.md": ""])
        console.isTerminal = true
        for variables in [[:], ["EDITOR": "", "VISUAL": ""]] {
            console.variables = variables
            var calls = 0
            console.runShell = { _, _ in
                calls += 1
                return 0
            }
            let result = console.slip("today")
            #expect(result.status == 0 && result.output == "2024-03-30.md\n" && calls == 0, "\(result)")
            #expect(result.errors.contains("no editor is set; set VISUAL or EDITOR"))
        }
        #expect(console.exists("2024-03-30.md"))
    }

    @Test(arguments: ["{folder: ../out}", "{name: \"../../x\"}", "{name: /}", "{folder: .slipbox}"])
    func `no daily note is created outside of the vault`(setting: String) throws {
        let console = try Console([".slipbox/config.yaml": "daily: \(setting)\n"])
        let before = try console.paths()
        #expect(console.slip("today", "-p").status == 2)
        #expect(try console.paths().filter { $0.hasSuffix(".md") } == before.filter { $0.hasSuffix(".md") })
    }

    @Test func `daily refuses a word that is not a day, and creates nothing`() throws {
        let console = try Console(["a.md": ""])
        #expect(console.slip("daily", "someday").isError("'someday' is not a day"))
        #expect(console.slip("daily", "tomorrow", "-n").output.contains("+created: 2024-03-31"))
        #expect(!console.exists("2024-03-31.md"))
    }

    private static func vault(_ seed: UInt64) throws -> (
        console: Console, notes: [(day: String, status: String, words: Int)]
    ) {
        var random = FixedGenerator(seed)
        let console = try Console([:])
        try console.write(".slipbox/config.yaml", "")
        var notes: [(day: String, status: String, words: Int)] = []
        for number in 0..<60 {
            let day = "2024-0\(1 + random.below(3))-\(10 + random.below(19))"
            let status = random.pick(["draft", "review", "archived", "odd"])
            let words = random.below(20)
            try console.write(
                "\(random.pick(["", "A/", "A/B/"]))n\(number).md",
                "---\ncreated: \(day)\nstatus: \(status)\nkeywords: [k\(random.below(3))]\n---\n"
                    + String(repeating: "word ", count: words) + "\n")
            notes.append((day, status, words))
        }
        return (console, notes)
    }

    @Test(arguments: [1, 2]) func `stats match counts made by hand`(seed: UInt64) throws {
        let (console, notes) = try Self.vault(seed)
        let json = try console.slip("stats", "--format", "json").object()
        #expect(json["notes"] as? Int == 60)
        #expect(json["words"] as? Int == notes.map(\.words).reduce(0, +))
        func counts(_ name: String, _ key: String) -> [String: Int] {
            let rows = json[name] as? [[String: Any]] ?? []
            return Dictionary(rows.compactMap { row in (row[key] as? String).map { ($0, row["notes"] as? Int ?? 0) } })
            { a, _ in a }
        }
        #expect(counts("statuses", "name") == Dictionary(grouping: notes, by: \.status).mapValues(\.count))
        #expect(counts("created", "day") == Dictionary(grouping: notes, by: \.day).mapValues(\.count))
        let months = json["months"] as? [[String: Any]] ?? []
        #expect(months.last?["total"] as? Int == 60)
        let drafts = console.slip("stats", "status:draft", "--format", "csv").output
        #expect(drafts.contains("total,notes,\(notes.count { $0.status == "draft" })\n"))
        for count in [Dictionary(grouping: notes, by: \.day)["2024-02-14"]?.count ?? 0] {
            let month = console.slip("calendar", "2024-02", "--format", "json").output
            #expect(month.contains("{\"day\": \"2024-02-14\", \"notes\": \(count)}") == (count > 0))
        }
    }

    @Test(arguments: [40, 80, 120, 200]) func `stats and calendars fit the width`(columns: Int) throws {
        let (console, _) = try Self.vault(3)
        console.columns = columns
        for arguments in [["stats"], ["stats", "--by", "week"], ["calendar", "2024-02"], ["calendar", "2024"]] {
            let output = console.slip(arguments).output
            for line in output.split(separator: "\n") {
                #expect(TextWidth.columns(String(line)) <= max(columns, 49), "\(arguments): \(line)")
            }
        }
    }

    @Test func `export contains every note with its text`() throws {
        let console = try Console([
            "a.md": "---\ndue: 2024-01-01\n---\nOne, \"two\"\nthree\n", "F/b.md": "# B\n\nSee [[a]].\n",
        ])
        let lines = console.slip("export").output.split(separator: "\n")
        #expect(lines.count == 2)
        let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(first["body"] as? String == "One, \"two\"\nthree\n")
        #expect((first["backlinks"] as? [Any])?.count == 1)
        let csv = console.slip("export", "has:due", "--format", "csv").output
        #expect(csv.hasSuffix("\"One, \"\"two\"\"\nthree\n\"\n") && csv.contains(",due,body\n"))
        #expect(console.slip("export", "nothing").status == 1)
    }

    @Test func `graph contains the notes found and the links between them`() throws {
        let console = try Console(["a.md": "[[b]] [[b]] [[c]] [[gone]]\n", "b.md": "[[a]] [[b]]\n", "c.md": "x\n"])
        let json = console.slip("graph", "--format", "json").output
        #expect(
            json.contains(
                "\"links\": [{\"from\": \"a.md\", \"to\": \"b.md\"}, {\"from\": \"a.md\", \"to\": \"c.md\"}, {\"from\": \"b.md\", \"to\": \"a.md\"}]"
            ), "\(json)")
        #expect(json.contains("{\"from\": \"a.md\", \"target\": \"gone\"}"))
        #expect(console.slip("graph", "-name:c").output.contains("n0 -> n1;"))
        #expect(console.slip("graph", "-f", "html", "-o", "graph.html").status == 0)
        #expect(try console.read("graph.html").hasPrefix("<!DOCTYPE html>"))
        #expect(console.slip("graph", "nothing").status == 1)
    }
}
