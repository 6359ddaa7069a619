import Foundation
import TestSupport
import Testing

/// Messages of changing commands, and lists whose columns depend on numbers.
@Suite struct MessageTests {
    private static func vault(_ files: [String: String] = ["a b.md": "#old\n", "c.md": "[[a b]]\n"]) throws -> Console {
        try Console(files)
    }

    @Test func `arguments with blanks are quoted in the list of changes`() throws {
        let terminal = try Self.vault()
        for arguments in [
            ["set", "a b.md", "x=1", "y=p q"], ["keyword", "add", "a b.md", "two words", "k"],
            ["mv", "a b.md", "d's e.md"], ["rm", "d's e.md", "--force"],
        ] { #expect(terminal.slip(arguments).status == 0, "\(arguments)") }
        let list = terminal.slip("undo", "--list").output
        for title in [
            "set x=1 'y=p q'", "keyword add 'two words' k", "mv 'a b.md' 'd'\\''s e.md'", "rm 'd'\\''s e.md'",
        ] { #expect(list.contains("  \(title)  "), "\(list)") }
    }
}
