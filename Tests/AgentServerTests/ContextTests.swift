import AgentServer
import SourceText
import TestSupport
import Testing

/// The tools `list` and `context`.
@Suite struct ContextTests {
    private static let files = [
        "In/a.md": "# A\n\nSee [[b]]. Folgezettel numbering branches cards.\n",
        "b.md": "# B\n\nFirst. The note [[a]] says why.\n\nAgain [[a]].\n",
        "In/Deep/c.md": "# C\n\nFolgezettel numbering branches cards too.\n\n#x\n",
    ]
    private static let config = """
        searches: {mine: "in:In"}
        kinds: {book: {where: "#book", required: [author], headings: [Summary]}}

        """

    private func agent() throws -> AgentSession {
        AgentSession(try TemporaryVault(Self.files, config: Self.config))
    }

    @Test func `list names folders, keywords, notes, searches and kinds`() throws {
        let agent = try agent()
        func items(_ what: String) -> [JSONValue] {
            agent.content("list", ["what": .string(what)])["items"]?.list ?? []
        }
        #expect(
            items("folders") == [
                ["path": "In", "notes": 1, "with_subfolders": 2],
                ["path": "In/Deep", "notes": 1, "with_subfolders": 1],
            ])
        #expect(items("keywords") == [["name": "x", "notes": 1]])
        #expect(Set(items("recent").compactMap { $0["path"]?.text }) == Set(Self.files.keys))
        #expect(items("searches").contains(["name": "@mine", "query": "in:In"]))
        #expect(items("kinds").first?["name"] == "book" && items("kinds").first?["required"] == ["author"])
        #expect(agent.error("list", ["what": "files"]) != nil)
    }

    @Test(arguments: ["folders", "keywords", "recent", "searches", "kinds"])
    func `parts of a list are the list`(_ what: String) throws {
        let agent = try agent()
        let whole = agent.content("list", ["what": .string(what)])
        let count = whole["total"]?.int ?? 0
        #expect(whole["items"]?.list.count == count)
        let parts = (0..<count).flatMap { number in
            agent.content("list", ["what": .string(what), "limit": 1, "offset": .int(number)])["items"]?.list ?? []
        }
        #expect(parts == whole["items"]?.list)
    }

    @Test func `context has backlinks with their sentence, linked and related notes, each once`() throws {
        let found = try agent().content("context", ["note": "a"])
        let neighbors = found["neighbors"]?.list ?? []
        #expect(found["text"]?.text == Self.files["In/a.md"])
        #expect(neighbors.first?["relation"] == "backlink" && neighbors.first?["path"] == "b.md")
        #expect(neighbors.first?["text"]?.text?.contains("The note a says why") == true)
        #expect(neighbors.contains { $0["relation"] == "related" && $0["path"] == "In/Deep/c.md" })
        #expect(Set(neighbors.map { $0["path"] }).count == neighbors.count)
        #expect(found["truncated"] == false)
    }

    @Test func `context stays within its bytes`() throws {
        var files = ["a.md": "# A\n\n" + String(repeating: "word \n", count: 2000)]
        for number in 0..<15 { files["n\(number).md"] = "Note \(number) says much about [[a]] in one sentence.\n" }
        let agent = AgentSession(try TemporaryVault(files))
        for limit in [500, 2000, 10_000, 50_000] {
            let found = agent.content("context", ["note": "a", "max_bytes": .int(limit)])
            let size = (found["text"]?.text?.utf8.count ?? 0) + (found["neighbors"]?.written.count ?? 0)
            #expect(size <= limit + 100, "\(limit): \(size)")
            #expect(found["truncated"] == .bool(limit < 50_000))
            #expect(found["neighbors"]?.list.isEmpty == false)
        }
    }

    @Test func `read returns pages of an attachment`() throws {
        let vault = try TemporaryVault(["a.md": "[x](x.csv) [t](t.txt)\n"])
        try vault.write("x.csv", "name,number\nAda,1\n")
        try vault.write("t.txt", String(repeating: "word ", count: 200))
        let agent = AgentSession(vault)
        let found = agent.content("read", ["note": "x.csv"])
        #expect(found["text"]?.text?.contains("Ada") == true && found["backlinks"]?.list.first?["path"] == "a.md")
        #expect(agent.content("read", ["note": "x.csv", "pages": "1-9"])["text"] == found["text"])
        #expect(agent.error("read", ["note": "x.csv", "pages": "2"]) != nil)
        #expect(agent.error("read", ["note": "x.csv", "lines": "1"]) != nil)
        #expect(agent.error("read", ["note": "a.md", "pages": "1"]) != nil)
        #expect(agent.error("read", ["note": "../x.csv"]) != nil)
        let cut = agent.content("read", ["note": "t.txt", "max_bytes": 100])
        #expect((cut["text"]?.text?.utf8.count ?? 0) <= 100 && cut["truncated"] == true)
    }

    @Test func `the tools with writes take at most eight kilobytes, and are at most seven`() throws {
        let tools = AgentSession(
            try TemporaryVault(Self.files), allowing: .all, proposing: .all, listsAllTools: true
        ).answer("tools/list")[
            "result"]
        #expect(tools?["tools"]?.list.count == 7)
        #expect((tools?.written.count ?? 0) <= 8192, "\(tools?.written.count ?? 0)")
    }
}
