import AgentServer
import SourceText
import TestSupport
import Testing

@Suite struct TaskToolTests {
    private static let files = ["a.md": "- [ ] call Ada 📅 2026-03-05\n- [ ] write ⏫\n", "b.md": "- [x] done\n"]

    @Test func `search finds tasks`() throws {
        let agent = AgentSession(try TemporaryVault(Self.files))
        let found = agent.content("search", ["query": "no:due", "tasks": true])
        #expect(found["total"] == 1 && found["tasks"]?.list.first?["line"] == 2 && found["notes"] == [])
        let first = agent.content("search", ["query": "is:all", "tasks": true, "limit": 2])
        #expect(first["tasks"]?.list.count == 2 && first["remarks"]?.list.first?.text?.contains("1 more") == true)
    }

    @Test func `a task that is found can be changed without reading its note`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let found = agent.content("search", ["query": "is:all", "tasks": true])["tasks"]?.list ?? []
        #expect(found.count == 3 && found.allSatisfy { $0["hash"] == agent.hash($0["path"]?.text ?? "") })
        let task = try #require(found.first { $0["path"] == "b.md" })
        let result = agent.call(
            "edit",
            [
                "changes": [
                    [
                        "op": "task", "note": task["path"] ?? .null, "hash": task["hash"] ?? .null,
                        "line": task["line"] ?? .null, "values": ["status": "open"],
                    ]
                ]
            ])
        #expect(result["isError"] == false && vault.read("b.md") == Array("- [ ] done\n".utf8), "\(result)")
        let grouped = agent.content("search", ["query": "is:all group:note", "tasks": true])["tasks"]?.list ?? []
        #expect(!grouped.isEmpty && grouped.allSatisfy { $0["tasks"]?.list.first?["hash"]?.text?.count == 16 })
    }

    @Test func `edit changes tasks`() throws {
        let vault = try TemporaryVault(Self.files)
        let agent = AgentSession(vault, allowing: .all)
        let result = agent.edit(
            "task", "a.md", ["line": 1, "values": ["due": "2026-04-01", "priority": "low", "status": "cancelled"]])
        #expect(result["isError"] == false, "\(result)")
        let text = String(decoding: vault.read("a.md") ?? [], as: UTF8.self)
        #expect(text.hasPrefix("- [-] call Ada 📅 2026-04-01 🔽 ❌ "))
        #expect(agent.edit("task", "a.md", ["line": 1, "values": ["dew": "x"]])["isError"] == true)
        #expect(agent.edit("task", "b.md", ["line": 9, "values": ["status": "open"]])["isError"] == true)
    }
}
