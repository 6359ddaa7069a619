import Notes
import SourceText
import Testing

@Suite struct TaskItemTests {
    private static func note(_ text: String, _ rules: NoteRules = NoteRules()) -> Note {
        Note(Array(text.utf8), name: VaultPath("a.md"), rules: rules)
    }

    @Test(arguments: [
        ("- [ ] a", " "), ("* [x] a", "x"), ("1. [X] a", "X"), ("- [-] a", "-"), ("- [/] a", "/"), ("- [é] a", "é"),
        ("- [👍🏽] a", "👍🏽"), ("- [ ]", " "), ("> - [!] a", "!"), ("- [ ]a", ""), ("- [ab] a", ""), ("- [] a", ""),
        ("- [a](b) c", ""), ("- [[ ] a", ""), ("[ ] a", ""), ("```\n- [ ] a\n```", ""), ("    - [ ] a", ""),
        ("<!--\n- [ ] a\n-->", ""), ("<div>\n- [ ] a\n</div>", ""), ("%%\n- [ ] a\n%%", ""), ("- %% [ ] a %%", ""),
        ("- [ ] a %% b %%", " "),
    ])
    func `a task is a list item that starts with one character in brackets`(_ text: String, _ mark: String) {
        #expect(Self.note(text).tasks.map { String($0.mark) }.joined() == mark)
    }

    @Test func `the configuration can change the meaning of a character`() {
        var statuses = TaskStatuses()
        #expect("xX".allSatisfy { statuses[$0] == .done } && statuses["-"] == .cancelled && statuses["/"] == .open)
        statuses["?"] = .cancelled
        #expect(statuses["?"] == .cancelled && statuses["!"] == .open)
    }

    @Test func `tasks below a task and indented are its subtasks`() {
        let text = """
            - [ ] a
              - [ ] b
                text of b

                - [ ] c
              - d
                - [ ] e

            - f

              - [ ] g
            > - [ ] h
            """
        let note = Self.note(text)
        let names = Dictionary(uniqueKeysWithValues: note.tasks.map { ($0.range.lowerBound, $0) })
        let lines = note.tasks.map { task in
            let parent = task.parent.flatMap { names[$0] }.map { text.utf8.text($0.text) } ?? "-"
            return "\(text.utf8.text(task.text)) in \(parent), ends with \(text.utf8.text(task.end - 1..<task.end))"
        }
        #expect(
            lines == [
                "a in -, ends with e", "b in a, ends with c", "c in b, ends with c", "e in a, ends with e",
                "g in -, ends with g", "h in -, ends with h",
            ])
    }
}

extension String.UTF8View {
    fileprivate func text(_ range: Range<Int>) -> String { Array(self).text(range) }
}
