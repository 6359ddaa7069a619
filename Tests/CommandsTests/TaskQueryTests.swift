import Foundation
import TestSupport
import Testing

@Suite struct TaskQueryTests {
    private static func vault() throws -> Console {
        let terminal = try Console([
            ".slipbox/config.yaml": "task-statuses: {\"?\": cancelled, \"!\": done}\n",
            "a.md": """
            # A

            - [ ] call Ada 📅 2026-03-05 ⏫ #home
            - [ ] write [due:: 2026-03-01] `code`
            - [x] done ✅ 2026-02-01
            - [-] dropped
            - [/] going 🛫 2026-03-01 🔁 every week

            ## Sub *part*

            - [ ] parent ⏳ 2026-03-03
              - [ ] child ⛔ abc
            - [ ] first 🆔 abc ^blk
            """,
            "D/b.md":
                "---\nstatus: review\n---\n- [ ] call Bob 🔽 #home/garden\n- [?] maybe\n- [!] urgent\n%%\n- [ ] hidden\n%%\n",
        ])
        terminal.now = "2026-03-03T12:00:00Z"
        return terminal
    }

    /// Returns the lines of the tasks that a query finds, as `a:3 b:4`.
    private static func found(_ terminal: Console, _ arguments: String...) -> String {
        terminal.slip(["task", "list"] + arguments).output.split(separator: "\n")
            .map {
                $0.split(separator: ":").prefix(2).joined(separator: ":").replacing("D/", with: "").replacing(
                    ".md", with: "")
            }
            .joined(separator: " ")
    }

