import AgentServer
import SourceText
import TestSupport
import Testing

/// Kinds of notes for agents.
@Suite struct KindToolTests {
    private static func agent() throws -> (TemporaryVault, AgentSession) {
        let vault = try TemporaryVault(
            ["Books/a.md": "---\nauthor: X\n---\n#book\n## Summary\n", "Books/b.md": "#book\n", "c.md": "text\n"],
            config: """
                kinds: {book: {where: "#book", required: [author], optional: [year], headings: [Summary]}}
                """)
        return (vault, AgentSession(vault, allowing: .all))
    }

    @Test func `read names the kinds of a note with their rules`() throws {
        let (_, agent) = try Self.agent()
        let kinds = agent.content("read", ["note": "Books/a.md"])["kinds"]
        #expect(
            kinds == [
                [
                    "name": "book", "query": "#book", "required": ["author"], "optional": ["year"],
                    "headings": ["Summary"],
                ]
            ],
            "\(kinds ?? .null)")
        #expect(agent.content("read", ["note": "c.md"])["kinds"] == nil)
    }

    @Test(
        arguments: [
            ("set", "Books/a.md", ["values": ["author": .null]], "must have the key 'author'"),
            ("replace", "Books/a.md", ["old": "## Summary", "new": ""], "must have the heading 'Summary'"),
            ("append", "c.md", ["text": "#book"], "must have the key 'author'"),
        ] as [(String, String, JSONValue, String)])
    func `an edit that breaks a rule is refused with the reason`(
        _ operation: String, _ note: String, _ members: JSONValue, _ reason: String
    ) throws {
        let (vault, agent) = try Self.agent()
        let before = vault.read(note)
        let result = agent.edit(operation, note, members)
        #expect(result["isError"] == true)
        #expect(String(decoding: result.written, as: UTF8.self).contains(reason), "\(result)")
        #expect(vault.read(note) == before)
    }

    @Test func `an edit of a note that already breaks a rule is accepted if it breaks no other`() throws {
        let (_, agent) = try Self.agent()
        #expect(agent.edit("append", "Books/b.md", ["text": "more"])["isError"] == false)
        #expect(agent.edit("append", "Books/a.md", ["text": "more"])["isError"] == false)
    }

    @Test func `a new note of a kind gets its keywords and headings, and must have its keys`() throws {
        let (vault, agent) = try Self.agent()
        func create(_ values: JSONValue, _ kind: JSONValue) -> JSONValue {
            agent.call(
                "edit", ["changes": [["op": "new", "title": "Dune", "kind": kind, "values": values]]])
        }
        #expect(create([:], "book")["isError"] == true)
        #expect(create(["author": "Y"], "bok")["isError"] == true)
        #expect(vault.read("Dune.md") == nil)
        let made = create(["author": "Y"], "book")
        #expect(made["isError"] == false, "\(made)")
        let text = String(decoding: vault.read("Dune.md") ?? [], as: UTF8.self)
        #expect(
            text.contains("keywords: [book]") && text.contains("author: \"Y\"") && text.contains("## Summary"),
            "\(text)")
    }
}
