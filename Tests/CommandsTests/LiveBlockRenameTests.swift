import TestSupport
import Testing

/// The queries of live blocks, in which names change as in saved searches.
@Suite struct LiveBlockRenameTests {
    private static func console(_ note: String) throws -> Console {
        try Console([
            "i.md": note, "a.md": "---\nkeywords: [book]\nrating: 5\n---\n", "Old/b.md": "b\n", "Old/this.md": "this\n",
            ".slipbox/config.yaml": "searches:\n  s: 'rating:5 #book in:Old'\n",
        ])
    }

    /// Each row: the query, the command, and the query afterwards.
    @Test(arguments: [
        (
            "#book OR keyword:book/x -#other view:count", "keyword rename book novel",
            "#novel OR keyword:novel/x -#other view:count"
        ),
        (
            "rating:>3 has:rating sort:rating- \"rating\" view:table fields:title,rating",
            "property rename rating stars",
            "stars:>3 has:stars sort:stars- \"rating\" view:table fields:title,stars"
        ),
        ("rating:5", "property rename rating 'my stars'", "prop.\"my stars\":5"),
        ("in:Old #x view:tree", "mv Old New", "in:New #x view:tree"),
        ("path:Old/* OR links-to:Old/b", "mv Old New/Sub", "path:New/Sub/Old/* OR links-to:New/Sub/Old/b"),
        ("links-to:this in:this", "mv Old/this.md New/other.md", "links-to:this in:this"),
        ("statsu:(", "mv Old New", "statsu:("), ("#other", "keyword rename book novel", "#other"),
    ])
    func `a name in the query of a block changes with it`(_ query: String, _ command: String, _ expected: String) throws
    {
        let old = "x\n\n> - <!-- slip: \(query) -->\n>   old\n>   <!-- /slip 12345678 -->\n\n`<!-- slip: #book -->`\n"
        let console = try Self.console(old)
        try console.makeFolder("New/Sub")
        if command.hasSuffix(" New") { try console.remove("New") }
        let words = command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            $0.offset % 2 == 1 ? [String($0.element)] : $0.element.split(separator: " ").map(String.init)
        }
        let result = console.slip(words)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try console.read("i.md") == old.replacing(query, with: expected))
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("i.md") == old)
    }

    @Test func `a note with a block moves together with the folder in its query`() throws {
        let text = "[x](b.md)\n\n<!-- slip: in:Old -->\n"
        let console = try Self.console("")
        try console.write("Old/i.md", text)
        #expect(console.slip("mv", "Old", "New").status == 0)
        #expect(try console.read("New/i.md") == text.replacing("Old", with: "New"))
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("Old/i.md") == text)
    }
}
