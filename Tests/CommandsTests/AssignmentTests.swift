import TestSupport
import Testing

/// Keys and values of `set` before they are written.
@Suite struct AssignmentTests {
    @Test(arguments: [
        ("statsu", "status"), ("titel", "title"), ("keywrds", "keywords"), ("crated", "created"), ("dueon", "due_on"),
        ("prioriti", "priority"),
    ])
    func `a new key that resembles a known one requires --force`(_ key: String, _ near: String) throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\npriority: 1\ndue_onn: x\n---\n"])
        if key == "dueon" { try terminal.write("b.md", "---\ndue_onn: 1\n---\n") }
        let result = terminal.slip("set", "a.md", "\(key)=v")
        #expect(result.isError("--force"), "\(result)")
        if key != "dueon" { #expect(result.errors.contains("'\(near)'"), "\(result.errors)") }
        #expect(try terminal.read("a.md") == "x\n")
        #expect(terminal.slip("set", "a.md", "\(key)=v", "--force").status == 0)
        #expect(try terminal.read("a.md").contains("\(key): v"))
        // The key is known now.
        #expect(terminal.slip("set", "b.md", "\(key)=w").status == 0)
    }

    @Test(arguments: ["k", "mood", "colour", "isbn", "state", "dat"])
    func `other new keys are created without a question`(_ key: String) throws {
        let terminal = try Console(["a.md": "x\n"])
        #expect(terminal.slip("set", "a.md", "\(key)=v").status == 0)
        #expect(terminal.slip("set", "a.md", "nosuchkeyatall=").status == 0)
    }

