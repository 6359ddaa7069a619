import JSONRPC
import SourceText
import TestSupport
import Testing

/// Tasks in editors: code actions, completion and hints.
@Suite struct TaskEditingTests {
    private static func editor(_ text: String) throws -> EditorSession {
        let editor = EditorSession(try TemporaryVault(["a.md": text, "b.md": "- [ ] b 📅 2026-03-01\n"]))
        editor.open("a.md")
        return editor
    }

    /// Returns the text after the code action with a title in line 1.
    private static func after(_ title: String, _ text: String) throws -> String? {
        let editor = try Self.editor(text)
        let position = editor.position("a.md", of: "a")
        let range: JSONValue = ["start": position.json, "end": position.json]
        let actions = editor.ask("textDocument/codeAction", editor.of("a.md", ["range": range, "context": [:]])).list
        guard let action = actions.first(where: { $0["title"]?.text == title }) else { return nil }
        let edit = action["edit"] ?? editor.ask("codeAction/resolve", action)["edit"]
        try editor.apply(edit ?? .null)
        return editor.document("a.md").bytes.isEmpty
            ? nil : String(decoding: editor.document("a.md").bytes, as: UTF8.self)
    }

    @Test func `code actions complete a task, and set its due date`() throws {
        let done = try #require(try Self.after("Complete task", "- [ ] a 🔁 every day 📅 2026-03-01\n"))
        #expect(done.hasPrefix("- [ ] a 🔁 every day 📅 2026-03-02\n- [x] a 🔁 every day 📅 2026-03-01 ✅ "))
        #expect(try Self.after("Due tomorrow", "- [ ] a\n")?.hasPrefix("- [ ] a 📅 2") == true)
        #expect(try Self.after("Due today", "- [ ] a [due:: 2020-01-01]\n")?.contains("2020") == false)
        #expect(try Self.after("Mark the task as open", "- [x] a\n") == "- [ ] a\n")
        #expect(try Self.after("Complete task", "- [x] a\n") == nil)
    }

    @Test(arguments: [
        ("- [ ] a du", "due", "- [ ] a 📅 "), ("- [ ] a hi", "highest", "- [ ] a 🔺 "),
        ("- [ ] a [du", "due", "- [ ] a [due:: "),
        ("- [ ] a [priority:: ", "high", "- [ ] a [priority:: high]"),
        ("- [ ] a 🔁 every w", "every week", "- [ ] a 🔁 every week"),
    ])
    func `properties and values are completed in both notations`(_ text: String, _ label: String, _ after: String)
        throws
    {
        let editor = try Self.editor(text)
        let item = try #require(editor.completions("a.md", text.utf8.count).first { $0["label"]?.text == label })
        let edits = [item["textEdit"] ?? .null]
        #expect(String(decoding: EditorSession.applied(edits, to: Array(text.utf8)), as: UTF8.self) == after)
    }

    @Test func `dates are completed, and nothing outside of tasks`() throws {
        let text = "- [ ] a 📅 to"
        let labels = try Self.editor(text).completions("a.md", text.utf8.count).compactMap { $0["label"]?.text }
        #expect(labels.contains("today") && labels.contains("tomorrow"))
        #expect(try Self.editor("- a du").completions("a.md", 6).isEmpty)
        #expect(try Self.editor("- [ ] a d").completions("a.md", 9).isEmpty)
    }

    @Test func `dates and rules that cannot be read are hints`() throws {
        let editor = try Self.editor(
            "- [ ] a 📅 soon\n- [ ] b 🔁 every blue moon 📅 2026-03-01\n- [ ] c [priority:: urgent]\n- [ ] d 📅 2026-03-01\n"
        )
        let found = editor.diagnostics("a.md") ?? []
        #expect(found.map { $0["code"]?.text } == ["task", "task", "task"] && found.allSatisfy { $0["severity"] == 4 })
        #expect(found.compactMap { $0["range"]?["start"]?["line"]?.int } == [0, 1, 2])
    }
}
