import Foundation
import TestSupport
import Testing

/// Hints for searches without results, and notices about exclusions without effect.
@Suite struct HintTests {
    private static func vault() throws -> Console {
        try Console([
            "Notes/Ownership.md":
                "---\nauthor: Niklas Luhmann\npriority: 1\npublished: 2023-05-01\ntags: [private, reading/2024]\nid: k-17\n"
                + "aliases: [Possession]\n---\nrust and the whiteboard\n\n## Keyboards\n\nmodel of ownership\n",
            "Notes/Owner rules.md":
                "---\nauthor: [Karl Schmitt]\npriority: 3\npublished: 2023-06-01\n---\nrust ![](pic/box.png) [[Ownership]]\n",
            "Old/Rust.md": "---\npriority: 2\ncreated: 2020-01-01\nmood: [calm, \"a b\"]\n---\nskateboard\n",
            "pic/box.png": "x",
        ])
    }

    @Test func `the more frequent of two similar words is suggested`() throws {
        var files = ["typo.md": "pyston\n"]
        for number in 0..<9 { files["note \(number).md"] = "python and more python\n" }
        #expect(try Console(files).slip("search", "pyhton").errors.contains("did you mean 'python'?"))
    }

    @Test(arguments: [
        ("author:luhmann", "author:*luhmann* finds 1"), ("author:\"karl schmit\"", "author:\"Karl Schmitt\""),
        ("priority:high", "values of 'priority' are: 1, 2, 3"), ("published:monday", "published:2024-03-25"),
        ("published:next-week", "published:today..+7d"), ("tag:rust", "3 have the word in the text: rust"),
        ("#nosuch", "no note has the keyword 'nosuch'"), ("#privat", "'#private'"), ("tag:2024", "#**2024** finds 1"),
        ("file:Own", "name:own* finds 2"), ("title:Owner*", "n/a"), ("title:owners", "title:owners* finds 1"),
        ("title:keyboards", "1 has it elsewhere: keyboards"), ("heading:key", "heading:key* finds 1"),
        ("path:Noets", "path:Notes"), ("path:own", "path:**own** finds 2"),
        ("\"rust whiteboard\"", "1 has these words, but not as a phrase: rust whiteboard"),
        ("board", "contains:board finds 2"), ("white", "white* finds 1"), ("rusd", "did you mean 'rust'?"),
        ("luhmann", "1 has it in a property: author:*luhmann*"), ("status:revew", "status:review"),
        ("attachment:box", "attachment:*box* finds 1"), ("attachment:bxo.png", "attachment:box.png"),
        ("alias:posession", "alias:Possession"), ("id:k-71", "id:k-17"),
        ("words:>5000", "values of 'words:' range from"), ("tasks:>1", "values of 'tasks:' range from 0 to 0"),
        ("created:2023-05", "published:2023-05 finds 1"), ("created:2023-05", "2 of 3 notes have no 'created' key"),
        ("before:2019", "'published:' contains dates in 2 notes"), ("folder:/", "in:/ finds 3"),
        ("links-to:Rust", "3 have its name"), ("mood:cam", "mood:calm"), ("mood:a", "mood:*a* finds 1"),
        ("rust -tag:private author:luhman", "author:*luhman* finds 1"),
        ("author:rust", "3 have the word in the text: rust"), ("name:nership", "name:*nership* finds 1"),
        ("title:nership", "contains:nership finds 2"), ("heading:boards", "contains:boards finds 1"),
        ("body:eboard", "contains:eboard finds 2"),
    ])
    func `a search without results prints hints`(_ query: String, _ line: String) throws {
        let result = try Self.vault().slip("search", query)
        if line == "n/a" { return #expect(result.status == 0) }
        #expect(result.status == 1 && result.errors.hasPrefix("No notes found\n"), "\(result)")
        #expect(result.errors.contains(line), "\(result.errors)")
    }

    @Test func `a search for new notes names those that were changed meanwhile`() throws {
        let terminal = try Console(["a.md": "---\ncreated: 2020-01-01\nmodified: 2024-03-29\n---\nx\n"])
        for (query, line) in [
            ("last:7d", "modified:7d finds 1"), ("created:2024-03", "modified:2024-03 finds 1"),
            ("after:2024-01-01", "modified:>2024-01-01 finds 1"),
        ] {
            let result = terminal.slip("search", query)
            #expect(result.status == 1 && result.errors.contains(line), "\(result)")
        }
        #expect(!terminal.slip("search", "created:2021").errors.contains("modified:2021"))
    }

    @Test func `a distance after a phrase, and a status with the name of a state, are explained`() throws {
        let terminal = try Console(["a.md": "---\nstatus: empty\n---\none two\n"])
        #expect(terminal.slip("search", "\"one two\"~5").errors.contains("with all the words: one two"))
        #expect(!terminal.slip("search", "is:empty").errors.contains("the status"))
        try terminal.write(".slipbox/config.yaml", "statuses: [draft, empty]\n")
        #expect(terminal.slip("search", "is:empty").errors.contains("finds the status 'empty'"))
    }

    @Test(arguments: [
        ("deep work", ["path:\"deep work\" finds 2", "in:\"Areas/Deep Work\" finds 2"]),
        ("work", ["path:work finds 2"]), ("areas", ["path:areas finds 3", "in:Areas finds 3"]),
        ("Deep Work status:draft", ["path:\"deep work\" finds 2"]), ("nosuch", []), ("-deep", []),
    ])
    func `words of a folder's name that no note contains are suggested as paths`(_ query: String, _ lines: [String])
        throws
    {
        let terminal = try Console([
            "Areas/Deep Work/a.md": "x\n", "Areas/Deep Work/In/b.md": "y\n", "Areas/c.md": "z\n", "r.md": "r\n",
        ])
        let result = terminal.slip("search", "--", query)
        for line in lines { #expect(result.errors.contains("  \(line)\n"), "\(result.errors)") }
        if lines.isEmpty { #expect(!result.errors.contains("path:"), "\(result.errors)") }
        // From another folder.
        #expect(terminal.slip("search", "--in", "Areas/Deep Work/In", "areas").errors.contains("in:Areas finds 1\n"))
        try terminal.write("Other/o.md", "o\n")
        #expect(terminal.slip("search", "--in", "Other", "deep").errors.contains("path:deep finds 2 with --scope all"))
    }

    @Test func `a search of a folder with notes only in subfolders suggests a scope`() throws {
        let terminal = try Console(["A/B/b.md": "x\n", "A/B/C/c.md": "y\n", "r.md": "x\n"])
        let empty = terminal.slip("search", "--scope", "here", "--in", "A")
        #expect(
            empty.errors
                == "This folder is empty\n  2 in subfolders: --scope folder\n  3 outside this folder: --scope all\n")
        let word = terminal.slip("search", "--scope", "here", "--in", "A", "y")
        #expect(word.errors == "No notes found\n  1 in subfolders: --scope folder\n")
        let root = terminal.slip("search", "--scope", "here", "y")
        #expect(root.errors == "No notes found\n  1 in subfolders: --scope folder\n")
    }

    @Test func `an incomplete count is printed as a lower bound`() throws {
        var files: [String: String] = [:]
        for number in 0..<2100 { files["n\(number).md"] = "prz\(number)x" }
        let terminal = try Console(files)
        let result = terminal.slip("search", "contains:x -prz* OR rz2")
        #expect(result.status == 1)
        #expect(result.errors.contains("contains:rz2 finds"), "\(result.errors)")
        #expect(terminal.slip("search", "rz").errors.contains("contains:rz finds at least 2000"))
    }

    @Test(arguments: [
        ("-#privat", "'-#private'"), ("-status:drft", "'-status:draft'"), ("rust -(#privat)", "'-#private'"),
        ("rust NOT author:\"Karl Schmit\"", "'-author:\"Karl Schmitt\"'"),
        ("-(#nosuch OR rust)", "no note has the keyword 'nosuch'"),
    ])
    func `an exclusion that excludes nothing is reported`(_ query: String, _ notice: String) throws {
        let terminal = try Self.vault()
        let result = terminal.slip("search", "--", query)
        #expect(result.status == (query.contains("OR") ? 1 : 0), "\(result)")
        #expect(result.errors.contains(notice) && result.errors.contains("excludes nothing"), "\(result.errors)")
        #expect(terminal.slip("set", "--query", query, "x=1", "--dry-run").errors.contains(notice))
    }

    @Test(arguments: ["-#private", "-#reading", "-status:review", "-author:\"niklas luhmann\"", "--#x", "-nosuchword"])
    func `an exclusion that excludes something is not reported`(_ query: String) throws {
        #expect(try !Self.vault().slip("search", "--", query).errors.contains("excludes nothing"))
    }
}
