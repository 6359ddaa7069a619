import SourceText
import TestSupport
import Testing

/// The table of tasks on a terminal.
@Suite struct TaskRowsTests {
    @Test(arguments: [40, 60, 80, 120])
    func `on a terminal tasks are listed in columns that fit`(columns: Int) throws {
        let console = try Console([
            "A very long folder name/With a long note.md":
                "- [ ] A task with many words that needs all of the line ⏫\n",
            "b.md": "- [ ] short 🔁 every week 📅 2024-03-29\n- [ ] 図書館へ行く\n",
        ])
        (console.isTerminal, console.columns) = (true, columns)
        let lines = console.slip("task").output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && lines.allSatisfy { TextWidth.columns($0) <= columns }, "\(lines)")
        #expect(lines[0].hasPrefix("1  [ ] 2024-03-29  short"), "\(lines)")
        #expect(columns == 40 || lines[0].contains("short  every week  ") && lines[0].hasSuffix("b.md:1"), "\(lines)")
        #expect(lines[1...].allSatisfy { $0.dropFirst(7).hasPrefix("            ") }, "\(lines)")
        #expect(columns < 120 || lines.contains { $0.contains("high") }, "\(lines)")
    }
}
