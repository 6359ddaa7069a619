import TestSupport
import Testing

/// The messages of commands that change or add tasks.
@Suite struct TaskMessageTests {
    private static func console() throws -> Console {
        let console = try Console([
            "Milk.md": "# Buy milk\n\nA note about milk.\n", "Inbox.md": "- [ ] Buy oat milk\n- [x] buy milk\n",
            "Day.md": "- [ ] call Ada\n- [ ] call Ada at noon\n- [ ] water 🔁 every week 📅 2024-03-29\n",
        ])
        console.variables["SLIPBOX_PAGER"] = ""
        return console
    }

    @Test func `task done prints the text of the task and the next one of a recurring task`() throws {
        let console = try Self.console()
        let done = console.slip("task", "done", "Day.md:1", "Day.md:3")
        #expect(
            done.errors.contains(
                """
                slip: done: call Ada ✅ 2024-03-30  Day.md
                slip: done: water 🔁 every week 📅 2024-03-29 ✅ 2024-03-30  Day.md
                slip: next: water 🔁 every week 📅 2024-04-05
                """), "\(done.errors)")
        #expect(done.output.isEmpty)
        // A task that is done already is not named.
        #expect(!console.slip("task", "done", "Day.md:1").errors.contains("call Ada"))
        #expect(console.slip("task", "set", "Day.md:2", "due=+1d").errors.contains("changed: call Ada at noon 📅 2024"))
        #expect(console.slip("task", "done", "Inbox.md:1", "--dry-run").errors.contains("done: Buy oat milk"))
    }

    @Test(arguments: [
        ("Buy milk tomorrow", "tomorrow"), ("call Ada next friday", "'next friday'"),
        ("pay rent in 2 weeks", "'in 2 weeks'"),
        ("swim sunday", "sunday"), ("swim +3d", "'+3d'"),
    ])
    func `task add says that a date at the end of the text is not the due date`(_ text: String, _ day: String) throws {
        let console = try Self.console()
        let words = text.split(separator: " ").map(String.init)
        let result = console.slip(["task", "add", "Day"] + words)
        #expect(result.errors.contains("to set the due date: --due \(day)\n"), "\(result.errors)")
        #expect(try console.read("Day.md").hasSuffix("- [ ] \(text)\n"))
        #expect(
            !console.slip(["task", "add", "Day"] + words + ["--due", "today"]).errors.contains("to set the due date"))
    }

    @Test(arguments: [
        ("call due:tomorrow", "'due:tomorrow' is a part of the text; to set the due date: --due tomorrow"),
        ("due=friday call", "'due=friday' is a part of the text; to set the due date: --due friday"),
        ("call scheduled:+3d", "to set the scheduled date: --scheduled '+3d'"),
        ("call Priority:high", "to set the priority: --priority high"),
        ("call repeat:daily", "to set the rule: --repeat daily"),
    ])
    func `task add says that a field of queries in the text sets nothing`(_ text: String, _ hint: String) throws {
        let console = try Self.console()
        let result = console.slip("task", "add", "Day", text)
        #expect(result.errors.contains("\(hint)\n"), "\(result.errors)")
        #expect(try console.read("Day.md").hasSuffix("- [ ] \(text)\n"))
        let given = ["--due", "today", "--scheduled", "today", "--priority", "low", "--repeat", "every day"]
        #expect(!console.slip(["task", "add", "Day", text] + given).errors.contains("a part of the text"))
    }

    @Test(arguments: [
        "tomorrow", "read the Sunday times", "pay 📅 2024-04-01", "plan the next week",
        "at 12:00 in https://a.example/due", "due: soon", "[due:: 2024-04-01] x", "done:yesterday",
    ])
    func `task add gives no hint for another text`(_ text: String) throws {
        #expect(try !Self.console().slip("task", "add", "Day", text).errors.contains("a part of the text"))
    }

    @Test(arguments: [
        ("---\nk: v\n---\n", "---\nk: v\n---\n\n- [ ] a b\n"), ("---\nk: v\n---", "---\nk: v\n---\n\n- [ ] a b"),
    ])
    func `task add leaves a blank line below front matter`(_ before: String, _ after: String) throws {
        let console = try Console(["n.md": before])
        console.slip("task", "add", "n.md", "a b")
        #expect(try console.read("n.md") == after)
    }
}
