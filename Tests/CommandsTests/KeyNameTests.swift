import TestSupport
import Testing

/// Names of front matter keys in notes, queries, changes and the configuration.
struct KeyNameTests {
    @Test(arguments: [
        "created_at", "created-at", "createdAt", "CreatedAt", "created at", "date created", "DateCreated",
        "date_created", "Creation Date", "creation-date", "DATE",
    ])
    func `every spelling of the created key is read and set`(name: String) throws {
        let terminal = try Console(["a.md": "---\n\(name): 2023-01-05\n---\nx\n"])
        #expect(terminal.slip("search", "created:2023-01").output == "a.md\n")
        #expect(terminal.slip("search", "has:created").output == "a.md\n")
        #expect(terminal.slip("set", "a.md", "created=2024-02-03").status == 0)
        #expect(try terminal.read("a.md") == "---\n\(name): 2024-02-03\n---\nx\n")
        #expect(terminal.slip("set", "a.md", "createdAt=2024-02-04").status == 0)
        #expect(try terminal.read("a.md") == "---\n\(name): 2024-02-04\n---\nx\n")
    }

    @Test(arguments: ["created_at:2023-01", "createdAt:2023-01", "created-at:2023-01", "prop.\"date created\":2023-01"])
    func `every alias of a key works as a field in a query`(query: String) throws {
        let terminal = try Console(["a.md": "---\ncreated: 2023-01-05\n---\nx\n", "b.md": "x\n"])
        #expect(terminal.slip("search", query).output == "a.md\n")
    }

    @Test func `all spellings of a property's key name the same property`() throws {
        let terminal = try Console([
            "a.md": "---\ndue_date: 2023-01-05\n---\n", "b.md": "---\ndueDate: 2023-01-06\n---\n",
            "c.md": "---\nDue Date: 2023-02-07\n---\n",
        ])
        for name in ["due-date", "dueDate", "due_date", "prop.\"due date\""] {
            #expect(terminal.slip("search", "\(name):2023-01 sort:path").output == "a.md\nb.md\n")
        }
        #expect(terminal.slip("search", "has:due-date sort:due_date+").output == "a.md\nb.md\nc.md\n")
        #expect(terminal.slip("property", "list").lines.count == 1)
        #expect(terminal.slip("set", "b.md", "due-date=2024-01-01").status == 0)
        #expect(try terminal.read("b.md") == "---\ndueDate: 2024-01-01\n---\n")
    }

    @Test func `key aliases of the configuration work in notes, queries, sorting and changes`() throws {
        let terminal = try Console([
            "a.md": "---\npublished: 2022-05-06\ntopics: [one, two]\n---\n", "b.md": "---\ncreated: 2021-01-01\n---\n",
        ])
        #expect(terminal.slip("search", "created:2022-05").output.isEmpty)
        try terminal.write(".slipbox/config.yaml", "keys: {created: [published, erschienen am], keywords: topics}\n")
        #expect(terminal.slip("search", "created:2022-05").output == "a.md\n")
        #expect(terminal.slip("search", "published:2022-05").output == "a.md\n")
        #expect(terminal.slip("search", "has:published sort:published+").output == "b.md\na.md\n")
        #expect(terminal.slip("search", "#two").output == "a.md\n")
        #expect(terminal.slip("search", "topics:two").output == "a.md\n")
        #expect(terminal.slip("keyword", "add", "a.md", "three").status == 0)
        #expect(terminal.slip("set", "b.md", "published=2020-02-02").status == 0)
        #expect(try terminal.read("a.md") == "---\npublished: 2022-05-06\ntopics: [one, two, three]\n---\n")
        #expect(try terminal.read("b.md") == "---\ncreated: 2020-02-02\n---\n")
        #expect(terminal.slip("check", "--kind", "config").output.isEmpty)
    }

    @Test(arguments: [
        ("keys: created", "'keys' must map"), ("keys: {creatd: [x]}", "did you mean 'created'"),
        ("keys: {created: [modified]}", "'modified' is already a name of 'modified'"),
        ("keys: {created: {a: b}}", "'keys' must contain names"), ("titles: never", "'titles' must be heading or name"),
    ])
    func `an invalid key or value of the configuration is reported`(line: String, message: String) throws {
        let terminal = try Console(["a.md": "x\n", ".slipbox/config.yaml": line + "\n"])
        let check = terminal.slip("check", "--kind", "config")
        #expect(check.status == 1)
        #expect((check.output + check.errors).contains(message), "\(check.output)")
    }

    @Test func `a key takes precedence over its aliases, and the last duplicate counts`() throws {
        let terminal = try Console([
            "a.md": "---\ndate: 2020-01-01\ncreated: 2021-01-01\n---\n",
            "b.md": "---\ncreated_at: 2020-01-01\ncreatedAt: 2022-01-01\n---\n",
            "c.md": "---\ndate created: 2020-01-01\ndate: 2023-01-01\n---\n",
        ])
        for (year, path) in [(2021, "a.md"), (2022, "b.md"), (2023, "c.md")] {
            #expect(terminal.slip("search", "created:\(year)").output == path + "\n")
            #expect(terminal.slip("set", path, "created=2024-01-01").status == 0)
        }
        #expect(terminal.slip("search", "--count", "created:2024").output == "3\n")
        #expect(try terminal.read("b.md") == "---\ncreated_at: 2020-01-01\ncreatedAt: 2024-01-01\n---\n")
        #expect(try terminal.read("c.md") == "---\ndate created: 2020-01-01\ndate: 2024-01-01\n---\n")
        #expect(terminal.slip("check").output.contains("b.md:3:1: front-matter: the key 'createdAt' is given twice"))
    }

    @Test func `an assignment to an alias changes the entry under that alias`() throws {
        let terminal = try Console(["a.md": "---\ncreated: 2020-01-01\ndate: 2021-05-05\n---\n"])
        #expect(terminal.slip("set", "a.md", "date=2022-01-01").status == 0)
        #expect(try terminal.read("a.md") == "---\ncreated: 2020-01-01\ndate: 2022-01-01\n---\n")
        #expect(terminal.slip("set", "a.md", "date=").status == 0)
        #expect(try terminal.read("a.md") == "---\ncreated: 2020-01-01\n---\n")
        #expect(terminal.slip("set", "a.md", "date=").status == 0)
        #expect(try !terminal.read("a.md").contains("created"))
    }

    @Test func `has:related means the key, not any link`() throws {
        let terminal = try Console(["a.md": "[[b]]\n", "b.md": "---\nrelated: [\"[[a]]\"]\n---\n"])
        #expect(terminal.slip("search", "has:related").output == "b.md\n")
        #expect(terminal.slip("search", "has:link", "--count").output == "2\n")
    }
}