    @Test func `--count prints the number of all tasks that are found`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("task", "list", "call", "--count", "--limit", "1").output == "2\n")
        let none = terminal.slip("task", "list", "nothing", "-c")
        #expect(none.output == "0\n" && none.status == 1)
        #expect(terminal.slip("task", "list", "-c", "--format", "json").isError("cannot be used together"))
    }

    @Test(arguments: [
        ("", "a:4 a:3 a:11 a:7 a:12 a:13 b:4"), ("call", "a:3 b:4"), ("\"call ada\"", "a:3"), ("/^call/", "a:3 b:4"),
        ("contains:\"ll a\"", "a:3"), ("cal*", "a:3 b:4"), ("2026", ""), ("#home", "a:3 b:4"), ("tag:=home", "a:3"),
        ("-#home", "a:4 a:11 a:7 a:12 a:13"), ("is:overdue", "a:4"), ("is:today", "a:4 a:11"), ("is:blocked", "a:12"),
        ("is:recurring", "a:7"), ("is:done", "a:5 b:6"), ("is:cancelled", "a:6 b:5"),
        ("is:done OR is:cancelled", "a:5 a:6 b:5 b:6"), ("is:all call", "a:3 b:4"),
        ("due:<2026-03-04", "a:4"), ("due:2026-03", "a:4 a:3"), ("due:today..+7d", "a:3"), ("due:+7d", "a:3"),
        ("due:7d", "a:4"),
        ("due:>=2026-03-05", "a:3"), ("due:2026-03-05,2026-03-01", "a:4 a:3"), ("scheduled:today", "a:11"),
        ("start:<today", "a:7"),
        ("done:2026-02", "a:5"), ("no:due", "a:11 a:7 a:12 a:13 b:4"), ("has:due", "a:4 a:3"),
        ("has:id OR has:after", "a:12 a:13"),
        ("priority:high", "a:3"), ("priority:>=medium", "a:3"), ("priority:<none", "b:4"),
        ("priority:low..high is:open has:priority", "a:3 b:4"),
        ("no:priority call", ""), ("heading:sub", "a:11 a:12 a:13"), ("heading:\"sub part\"", "a:11 a:12 a:13"),
        ("heading:=a", "a:4 a:3 a:11 a:7 a:12 a:13"),
        ("heading:/^Sub/", "a:11 a:12 a:13"), ("in:D", "b:4"), ("path:b", "b:4"), ("status:review", "b:4"),
        ("note:(status:review call)", "b:4"),
        ("-note:(status:review) call", "a:3"), ("note:a call", "a:3"), ("call (due:<+7d OR in:D)", "a:3 b:4"),
        ("is:orphan call", "a:3 b:4"),
        ("sort:path", "a:3 a:4 a:7 a:11 a:12 a:13 b:4"), ("sort:priority", "a:3 a:4 a:7 a:11 a:12 a:13 b:4"),
        ("sort:due-", "a:3 a:4 a:7 a:11 a:12 a:13 b:4"),
        ("sort:path- call", "b:4 a:3"), ("limit:2", "a:4 a:3"), ("limit:1 offset:1", "a:3"), ("@all call", "a:3 b:4"),
    ])
    func `a query finds tasks`(_ query: String, _ expected: String) throws {
        #expect(Self.found(try Self.vault(), query) == expected)
    }

    /// Dates of tasks are mostly in the future, unlike those of notes. Today is a Saturday.
    @Test(arguments: [
        ("due:sunday", "a:1"), ("due:today..monday", "a:1 a:2"), ("due:<=sunday", "a:1"), ("due:this-week", "a:1"),
        ("due:next-week", "a:2 a:3"), ("due:'next week'", ""), ("due:saturday", "a:3"), ("done:friday is:all", "a:4"),
        ("scheduled:sunday", "a:5"),
    ])
    func `weekdays and weeks of due dates are the next ones`(_ query: String, _ expected: String) throws {
        let console = try Console([
            "a.md": """
            - [ ] one 📅 2024-03-31
            - [ ] two 📅 2024-04-01
            - [ ] three 📅 2024-04-06
            - [x] four ✅ 2024-03-29
            - [ ] five ⏳ 2024-03-31

            """
        ])
        #expect(Self.found(console, query.replacing("'", with: "\"")) == (query.contains("'") ? "a:2 a:3" : expected))
    }

    @Test(arguments: [
        ("task:(call no:due)", "D/b.md"), ("task:(call due:<+7d)", "a.md"), ("-task:(call no:due)", "a.md"),
        ("task:(is:overdue)", "a.md"),
        ("task:(#home) status:review", "D/b.md"), ("task:open status:review", "D/b.md"),
        ("task:(open OR done) status:review", "D/b.md"),
        ("task:(call in:D)", "D/b.md"), ("task:(note:(status:review))", "D/b.md"), ("tasks:>2", "a.md"),
        ("tasks:1", "D/b.md"),
        ("linked-from:(task:(call))", ""),
    ])
    func `task with a query in parentheses finds notes`(_ query: String, _ expected: String) throws {
        let paths = try Self.vault().slip("search", query, "--format", "paths").output.split(separator: "\n")
        #expect(paths.joined(separator: " ") == expected)
    }

    @Test(arguments: [
        ("priority:hi", 9, "not a priority"), ("is:overdu", 3, "did you mean 'overdue'"),
        ("due:foo", 4, "is not a date"), ("has:dew", 4, "no property"),
        ("due:2026-03..2026-01", 4, "after its end"), ("sort:foo", 5, "cannot be sorted"),
        ("group:foo", 6, "cannot be grouped"), ("foo:x", 0, "no field"),
        ("(call", 0, "never closed"), ("note:(statsu:x)", 6, "statsu"), ("due:/x/", 4, "not a date"),
        ("is:/x/", 3, "regular expressions"),
        ("priority:>", 0, "expected a value"), ("call (sort:due)", 6, "whole query"),
    ])
    func `an error shows its place in the query`(_ query: String, _ column: Int, _ message: String) throws {
        let result = try Self.vault().slip("task", "list", query)
        let lines = result.errors.split(separator: "\n")
        #expect(result.status == 2 && result.output.isEmpty && result.errors.contains(message), "\(result.errors)")
        #expect(
            lines.contains { $0.drop { $0 == " " }.hasPrefix("^") && $0.prefix { $0 == " " }.count == column + 2 },
            "\(result.errors)")
    }

    @Test func `groups have labels in text and JSON`() throws {
        let terminal = try Self.vault()
        let groups = try terminal.slip("task", "list", "call", "--group", "priority", "-f", "json").objects()
        #expect(groups.map { $0["group"] as? String } == ["High", "Low"])
        #expect(
            try terminal.slip("task", "list", "heading:sub", "--group", "heading", "-f", "json").objects().map {
                $0["group"] as? String
            } == ["A > Sub part"])
        #expect(
            try terminal.slip("task", "list", "call", "--group", "due", "-f", "json").objects().map {
                $0["group"] as? String
            } == ["2026-03-05", "(none)"])
        #expect(
            try terminal.slip("task", "list", "call", "--group", "folder", "-f", "json").objects().map {
                $0["group"] as? String
            } == ["/", "D"])
    }

    @Test func `each format has the properties`() throws {
        let terminal = try Self.vault()
        func output(_ arguments: String...) -> String { terminal.slip(["task", "list", "ada"] + arguments).output }
        #expect(
            output("-f", "csv") == """
                path,line,status,text,due,scheduled,start,created,completion,cancelled,priority,repeat,id,after,title,headings
                a.md,3,open,call Ada #home,2026-03-05,,,,,,high,,,,A,A

                """)
        #expect(output("-f", "tsv").hasPrefix("path\tline\tstatus"))
        #expect(output("-f", "vimgrep") == "a.md:3:3:[ ] call Ada 📅 2026-03-05 ⏫ #home\n")
        #expect(output("--template", "{{path}}:{{line}} {{due}}\\t{{priority}}") == "a.md:3 2026-03-05\thigh\n")
        #expect(output("-f", "jsonl").hasPrefix("{\"path\": \"a.md\", \"line\": 3,"))
        #expect(
            terminal.slip("task", "list", "--template", "{{prioriti}}").errors.contains("did you mean '{{priority}}'"))
        let child = try #require(try terminal.slip("task", "list", "child", "-f", "json").objects().first)
        #expect(child["parent"] as? Int == 11 && child["after"] as? [String] == ["abc"])
    }

    @Test func `the match of a task query is the task's line`() throws {
        #expect(
            try Self.vault().slip("search", "task:(call no:due)", "-f", "vimgrep").output
                == "D/b.md:4:3:- [ ] call Bob 🔽 #home/garden\n")
    }

    @Test func `a changed note has its new tasks, and a removed note none`() throws {
        let terminal = try Self.vault()
        #expect(Self.found(terminal, "call") == "a:3 b:4")
        try terminal.write("a.md", "- [ ] call Cid 📅 2026-03-09\n- [ ] other\n")
        #expect(Self.found(terminal, "call") == "a:1 b:4" && Self.found(terminal, "due:2026-03-09") == "a:1")
        try terminal.write("c.md", "- [ ] call Dan\n")
        #expect(Self.found(terminal, "call") == "a:1 c:1 b:4")
        try FileManager.default.removeItem(at: terminal.directory.appending(path: "a.md"))
        #expect(Self.found(terminal, "") == "c:1 b:4")
        #expect(terminal.slip("index", "--verify").status == 0)
    }

    @Test(arguments: [
        ("zolw", "1 2"), ("lodz", "3"), ("eins", "4"), ("call", "5 6 7"), ("CALL", "5 6 7"), ("\"call ada\"", "5 7"),
        ("cal* ad*", "5 7"),
    ])
    func `words ignore case and diacritics, beside symbols too`(_ query: String, _ lines: String) throws {
        let terminal = try Console([
            "a.md": """
            - [ ] żółw 📅 2026-03-05
            - [ ] ZOLW ⏳ 2026-03-05
            - [ ] Łódź ⏫
            - [ ] eins 🔼
            - [ ] Call Ada 📅 2026-03-05
            - [ ] call [due:: 2026-03-05] Bob
            - [ ] call [due:: 2026-03-05] Ada é
            """
        ])
        let found = terminal.slip("task", "list", query, "sort:path").output.split(separator: "\n")
        #expect(found.compactMap { $0.split(separator: ":").dropFirst().first }.joined(separator: " ") == lines)
    }

    @Test func `a limit selects the first tasks of all`() throws {
        var files: [String: String] = [:]
        for number in 0..<300 {
            let due = number % 7 == 0 ? " 📅 2026-03-\(10 + number % 20)" : ""
            files["F\(number % 3)/n\(number).md"] = "- [ ] task \(number)\(due)\n- [ ] more \(number)\n"
        }
        let terminal = try Console(files)
        for sort in ["due", "due-,priority", "path", "priority,scheduled", "overdue,due"] {
            let all = terminal.slip("task", "list", "--sort", sort).output.split(separator: "\n")
            for limit in [1, 7, 30, 100] {
                let first = terminal.slip("task", "list", "--sort", sort, "--limit", "\(limit)").output.split(
                    separator: "\n")
                #expect(first == Array(all.prefix(limit)), "\(sort) \(limit)")
            }
        }
    }
}
