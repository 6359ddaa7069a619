import TestSupport
import Testing

/// The status in output for users: only where notes of the vault declare one.
@Suite struct DeclaredStatusTests {
    private static let undeclared = ["a.md": "# A\n\nword #key\n", "b.md": "word\n"]

    @Test(arguments: [["search", "word", "-f", "text"], ["show", "A"]])
    func `a status that no note declares is not shown`(_ arguments: [String]) throws {
        let terminal = try Console(Self.undeclared)
        #expect(!terminal.slip(arguments).output.contains("draft"))
        try terminal.write("c.md", "---\nstatus: review\n---\nother\n")
        #expect(terminal.slip(arguments).output.contains("draft"))
        try terminal.remove("c.md")
        #expect(!terminal.slip(arguments).output.contains("draft"))
    }

    @Test func `a terminal shows no status that no note declares`() throws {
        let terminal = try Console(Self.undeclared)
        terminal.isTerminal = true
        #expect(!terminal.slip("search", "word").output.contains("draft"))
        try terminal.write("b.md", "---\nstatus: draft\n---\nword\n")
        #expect(terminal.slip("search", "word").output.contains("draft"))
    }

    @Test func `a status under a configured key is declared`() throws {
        let terminal = try Console(Self.undeclared)
        try terminal.write(".slipbox/config.yaml", "keys: {status: [state]}\n")
        try terminal.write("c.md", "---\nstate: review\n---\nother\n")
        #expect(terminal.slip("search", "word", "-f", "text").output.contains("draft"))
    }

    @Test(arguments: ["-is:draft", "-status:draft", "word -is:draft"])
    func `a query that leaves out notes because they have no status says so`(_ query: String) throws {
        let terminal = try Console(Self.undeclared)
        try terminal.write("c.md", "---\nstatus: draft\n---\nword\n")
        let result = terminal.slip("search", query)
        #expect(
            result.errors.contains("2 notes without a status left out, because that counts as 'draft'"), "\(result)")
        #expect(terminal.slip("search", query, "--quiet").errors.isEmpty)
        for other in ["-is:review", "is:draft", "other -is:draft", "-is:draft status:review -is:review"] {
            #expect(!terminal.slip("search", other).errors.contains("without a status"), "\(other)")
        }
    }

    @Test func `programs get the status of every note`() throws {
        let terminal = try Console(Self.undeclared)
        #expect(terminal.slip("search", "word", "-f", "json").output.contains("\"status\": \"draft\""))
        #expect(terminal.slip("search", "status:draft", "-c").output == "2\n")
    }
}
