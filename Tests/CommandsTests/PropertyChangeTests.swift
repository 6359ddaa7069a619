import TestSupport
import Testing

/// `slip property rename` and `slip property delete`.
@Suite struct PropertyChangeTests {
    @Test(arguments: ["", "ignore: [/T/]\n"])
    func `a key is renamed in the templates of the configured folder, also if it is ignored`(_ ignore: String) throws {
        let console = try Console([
            ".slipbox/config.yaml": "template-folder: T\n\(ignore)", "T/t.md": "---\nrating: {{x}}\n---\n",
            "a.md": "---\nrating: 3\n---\n",
        ])
        #expect(console.slip("property", "rename", "rating", "size").status == 0)
        #expect(try console.read("T/t.md") == "---\nsize: {{x}}\n---\n")
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("T/t.md") == "---\nrating: {{x}}\n---\n")
    }

    @Test func `a key is renamed in notes, templates and saved searches, as one change`() throws {
        let searches = #"searches: {s: "rating:>3 OR (has:rating -prop.rating:4) sort:rating-,title group:rating"}"#
        let console = try Console([
            ".slipbox/config.yaml": searches + "\n", ".slipbox/templates/book.md": "---\nrating: {{x}}\n---\n",
            "a.md": "---\r\nRating: 5 # stars\r\n---\r\nrating: 5\r\n", "b.md": "---\nother: 1\n---\n",
        ])
        let result = console.slip("property", "rename", "rating", "size")
        #expect(result.status == 0 && result.errors.contains("in 1 note"), "\(result)")
        #expect(try console.read("a.md") == "---\r\nsize: 5 # stars\r\n---\r\nrating: 5\r\n")
        #expect(try console.read(".slipbox/templates/book.md") == "---\nsize: {{x}}\n---\n")
        let renamed = #"searches: {s: "prop.size:>3 OR (has:size -prop.size:4) sort:size-,title group:size"}"#
        #expect(try console.read(".slipbox/config.yaml") == renamed + "\n")
        console.slip("undo")
        #expect(try console.read(".slipbox/config.yaml") == searches + "\n")
        #expect(try console.read("a.md").hasPrefix("---\r\nRating: 5"))
    }

    @Test(arguments: ["rename", "delete"]) func `a key without a value is renamed and deleted too`(_ command: String)
        throws
    {
        let values = ["a": "calm", "b": "", "c": "\"\"", "d": "[]", "e": "null"]
        let console = try Console(
            Dictionary(uniqueKeysWithValues: values.map { ("\($0).md", "---\nmood: \($1)\nx: 1\n---\n") }))
        let result = console.slip(["property", command, "mood"] + (command == "rename" ? ["feeling"] : ["--force"]))
        #expect(result.status == 0, "\(result)")
        for (name, value) in values {
            let left = command == "rename" ? "feeling: \(value)\n" : ""
            #expect(try console.read("\(name).md") == "---\n\(left)x: 1\n---\n")
        }
    }

    @Test func `a key is renamed in the order, the sections and the kinds of the configuration`() throws {
        let text = """
            sort: [rating-, title]
            group: rating
            kinds:
              good: {where: "rating:>3", required: [author, rating]}
            properties: {rating: 1..5}

            """
        let console = try Console([".slipbox/config.yaml": text, "a.md": "---\nrating: 5\n---\n"])
        #expect(console.slip("property", "rename", "rating", "stars").status == 0)
        #expect(try console.read(".slipbox/config.yaml") == text.replacing("rating", with: "stars"))
        #expect(console.slip("undo").status == 0)
        #expect(try console.read(".slipbox/config.yaml") == text)
    }

    @Test func `values that cannot be in one list are not merged`() throws {
        for value in ["{a: 1}", "[{a: 1}, b]"] {
            let text = "---\nold: \(value)\nnew: y\n---\n"
            let console = try Console(["a.md": text])
            let result = console.slip("property", "rename", "old", "new", "--merge")
            #expect(result.status == 2 && result.errors.contains("cannot be in one list"), "\(result)")
            #expect(try console.read("a.md") == text)
        }
        let console = try Console(["a.md": "---\nold: Doe, John\nnew: y\n---\n"])
        #expect(console.slip("property", "rename", "old", "new", "--merge").status == 0)
        #expect(try console.read("a.md") == "---\nnew: [y, \"Doe, John\"]\n---\n")
    }

    @Test func `a note with both keys is refused, or gets both values`() throws {
        let text = "---\nyear: 1990\npublished: 1991\n---\nx\n"
        let console = try Console(["a.md": text])
        let refused = console.slip("property", "rename", "year", "published")
        #expect(refused.status == 2 && refused.errors.contains("a.md") && refused.errors.contains("--merge"))
        #expect(try console.read("a.md") == text)
        #expect(console.slip("property", "rename", "year", "published", "--merge").status == 0)
        #expect(try console.read("a.md") == "---\npublished: [1991, 1990]\n---\nx\n")
    }

    @Test func `a key is deleted with --force, and the searches that use it are named`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "searches:\n  best: rating:5\n", "a.md": "---\nrating: 5\nyear: 1\n---\nx\n",
        ])
        #expect(console.slip("property", "delete", "rating").status == 2)
        let result = console.slip("property", "delete", "rating", "--force")
        #expect(result.status == 0 && result.errors.contains("best"))
        #expect(try console.read("a.md") == "---\nyear: 1\n---\nx\n")
        let unknown = console.slip("property", "delete", "yaer", "--force")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'year'?"))
        #expect(console.slip("property", "rename", "title", "name").status == 2)
    }

    @Test func `two declarations of different types are not merged, and of one type become one`() throws {
        let notes = ["a.md": "---\na: 1\n---\n", "b.md": "---\nb: 2\n---\n"]
        let different = try Console(
            notes.merging([".slipbox/config.yaml": "properties: {a: number, b: date}\n"]) { $1 })
        #expect(different.slip("property", "rename", "a", "b").isError("declared with different types"))
        let same = try Console(
            notes.merging([
                ".slipbox/config.yaml":
                    "properties:\n  a: number\n  b: number\nkinds:\n  k: {where: \"has:a\", required: [a, b], optional: [c, a]}\n"
            ]) { $1 })
        #expect(same.slip("property", "rename", "a", "b").status == 0)
        #expect(
            try same.read(".slipbox/config.yaml")
                == "properties:\n  b: number\nkinds:\n  k: {where: \"has:b\", required: [b], optional: [c, b]}\n")
        #expect(same.slip("search", "b:1").errors.isEmpty)
    }

    @Test func `a declaration does not move to a built-in key`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "properties: {author: text, x: text}\n", "a.md": "---\nauthor: q\n---\n",
        ])
        #expect(console.slip("property", "rename", "author", "id").status == 0)
        #expect(try console.read(".slipbox/config.yaml") == "properties: {x: text}\n")
    }

    @Test func `columns of a live block are quoted as a whole`() throws {
        let console = try Console([
            "a.md": "---\nauthor: x\n---\n", "b.md": "<!-- slip: has:author view:table fields:title,author -->\n",
        ])
        #expect(console.slip("property", "rename", "author", "main author").status == 0)
        #expect(
            try console.read("b.md").hasPrefix(
                "<!-- slip: has:\"main author\" view:table fields:\"title,main author\" -->"))
        #expect(console.slip("refresh").status == 0)
        #expect(console.slip("property", "rename", "main author", "by").status == 0)
        #expect(try console.read("b.md").contains("fields:title,by -->"))
    }

    @Test func `a deleted key leaves kinds, and what still uses it is named`() throws {
        let console = try Console([
            ".slipbox/config.yaml":
                "searches: {s: \"has:author\"}\nkinds:\n  k:\n    where: \"#k\"\n    required:\n      - author\n      - x\n    schema: s.json\n",
            "s.json": "{\"required\": [\"author\"]}", "a.md": "---\nauthor: x\n---\n",
            "b.md": "<!-- slip: #k view:table fields:author -->\n",
        ])
        let result = console.slip("property", "delete", "author", "--force")
        #expect(result.status == 0, "\(result)")
        for name in [
            "the saved search 's' still uses the key", "a live block in 'b.md' still uses the key", "schema 's.json'",
        ] {
            #expect(result.errors.contains(name), "\(result.errors)")
        }
        #expect(try console.read(".slipbox/config.yaml").contains("required:\n      - x\n"))
    }

    @Test func `a note with the new key in its text is refused, and a nested key is named`() throws {
        let console = try Console([
            ".slipbox/config.yaml": "inline-fields: true\n", "w.md": "---\nwriter: q\n---\nauthor:: r\n",
            "n.md": "---\nnest:\n  deep: z\n---\n",
        ])
        #expect(console.slip("property", "rename", "author", "writer").isError("already has the key 'writer'"))
        #expect(console.slip("property", "rename", "nest.deep", "nest.w").isError("in another key"))
    }

    @Test func `a value of a declared text is quoted if it would not be text`() throws {
        for (value, written) in [("true", "\"true\""), ("5", "\"5\""), ("a b", "a b")] {
            let console = try Console([
                ".slipbox/config.yaml": "properties: {t: text}\n", "a.md": "---\nt: x\n---\n",
            ])
            #expect(console.slip("set", "a.md", "t=\(value)").status == 0)
            #expect(try console.read("a.md") == "---\nt: \(written)\n---\n")
        }
    }
}
