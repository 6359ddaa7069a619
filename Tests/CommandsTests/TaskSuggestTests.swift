import TestSupport
import Testing

/// The completion of queries over tasks.
@Suite struct TaskSuggestTests {
    private static func console() throws -> Console {
        let console = try Console([
            "a.md": "# A\n\n- [ ] call #home 📅 2026-03-01\n- [x] done ✅ 2026-03-01\n",
            "p/b.md": "- [ ] b ⏫ 🔁 every day\n",
        ])
        console.now = "2026-03-03T12:00:00Z"
        return console
    }

    private static func terms(_ output: String) -> [String] {
        output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test(arguments: [
        ("du", "due:"), ("sched", "scheduled:"), ("due:", "due:<+7d"), ("due:to", "due:today"), ("is:o", "is:overdue"),
        ("overd", "is:overdue"), ("priority:>=", "priority:>=medium"),
        ("-is:b", "-is:blocked"), ("has:re", "has:repeat"), ("no:", "no:scheduled"), ("#ho", "#home"), ("in:", "in:p"),
        ("pat", "path:"), ("(is:overdue OR pri", "priority:"), ("is:open,o", "is:open,overdue"), ("", "is:overdue"),
        ("note:(stat", "status:"), ("note:(status:x) pri", "priority:"),
    ])
    func `a query over tasks is completed by the fields of tasks`(_ partial: String, _ term: String) throws {
        let console = try Self.console()
        #expect(Self.terms(console.slip("suggest", "--tasks", partial).output).contains(term))
        let words = console.slip("complete", "zsh", "task", "list", partial)
        #expect(words.output.contains(term), "\(words)")
        // In a query over notes, the notes with such a task are counted.
        let nested = console.slip("suggest", "task:(\(partial)").output
        #expect(Self.terms(nested).contains(term), "\(nested)")
    }

    @Test func `terms of tasks in a query over notes have the number of notes that the query finds`() throws {
        let console = try Self.console()
        #expect(console.slip("suggest", "task:(is:ov").output == "is:overdue\t1\n")
        #expect(console.slip("suggest", "task:(priority:hi").output.contains("priority:high\t1\n"))
        #expect(console.slip("suggest", "task:(o").output.contains("open\t2\n"))
        #expect(console.slip("suggest", "--tasks", "is:ov").output == "is:overdue\n")
    }

    @Test func `a value is completed to its term`() throws {
        let terms = Self.terms(try Self.console().slip("suggest", "--tasks", "high").output)
        #expect(terms == ["priority:highest", "priority:high"])
    }

    @Test func `every suggested value of a field is valid`() throws {
        let console = try Self.console()
        for field in ["due", "scheduled", "start", "created", "done", "priority", "is", "has", "no", "keyword"] {
            let terms = Self.terms(console.slip("suggest", "--tasks", "\(field):").output)
            #expect(!terms.isEmpty || field == "keyword", "\(field)")
            for term in terms {
                let result = console.slip("task", "list", "--", term)
                #expect(result.status < 2, "\(term): \(result.errors)")
            }
        }
        for term in Self.terms(console.slip("suggest", "--tasks").output) {
            #expect(console.slip("task", "list", term).status < 2, "\(term)")
        }
    }

    @Test func `queries over notes are completed as before`() throws {
        let console = try Self.console()
        #expect(!console.slip("suggest", "du").output.contains("due:"))
        #expect(!console.slip("complete", "zsh", "search", "du").output.contains("due:"))
        #expect(console.slip("complete", "zsh", "task", "done", "--query", "overd").output.contains("is:overdue"))
        #expect(console.slip("complete", "zsh", "export", "--ics", "x.ics", "overd").output.contains("is:overdue"))
    }
}
