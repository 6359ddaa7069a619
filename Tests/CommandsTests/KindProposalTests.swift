import TestSupport
import Testing

/// Types of keys and kinds that `init` proposes.
@Suite struct KindProposalTests {
    /// Returns the configuration after `init --yes`, which must have no errors.
    private func configuration(_ files: [String: String]) throws -> String {
        let terminal = try Console()
        for (path, text) in files { try terminal.write(path, text) }
        #expect(terminal.slip("init", "--yes").status == 0)
        #expect(terminal.slip("check", "--kind", "config").output == "")
        return try terminal.read(".slipbox/config.yaml")
    }

    @Test func `init proposes types of keys whose values are alike`() throws {
        var files: [String: String] = [:]
        for number in 0..<12 {
            files["n\(number).md"] = """
                ---
                rating: \(number)
                due: 2024-01-\(number + 10)
                done: \(number.isMultiple(of: 2))
                format: \(["print", "e-book"][number % 2])
                author: ["[[A\(number)]]", "[[B]]"]
                place: Place \(number)
                mixed: \(number == 3 ? "n/a" : "1")
                \(number == 0 ? "rare: 1" : "")
                ---

                """
        }
        let written = try configuration(files)
        #expect(
            written.contains(
                """
                properties:
                  author: {type: list, of: link}
                  done: bool
                  due: date
                  format: {values: [e-book, print]}
                  rating: number

                """), "\(written)")
        #expect(written.contains("# the values of these keys have one type, put words in order"))
    }

    @Test func `proposed settings of several lines are commented out as a whole`() throws {
        let terminal = try Console()
        for number in 0..<4 { try terminal.write("n\(number).md", "---\nrating: \(number)\n---\n") }
        #expect(terminal.slip("init").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml").contains("\n# properties:\n#   rating: number\n"))
        #expect(terminal.slip("check", "--kind", "config").output == "")
    }

    @Test(arguments: [9, 10]) func `init proposes to read inline fields if ten notes have some`(_ count: Int) throws {
        var files = ["code.md": "```\na:: b\n```\n"]
        for number in 0..<count { files["n\(number).md"] = "rating:: \(number)\n\n`a:: b`\n" }
        #expect(try configuration(files).contains("inline-fields: true\n") == (count == 10))
    }

    @Test func `init proposes kinds for the types of mdbase`() throws {
        let written = try configuration([
            "mdbase.yaml":
                "spec_version: \"0.3.0\"\nsettings:\n  types_folder: _types\n  explicit_type_keys: [type, types]\n",
            "_types/task.md": """
            ---
            name: task
            fields:
              title: {type: string, required: true}
              priority: {type: integer}
            ---

            """,
            "_types/book.md": """
            ---
            kind: mdbase.type
            name: book
            match: {path_glob: "books/**", fields_present: [isbn], where: {state: read}}
            schema:
              dialect: json-schema-2020-12
              value: {required: [title], properties: {title: {}, year: {}}}
            ---

            """,
            "_types/film.md": "---\nname: film\nmatch: {where: {rating: {gte: 3}}}\nschema: {ref: ../film.json}\n---\n",
            "_types/song.md": "---\nname: song\nmatch: {where: {type: song}}\nschema: {value: {}}\n---\n",
            "_types/z-task.md": "---\nname: TASK\nfields: {}\n---\n",
            "_types/notes.md": "# Not a type\n", "film.json": "{}",
            "tasks/a.md": "---\ntype: task\n---\n", "books/b.md": "---\nisbn: 1\nstate: read\nyear: 2\n---\n",
        ])
        for line in [
            #"  task: {where: "type:task", required: [title], optional: [priority]}"#,
            #"  book: {where: "path:books/** has:isbn state:read OR type:book", required: [title], optional: [year]}"#,
            #"  film: {where: "type:film", schema: "film.json"}"#,
            // 'types' is a key of no note, so a query with it would be an error.
            #"  song: {where: "type:song"}"#,
        ] { #expect(written.contains(line + "\n"), "\(line) in \(written)") }
    }

    @Test func `kinds of mdbase find the notes of their types`() throws {
        let terminal = try Console([
            ".slipbox/config.yaml":
                #"kinds: {book: {where: "path:books/** has:isbn state:read OR type:book", required: [title]}}"#,
            "books/a/b.md": "---\nisbn: 1\nstate: read\n---\n", "x.md": "---\ntype: book\n---\n",
            "books/c.md": "---\nisbn: 1\nstate: open\n---\n",
            "books/d.md": "---\ntitle: D\nisbn: 2\nstate: read\n---\n",
        ])
        let found = terminal.slip("check", "--kind", "kind").output.split(separator: ":").map(String.init)
        #expect(terminal.slip("check", "--kind", "kind").output.split(separator: "\n").count == 2, "\(found)")
    }

    @Test func `init proposes a kind for the concepts of OKF`() throws {
        let written = try configuration([
            "index.md": "---\nokf_version: \"0.2\"\n---\n# Index\n", "log.md": "## 2024-01-01\n",
            "a/index.md": "- [x](x.md)\n", "a/x.md": "---\ntype: Metric\n---\n", "a/y.md": "text\n",
        ])
        #expect(
            written.contains("\nkinds:\n  concept: {where: \"-name:index -name:log\", required: [type]"), "\(written)")
        let terminal = try Console([
            ".slipbox/config.yaml": "kinds: {concept: {where: \"-name:index -name:log\", required: [type]}}",
            "index.md": "x", "a/log.md": "x", "a/y.md": "x", "a/index 2.md": "---\ntype: x\n---\n",
        ])
        #expect(terminal.slip("check", "--kind", "kind").output.hasPrefix("a/y.md:1:1: kind: "))
    }

    @Test func `files of strangers with other content propose nothing`() throws {
        let written = try configuration([
            "mdbase.yaml": "settings: [x]\n", "index.md": "---\nokf: 1\n---\n", "_types/a.md": "---\nname: [a]\n---\n",
        ])
        #expect(!written.contains("kinds:"))
    }
}
