import TestSupport
import Testing

/// `slip search --format table` and `--format md`.
@Suite struct AlignedTableTests {
    private func vault() throws -> Console {
        try Console([
            "a.md": "---\ntitle: One | two\nrating: 5\n---\n", "b.md": "---\ntitle: 小さな箱\n---\n", "c.md": "x",
        ])
    }

    @Test func `columns are aligned by their width on a terminal`() throws {
        let result = try vault().slip(
            "search", "sort:path", "--format", "table", "--fields", "title,rating,path")
        #expect(
            result.output == """
                title      rating  path
                One | two  5       a.md
                小さな箱           b.md
                c                  c.md

                """)
    }

    @Test func `a bar in a Markdown table is escaped`() throws {
        let result = try vault().slip("search", "sort:path", "--format", "md", "--fields", "title,rating")
        #expect(
            result.output == """
                | title      | rating |
                | ---------- | ------ |
                | One \\| two | 5      |
                | 小さな箱   |        |
                | c          |        |

                """)
    }

    @Test func `without results nothing is printed`() throws {
        let result = try vault().slip("search", "nothing", "--format", "table")
        #expect(result.output.isEmpty && result.status == 1)
    }
}