    @Test(arguments: [
        ("today", "2024-03-30"), ("yesterday", "2024-03-29"), ("TOMORROW", "2024-03-31"), ("+7d", "2024-04-06"),
        ("-2w", "2024-03-16"), ("+1mo", "2024-04-30"), ("-1mo", "2024-02-29"), ("+1y", "2025-03-30"),
    ])
    func `words for dates are written as dates if the key contains dates`(_ word: String, _ day: String) throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: 2024-01-01\nmood: calm\n---\n"])
        #expect(terminal.slip("set", "a.md", "due=\(word)", "created=\(word)", "mood=\(word)").status == 0)
        let text = try terminal.read("a.md")
        #expect(text.contains("due: \(day)\n") && text.contains("created: \(day)\n"), "\(text)")
        #expect(text.contains("mood: \(word)\n"), "\(text)")
    }

    @Test(arguments: ["todayish", "+7", "+d", "+7x", "7d", "+99999999999d", "+9999999d"])
    func `text that is not a date stays text, and created refuses it`(_ word: String) throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: 2024-01-01\n---\n"])
        #expect(terminal.slip("set", "a.md", "due=\(word)").status == 0)
        #expect(try terminal.read("a.md").contains(word))
        #expect(terminal.slip("set", "a.md", "created=\(word)").status == 2)
    }

    @Test(arguments: [
        ("tomorrow", "2024-03-31"), ("next friday", "2024-04-05"), ("last friday", "2024-03-29"),
        ("3 days ago", "2024-03-27"), ("in 2 weeks", "2024-04-13"),
    ])
    func `a word for a date is written as a date under a new key`(_ word: String, _ day: String) throws {
        let terminal = try Console(["a.md": "x\n"])
        #expect(terminal.slip("set", "a.md", "due=\(word)").errors.contains("'\(word)' is converted to \(day)"))
        #expect(try terminal.read("a.md") == "---\ndue: \(day)\n---\nx\n")
        let known = terminal.slip("set", "a.md", "due=next friday")
        #expect(try terminal.read("a.md").contains("due: 2024-04-05"), "\(known)")
    }

    @Test func `a word for a date stays text if other notes have text under the key`() throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\nmood: calm\n---\n"])
        let result = terminal.slip("set", "a.md", "mood=next friday")
        #expect(result.errors.contains("is not converted to a date; to set the date: mood=2024-04-05"), "\(result)")
        #expect(try terminal.read("a.md").contains("mood: next friday"))
        #expect(!terminal.slip("set", "a.md", "title=today").errors.contains("stays text"))
    }

    @Test(arguments: ["friday", "sun", "may", "now", "the next day"])
    func `an ambiguous word for a date stays text under a new key`(_ word: String) throws {
        let terminal = try Console(["a.md": "x\n"])
        #expect(terminal.slip("set", "a.md", "day=\(word)").status == 0)
        #expect(try terminal.read("a.md").contains("day: \(word)\n"))
    }

    @Test func `a weekday is the next one if other notes have dates, and a misspelt word is reported`() throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: 2024-01-01\n---\n"])
        #expect(terminal.slip("set", "a.md", "due=friday").errors.contains("'friday' is converted to 2024-04-05"))
        #expect(try terminal.read("a.md").contains("due: 2024-04-05\n"))
        let typed = terminal.slip("set", "a.md", "due=tomorow")
        #expect(typed.errors.contains("'tomorow' is none; did you mean 'tomorrow'?"), "\(typed)")
        let new = terminal.slip("set", "a.md", "day=friday")
        #expect(new.errors.contains("'friday' is set as text; to set the date: day=2024-04-05"), "\(new)")
        #expect(!terminal.slip("set", "a.md", "title=tomorow").errors.contains("did you mean"))
    }

    @Test(arguments: ["tomorow", "tommorow", "friday", "next tuesday", "2024-3-1", "01.03.2024", "''", "", "[]"])
    func `a word for a date that was stored as text does not keep later ones text`(_ stored: String) throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: \(stored)\n---\n", "c.md": "x\n"])
        let result = terminal.slip("set", "a.md", "due=tomorrow")
        #expect(result.errors.contains("'tomorrow' is converted to 2024-03-31"), "\(result)")
        #expect(try terminal.read("a.md").contains("due: 2024-03-31\n"))
        #expect(terminal.slip("set", "c.md", "due=friday").status == 0)
        #expect(try terminal.read("c.md").contains("due: 2024-04-05\n"))
    }

    @Test(arguments: [
        ("mondy", "did you mean 'monday'?"), ("2024-3-1", "did you mean '2024-03-01'?"),
        ("soon", "to set the text: due='\"soon\"'"), ("n/a", "to set the text: due='\"n/a\"'"),
    ])
    func `a text under a key of dates is set, and reported with the nearest date`(_ text: String, _ hint: String) throws
    {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: 2024-01-01\n---\n"])
        let result = terminal.slip("set", "a.md", "due=\(text)")
        #expect(
            result.errors.contains("'due' has dates in other notes, but '\(text)' is none; \(hint)"), "\(result)")
        #expect(try terminal.read("a.md").contains("due: \(text)\n"))
        let quoted = terminal.slip("set", "b.md", "due=\"\(text)\"")
        #expect(quoted.status == 0 && !quoted.errors.contains("other notes"), "\(quoted)")
    }

    @Test(arguments: ["2024-02-01", "2024-02", "2024-02-01T10:00"]) func `a date is set without a notice`(
        _ date: String
    ) throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: 2024-01-01\n---\n"])
        let result = terminal.slip("set", "a.md", "due=\(date)")
        #expect(!result.errors.contains("other notes"), "\(result)")
    }

    @Test func `a misspelt word for a date is reported under a new key`() throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\nmood: calm\n---\n"])
        let result = terminal.slip("set", "a.md", "due=tomorow")
        #expect(
            result.errors.contains("'tomorow' is set as text; for the date, did you mean 'due=tomorrow'?"), "\(result)")
        #expect(!terminal.slip("set", "a.md", "mood=sunda").errors.contains("did you"))
        #expect(!terminal.slip("set", "a.md", "who=tom").errors.contains("did you"))
    }

    @Test func `a quoted word for a date stays text`() throws {
        let terminal = try Console(["a.md": "x\n", "b.md": "---\ndue: 2024-01-01\n---\n"])
        #expect(terminal.slip("set", "a.md", "due=\"today\"").status == 0)
        #expect(try terminal.read("a.md").contains("due: today"))
    }

    @Test func `a date in milliseconds is updated in milliseconds`() throws {
        let console = try Console(["a.md": "---\ncreated: 1611934123456\nupdated: 1612000000000\n---\n"])
        #expect(console.slip("search", "created:2021-01-29", "-c").output == "1\n")
        console.slip("set", "a", "x=1")
        #expect(try console.read("a.md").contains("updated: 1711800000000\n"))
        #expect(console.slip("search", "modified:2024-03-30", "-c").output == "1\n")
    }

    @Test func `a declared number or boolean is set without the quotes of the value before`() throws {
        let notes = ["a.md": "---\nn: \"2\"\nb: 'yes'\n---\n", "b.md": "[n:: \"2\"]\n"]
        let console = try Console(
            notes.merging([".slipbox/config.yaml": "inline-fields: true\nproperties: {n: number, b: bool}\n"]) { $1 })
        #expect(console.slip("set", "a.md", "n=5", "b=false").status == 0)
        #expect(try console.read("a.md") == "---\nn: 5\nb: false\n---\n")
        #expect(console.slip("set", "b.md", "n=2").status == 0)
        #expect(try console.read("b.md") == "[n:: 2]\n")
        #expect(console.slip("check", "--kind", "bad-value").status == 0)
    }

    @Test func `a new key is written as typed`() throws {
        let console = try Console([
            "n1.md": "x\n", "z.md": "x\n", "k.md": "---\nkeywords: [a]\ncreated: 2024-01-01\n---\n",
            ".slipbox/config.yaml": "keys: {created: [created-date]}\nnew: {keywords: tags}\n",
        ])
        let assignments = ["tags+=zz", "related=[[n1]]", "created-date=2025-02-02"]
        #expect(console.slip(["set", "z.md"] + assignments).status == 0)
        #expect(
            try console.read("z.md")
                == "---\ntags: [zz]\nrelated: [\"[[n1]]\"]\ncreated-date: 2025-02-02\n---\nx\n")
        #expect(console.slip(["set", "k.md"] + assignments).status == 0)
        #expect(
            try console.read("k.md")
                == "---\nkeywords: [a, zz]\ncreated: 2025-02-02\nrelated: [\"[[n1]]\"]\n---\n")
    }
}
