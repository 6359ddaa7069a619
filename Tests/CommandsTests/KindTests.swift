import Foundation
import TestSupport
import Testing

/// Kinds of notes with a schema and a template: `kinds:` in the configuration.
@Suite struct KindTests {
    private static let configuration = """
        properties: {format: {values: [print, ebook], default: print}}
        kinds:
          book:
            where: "#book in:Books"
            required: [author, year, format]
            optional: [rating]
            headings: [Summary, Quotes]
            template: book
            schema: .slipbox/schemas/book.json

        """

    private static let schema = #"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "required": ["year"],
         "properties": {"year": {"type": "integer"}, "cast": {"items": {"required": ["name"]}},
                        "read": {"pattern": "^\\d{4}-\\d{2}-\\d{2}$"}}, "requird": 1}
        """#

    private func vault(_ notes: [String: String], schema: String = Self.schema) throws -> Console {
        try Console(
            notes.merging([
                ".slipbox/config.yaml": Self.configuration, ".slipbox/schemas/book.json": schema,
                ".slipbox/templates/book.md": "---\ncreated: {{date}}\n---\n# {{title}}\n",
            ]) { $1 })
    }

    private static let book = """
        ---
        tags: book
        author: X
        year: "1999"
        format: print
        read: 2024-01-02
        cast:
          - name: A
          - role: B
        ---
        ## Summary
        ## Quotes

        """

    @Test func `check reports violations of the schema at the line of the key, with the kind`() throws {
        let console = try vault([
            "Books/a.md": Self.book, "Books/b.md": "#book\n## Summary\n## Quotes\n", "c.md": "#book\n",
        ])
        let result = console.slip("check", "--kind", "kind")
        #expect(
            result.output == """
                Books/a.md:4:1: kind: in a note of the kind 'book' 'year' must be a whole number
                Books/a.md:9:5: kind: in a note of the kind 'book' 'cast[1]' must have the key 'name'
                Books/b.md:1:1: kind: a note of the kind 'book' must have the key 'author'
                Books/b.md:1:1: kind: a note of the kind 'book' must have the key 'format'
                Books/b.md:1:1: kind: a note of the kind 'book' must have the key 'year'

                """ && result.status == 1)
    }

    @Test func `an unknown keyword of a schema is reported once`() throws {
        let console = try vault(["Books/a.md": Self.book])
        let output = console.slip("check", "--kind", "config").output
        #expect(output.split(separator: "\n").count == 1)
        #expect(output.contains(".slipbox/config.yaml:9:13: config: "))
        #expect(output.contains("unknown keyword 'requird', which is ignored; did you mean 'required'?"))
    }

    @Test(arguments: [
        ("../../etc/passwd", "outside of the vault"), ("/etc/passwd", "outside of the vault"),
        ("https://example.com/x.json", "no schemas from the network"), ("link.json", "symbolic link"),
        ("folder/x.json", "symbolic link"), ("huge.json", "too large"), ("gone.json", "no such file"),
        ("bad.json", "not valid JSON"), (".", "outside of the vault"), ("Books", "directory"),
    ]) func `a schema that must not or cannot be read is refused with the reason`(path: String, reason: String) throws {
        let console = try vault(["Books/a.md": "#book\n", "bad.json": "{"])
        try console.write("secret.json", "{}")
        try console.write("huge.json", String(repeating: " ", count: 300_000))
        for (link, target) in [("link.json", "secret.json"), ("folder", ".slipbox")] {
            try FileManager.default.createSymbolicLink(
                atPath: console.directory.appendingPathComponent(link).path,
                withDestinationPath: console.directory.appendingPathComponent(target).path)
        }
        let configuration = Self.configuration.replacing(".slipbox/schemas/book.json", with: "\"\(path)\"")
        try console.write(".slipbox/config.yaml", configuration)
        let result = console.slip("check", "--kind", "config")
        #expect(result.output.contains(reason) && result.status == 1, "\(result.output)")
        // The notes of the kind were not tested by it, so the check of kinds says so.
        let kinds = console.slip("check", "--kind", "kind")
        #expect(kinds.errors.contains(reason), "\(kinds.errors)")
        #expect(kinds.output.contains("must have the key 'author'"))
    }

    @Test func `new --kind uses the template, and adds keywords, keys and headings`() throws {
        let console = try vault(["Books/a.md": Self.book])
        let result = console.slip("new", "--kind", "Book", "Dune", "--body", "Sand.")
        #expect(result.output == "Books/Dune.md\n", "\(result.errors)")
        let text = try console.read("Books/Dune.md")
        #expect(
            text == """
                ---
                created: 2024-03-30
                title: Dune
                keywords: [book]
                author:
                year:
                format: print
                ---
                # Dune
                Sand.

                ## Summary

                ## Quotes

                """)
        #expect(result.errors.contains("'Books/Dune.md': a note of the kind 'book' must have the key 'author'"))
        let other = console.slip("new", "--kind", "bok", "X")
        #expect(other.status == 2 && other.errors.contains("did you mean 'book'?"))
        let elsewhere = console.slip("new", "--kind", "book", "Elsewhere", "--folder", ".")
        #expect(elsewhere.errors.contains("is not of the kind 'book'"), "\(elsewhere.errors)")
    }

    @Test func `a nested key satisfies 'required', and an empty one in the text does not`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "inline-fields: true\nkinds: {n: {where: \"has:x\", required: [nest.a, k]}}\n",
            "a.md": "---\nx: 1\nnest: {a: 1}\n---\nk::\n", "b.md": "---\nx: 1\nnest: {a: }\n---\nk:: 1\n",
        ])
        let lines = console.slip("check", "--kind", "kind").output.split(separator: "\n").map(String.init)
        #expect(lines.count == 2 && lines[0].hasSuffix("'k'") && lines[1].hasSuffix("'nest.a'"), "\(lines)")
    }

    @Test func `property rename changes the optional keys of kinds`() throws {
        let console = try vault(["Books/a.md": "---\nrating: 1\n---\n"])
        #expect(console.slip("property", "rename", "rating", "stars").status == 0)
        #expect(try console.read(".slipbox/config.yaml").contains("optional: [stars]"))
    }
}
