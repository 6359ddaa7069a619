import TestSupport
import Testing

@Suite struct TaskViewTests {
    private static func stage() throws -> (BrowserStage, Console) {
        let console = try Console([
            "a.md": "- [ ] call Ada 📅 2024-04-02\n- [ ] write\n- [x] done\n", "b.md": "- [ ] call Bob 📅 2024-03-01\n",
        ])
        return (try BrowserStage(console, columns: 100, rows: 20), console)
    }

    @Test func `Alt-C shows the tasks of a query, overdue ones first`() throws {
        let (stage, _) = try Self.stage()
        stage.press("Alt-C")
        #expect(
            stage.lines[1].hasPrefix("3 tasks") && stage.lines[2].contains("call Bob")
                && stage.lines[3].contains("call Ada"))
        stage.press("call no:due")
        #expect(
            stage.lines[0].hasPrefix("tasks: call no:due") && stage.lines.contains { $0.contains("No tasks found") })
        stage.press(" (")
        #expect(stage.lines[1].contains("never closed"))
        stage.press("Esc")
        #expect(!stage.lines[0].hasPrefix("tasks:"))
    }

    @Test func `keys complete, cancel and postpone the selected task, and undo it`() throws {
        let (stage, console) = try Self.stage()
        stage.press("Alt-C", "call", "Down", "Alt-Right")
        #expect(try console.read("a.md").hasPrefix("- [ ] call Ada 📅 2024-04-03\n"))
        stage.press("Alt-Left")
        #expect(try console.read("a.md").hasPrefix("- [ ] call Ada 📅 2024-04-02\n"))
        stage.press("Alt-D")
        #expect(try console.read("a.md").hasPrefix("- [x] call Ada 📅 2024-04-02 ✅ 2024-03-30\n"))
        #expect(stage.lines[1] == "1 task")
        stage.press("Alt-U")
        #expect(try console.read("a.md").hasPrefix("- [ ] call Ada 📅 2024-04-02\n"))
        stage.press("Up", "Alt-X")
        #expect(try console.read("b.md") == "- [-] call Bob 📅 2024-03-01 ❌ 2024-03-30\n")
    }

    @Test func `a key changes the selected task although lines were added above it`() throws {
        let (stage, console) = try Self.stage()
        stage.press("Alt-C", "call", "Down")
        let old = try console.read("a.md")
        try console.write("a.md", "- [ ] call Zoe 📅 2024-01-01\n" + old)
        stage.press("Alt-D")
        #expect(
            try console.read("a.md").hasPrefix(
                "- [ ] call Zoe 📅 2024-01-01\n- [x] call Ada 📅 2024-04-02 ✅ 2024-03-30\n"))
        stage.press("Alt-U")
        #expect(stage.lines.contains { $0.contains("call Zoe") })
        try console.write("a.md", "# A\n\n" + (try console.read("a.md")))
        stage.press("Alt-Right")
        #expect(try console.read("a.md").contains("call Zoe 📅 2024-01-01\n"))
    }
}
