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

    @Test func `values of declared keys are written as on the command line`() throws {
        let notes = ["a.md": "---\nk: 1\n---\nx\n", "b.md": "x\n"]
        let config = "properties: {due: date, who: link, level: {values: [low, high]}, all: {type: list, of: link}}"
        let vault = try TemporaryVault(notes, config: config)
        let agent = AgentSession(vault, allowing: .all)
        let values: JSONValue = ["due": "friday", "who": "b", "level": "HIGH", "all": "b"]
        #expect(agent.edit("set", "a.md", ["values": values])["isError"] == false)
        let other = try Console(notes.merging([".slipbox/config.yaml": config]) { $1 })
        other.now = TemporaryVault.now.rfc3339
        #expect(other.slip("set", "a.md", "due=friday", "who=b", "level=HIGH", "all=b").status == 0)
        let lines = { (text: String) in text.split(separator: "\n").filter { !$0.hasPrefix("modified") } }
        let written = String(decoding: vault.read("a.md") ?? [], as: UTF8.self)
        let expected = try other.read("a.md")
        #expect(lines(written) == lines(expected), "\(written)\n\(expected)")
        let refused = String(decoding: agent.edit("set", "a.md", ["values": ["level": "hgih"]]).written, as: UTF8.self)
        #expect(refused.contains("did you mean 'high'?") && !refused.contains("--force"), "\(refused)")
    }

    @Test func `results say that a note is stale`() throws {
        let vault = try TemporaryVault(
            ["a.md": "---\nreviewed: 2020-01-01\n---\nx\n", "b.md": "x\n"],
            config: "properties: {reviewed: {type: date, stale-after: 90d}}")
        let agent = AgentSession(vault)
        for (tool, arguments) in [("search", ["query": "x"]), ("read", ["note": "a.md"])] as [(String, JSONValue)] {
            let remarks = agent.content(tool, arguments)["remarks"]?.list.map(\.plainText) ?? []
            #expect(remarks.contains { $0.contains("stale") }, "\(tool): \(remarks)")
        }
        #expect(agent.content("read", ["note": "b.md"])["remarks"] == [])
    }

    @Test func `pages of sections have all notes of all sections`() throws {
        let text = "---\nkeywords: [x, y, z]\n---\nt\n"
        let vault = try TemporaryVault(["a.md": text, "b.md": text, "c.md": text, "d.md": text])
        let agent = AgentSession(vault)
        var entries = 0
        var offset: JSONValue = 0
        for _ in 0..<10 where offset != .null {
            let page = agent.content("search", ["query": "", "group": "keyword", "limit": 2, "offset": offset])
            entries += page["notes"]?.list.reduce(0) { $0 + ($1["notes"]?.list.count ?? 0) } ?? 0
            offset = page["next"] ?? .null
        }
        #expect(entries == 12 && offset == .null)
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
