import Foundation
import TestSupport
import Testing

/// Messages of changing commands, and lists whose columns depend on numbers.
@Suite struct MessageTests {
    private static func vault(_ files: [String: String] = ["a b.md": "#old\n", "c.md": "[[a b]]\n"]) throws -> Console {
        try Console(files)
    }

    @Test func `a dry run reports what it would do above the patch`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("rm", "a b.md", "c.md", "-n").errors.contains("dry run: 2 notes moved to the trash"))
        #expect(terminal.slip("set", "c.md", "x=1", "-n").errors.contains("dry run: 'c.md' changed"))
        #expect(!terminal.slip("set", "c.md", "x=", "-n").errors.contains("dry run"))
        #expect(!terminal.slip("set", "c.md", "x=1").errors.contains("dry run"))
    }

    @Test func `a change of one note names it`() throws {
        let terminal = try Self.vault()
        for arguments in [
            ["set", "c.md", "x=1"], ["keyword", "add", "c.md", "k"], ["set", "--query", "name:c", "x=2"],
        ] {
            #expect(terminal.slip(arguments).errors.contains("'c.md' changed; undo"), "\(arguments)")
        }
        #expect(terminal.slip("set", "c.md", "a b.md", "x=3").errors.contains("2 notes changed; undo"))
    }

    @Test func `a keyword is named with one hash sign`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("keyword", "rename", "#old", "#new").errors.contains("#old renamed to #new in 1 note"))
        #expect(terminal.slip("keyword", "color", "#new", "teal").errors.contains("color of 'new' set to teal"))
        #expect(terminal.slip("keyword", "delete", "#new", "--force").errors.contains("'new' removed from 1 note"))
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

    @Test func `only the settings that change are named`() throws {
        let terminal = try Self.vault(["D/a.md": "a\n"])
        try terminal.write(".slipbox/config.yaml", "searches: {q: \"in:D\"}\n")
        let renamed = terminal.slip("folder", "rename", "D", "E").errors
        #expect(renamed.contains("updated in '.slipbox/config.yaml': saved searches\n"), "\(renamed)")
        try terminal.write(".slipbox/config.yaml", "daily: {folder: E}\n")
        #expect(terminal.slip("folder", "rename", "E", "F").errors.contains("config.yaml': daily notes\n"))
    }

    @Test func `the boxes of tasks are aligned`() throws {
        let lines = (1...12).map { "- [ ] task \($0)\n" }.joined()
        let terminal = try Self.vault(["a.md": lines, "b.md": "- [ ] other\n"])
        terminal.isTerminal = true
        let shown = terminal.slip("task", "list").output.split(separator: "\n").map(String.init)
        #expect(shown.contains(" 9  [ ] task 9   a.md:9") && shown.contains("10  [ ] task 10  a.md:10"), "\(shown)")
    }

    @Test(arguments: [(80, "16 (11)"), (40, "16 +"), (25, "16•")])
    func `the calendar tells days from numbers of notes`(columns: Int, cell: String) throws {
        let notes = (1...11).map { ("n\($0).md", "---\ncreated: 2024-03-16\n---\n") }
        let terminal = try Self.vault(Dictionary(notes) { first, _ in first })
        terminal.columns = columns
        let month = terminal.slip("calendar", "2024-03").output
        #expect(month.contains(cell) && !month.contains(":"), "\(month)")
    }
}
