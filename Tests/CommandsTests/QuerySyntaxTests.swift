import Foundation
import TestSupport
import Testing

/// Syntax of queries: errors with the correct form, notices, and queries without either.
@Suite struct QuerySyntaxTests {
    private static func vault() throws -> Console {
        try Console([
            ".slipbox/config.yaml": "searches: {\"sp ace\": \"rust\"}\n",
            "Slip box.md":
                "---\nauthor: Niklas Luhmann\npriority: 1\ndue: 2024-03-01\ntags: [zettel, reading/2024]\n---\n"
                + "rust or go\n\n## What's new\n\n- [ ] one\n- [ ] two\n- [x] three\n",
            "My Slip.md":
                "---\nauthor: [Karl Schmitt, Nikolaus]\nshelf mark: \"a\\nb\"\npriority: 2\n---\nrust and go <div>\n",
            "Notes/Rust.md": "---\naliases: [Ferris crab]\n---\nbody of it\n## a\n## b\n## c\n",
        ])
    }

    @Test(arguments: [
        ("created:monday", "2024-03-25"), ("created:saturday", "2024-03-30"), ("modified:\"last week\"", "7d"),
        ("created:this-month", "2024-03"), ("created:march", "2024-03"), ("created:april", "2023-04"),
        ("created:\"March 2023\"", "2023-03"), ("created:\"last friday\"", "2024-03-29"),
        ("created:\"3 days ago\"", "2024-03-27"), ("created:\"last year\"", "2023"),
        ("created:>\"last month\"", ">2024-02"), ("created:march..\"last friday\"", "2024-03..2024-03-29"),
        ("before:friday", "<2024-03-29"), ("last:7days", ">=7d"), ("last:week", ">=7d"), ("last:\"2 weeks\"", ">=14d"),
        ("last:month", ">=1mo"), ("older:\"1 year\"", "<1y"), ("created:7days", "7d"), ("modified:2hours", "2h"),
        ("created:week", "1w"), ("modified:month", "1mo"), ("created:>week", ">1w"), ("before:year", "<1y"),
        ("created:\"last 7 days\"", "7d"), ("created:\"the past 2 weeks\"", "2w"), ("last:\"last week\"", ">=1w"),
        ("last:\"past 2 weeks\"", ">=2w"), ("last:\"a month\"", ">=1mo"), ("older:\"3 days ago\"", "<3d"),
    ])
    func `dates can be written in words`(query: String, form: String) throws {
        var files: [String: String] = [:]
        for (number, day) in [
            "2022-12-30", "2023-03-05", "2023-04-01", "2024-02-10", "2024-02-28", "2024-03-01", "2024-03-16",
            "2024-03-22",
            "2024-03-23", "2024-03-24", "2024-03-25", "2024-03-27", "2024-03-28", "2024-03-29", "2024-03-30",
        ].enumerated() {
            files["\(number).md"] = "---\ncreated: \(day)\nmodified: \(day)\n---\n"
        }
        let terminal = try Console(files)
        let field = query.hasPrefix("modified") ? "modified" : "created"
        let result = terminal.slip("search", query, "--sort", "path")
        #expect(result == terminal.slip("search", "\(field):\(form)", "--sort", "path"))
        #expect(result.status == (form == "2h" ? 1 : 0), "\(result)")
    }

    @Test(arguments: [
        ("search sort:status #none OR rust sort:title", "'sort:status'", "sort:status,title"),
        (
            "search sort:author,title- limit:1 sort:words+ sort:title-", "'sort:author,title-'",
            "sort:author,title-,words+"
        ),
        ("task list sort:due sort:path", "'sort:due'", "sort:due,path"),
    ])
    func `a notice shows how to sort by the keys of several sort: terms`(line: String, old: String, form: String) throws
    {
        let result = try Self.vault().slip(line.split(separator: " ").map(String.init))
        #expect(result.errors.contains("\(old) is overridden by the later 'sort:"), "\(result)")
        #expect(result.errors.contains("; to sort by all of the keys: \(form)\n"), "\(result)")
    }

    @Test func `two equal sort: terms need no notice, and the last of several is explained`() throws {
        let terminal = try Self.vault()
        #expect(terminal.slip("search", "sort:title sort:title rust").errors.isEmpty)
        let result = terminal.slip("search", "--explain", "sort:author sort:title rust")
        #expect(result.output.contains("\nsort      title"), "\(result)")
    }

    @Test func `a month is text in a property, and an error says which dates are valid`() throws {
        let terminal = try Console(["a.md": "---\nname: may\nwhen: 2023-05-02\n---\n"])
        #expect(terminal.slip("search", "when:may").status == 1)
        #expect(terminal.slip("search", "when:month").status == 1)
        #expect(terminal.slip("search", "last:fortnight").isError("is not a duration"))
        for (query, help) in [
            ("last:7", "write the unit: 7h, 7d, 7w or 7mo"), ("last:friday", "for a date: created:>=friday"),
            ("last:\"this month\"", "for a date: created:>=\"this month\""),
            ("older:2023", "for a date: created:<2023"),
        ] {
            let result = terminal.slip("search", query)
            #expect(result.isError("is not a duration") && result.errors.contains(help), "\(result.errors)")
        }
        #expect(terminal.slip("search", "created:someday").isError("is not a date"))
    }

    @Test func `a misspelt value of has is not read as a file extension`() throws {
        #expect(try Self.vault().slip("search", "has:atachment").errors.contains("did you mean 'attachment'?"))
    }

    @Test(arguments: [
        ("priority:!=1", "-priority:1"), ("status:!=draft", "-status:draft"), ("status=draft", "status:draft"),
        ("author=Luhmann", "author:Luhmann"), ("status!=draft", "-status:draft"), ("tag=", "tag:…"),
        ("created:/x/", "created"), ("words:/x/", "words"), ("keyword:/x/", "keyword:*x*"), ("status:/x/", "/x/"),
        ("has:/x/", "regular expression"), ("keyword:>=2", "keywords:>=2"), ("tags:>2", "keywords:>2"),
        ("heading:>2", "headings:>2"), ("title:>x", "title:\">x\""), ("status:<a", "status:\"<a\""),
        ("tasks:call", "task:(call is:open)"), ("task:call", "task:(call)"), ("sort:-title", "'title-'"),
        ("sort:created-desc", "'created-'"), ("sort:-priority", "'priority-'"), ("sort:mtime", "'modified'"),
        ("sort:filename", "'name'"), ("sort:label", "'keywords'"), ("sort:favorit", "'favorite'"),
        ("sort:\"-shelf mark\"", "\"shelf mark-\""), ("group:shelfmerk", "\"shelf mark\""), ("since:2024", "after:"),
        ("created:2024/03/01", "2024-03-01"), ("created:01.03.2024", "2024-03-01"), ("created:2024-3-1", "2024-03-01"),

        ("is:open", "task:open"), ("is:untagged", "no:keyword"), ("rust:", "\"rust:\""), ("@spac", "@\"sp ace\""),
        ("title:/(/", "^"), ("author:/[/", "^"), ("autor:/x/", "author:"), ("words:many", "500"),
        ("title:(author:x)", "another field"), ("author:(title:x)", "another field"),
        ("keywords:5..2", "after its end"),
        ("priority:", "priority:>"), ("titl*e", "/titl\\w*e/"), ("*box", "contains:box"),
        ("a-*b", "contains:a- contains:b"),
        ("is:closed", "status:archived, or task:done"), ("@anna", "\"@anna\""), ("author: Karl", "author:Karl"),
        ("nokey: me", "nokey:me"), ("words: 5", "words:5"), ("https://e.org/a?b=c", "\"https://e.org/a?b=c\""),
    ])
    func `an invalid term is an error with the correct form`(_ query: String, _ form: String) throws {
        let result = try Self.vault().slip("search", query)
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains(form), "\(result.errors)")
    }

    @Test(arguments: [
        ("is:open", "task:open"),
        ("is:active", "-status:archived"),
        ("is:starred", "is:favorite"), ("is:fav", "is:favorite"), ("is:pinned", "is:favorite"), ("is:task", "has:task"),
        ("is:unread", "status:draft"), ("is:image", "has:image"), ("is:recent", "@recent"), ("-is:star", "is:favorite"),
        ("type:image", "has:image"), ("type:pdf", "attachment:*.pdf"), ("type:md", "name:*.md"),
        ("kind:todo", "has:task"), ("ext:png", "attachment:*.png"), ("ext:.png", "attachment:*.png"),
        ("ext:md", "name:*.md"), ("filetype:pdf", "attachment:*.pdf"), ("extension:xyz", "attachment:*.xyz"),
        ("mimetype:image/png", "attachment:*.png"), ("has:pdf", "attachment:*.pdf"), ("has:star", "is:favorite"),
        ("has:photo", "has:image"), ("no:label", "no:keyword"), ("no:todo", "no:task"), ("no:photo", "no:image"),
        ("no:pdf", "-attachment:*.pdf"), ("notebook:Notes", "in:Notes"), ("category:x", "#x"),
        ("created-after:2024", "created:>2024"), ("linked-by:\"Slip box\"", "linked-from:\"Slip box\""),
        ("starred:true", "favorite:true"), ("state:open", "task:open"), ("state:review", "status:review"),
        ("todo:true", "task:open"), ("task-todo:x", "task:open x"), ("orderby:title", "sort:title"),
        ("@todo", "task:open"), ("@untagged", "no:keyword"),
    ])
    func `a term of another program is an error with a valid equivalent`(_ query: String, _ form: String) throws {
        let terminal = try Self.vault()
        let result = terminal.slip("search", "--", query)
        if query == "no:label" { return #expect(result.status == 0) }
        #expect(result.isError("did you mean \(form)?"), "\(result.errors)")
        #expect(terminal.slip("search", "--", form).status < 2)
    }

    @Test func `a key or status of the vault takes precedence over a term of another program`() throws {
        let terminal = try Console(["a.md": "---\ntype: image\nstatus: open\n---\nx\n", "b.md": "y\n"])
        #expect(terminal.slip("search", "type:image").output == "a.md\n")
        #expect(terminal.slip("search", "is:open").output == "a.md\n")
    }

    @Test(arguments: [
        ("name:x.md", ["x.md"]), ("name:X.MD", ["x.md"]), ("name:box.md", ["Slip box.md"]),
        ("name:\"Slip box.md\"", ["Slip box.md"]), ("name:.markdown", ["y.markdown"]),
        ("name:*.markdown", ["y.markdown"]), ("name:y.md", []), ("name:x.markdown", []),
        ("name:v1.2", ["v1.2 notes.md"]),
        ("name:notes.md", ["v1.2 notes.md"]), ("name:1.2", []), ("-name:x.md name:x", ["x.mdx.md"]), ("name:md", []),
        ("name:x.md,y.markdown", ["x.md", "y.markdown"]), ("name:2.md", []), ("name:x.mdx", ["x.mdx.md"]),
    ])
    func `name finds a file by its name with extension`(_ query: String, _ paths: [String]) throws {
        let terminal = try Console([
            "x.md": "x\n", "F/y.markdown": "y\n", "Slip box.md": "z\n", "x.mdx.md": "a\n", "v1.2 notes.md": "b\n",
        ])
        let result = terminal.slip("search", "--format", "paths", "sort:path", "--", query)
        #expect(result.status < 2, "\(result)")
        let files = result.output.split(separator: "\n")
        #expect(Set(files.map { String($0.replacing("F/", with: "")) }) == Set(paths), "\(files)")
    }

    @Test(arguments: [
        ("name:😀.md", "😀.md"), ("name:\"--.md\"", "--.md"), ("name:😀", "😀.md"), ("path:😀.md", "😀.md"),
        ("path:F/☕.md", "F/☕.md"), ("name:☕️.md", "F/☕.md"), ("name:C++.md", "C++.md"), ("name:C++", "C++.md"),
        ("name:c.md", "C.md"), ("path:C.md", "C.md"),
    ])
    func `a value that is the name or path of a file finds that file alone`(_ query: String, _ path: String) throws {
        let terminal = try Console([
            "😀.md": "x\n", "b.md": "x\n", "--.md": "x\n", "C.md": "x\n", "C++.md": "x\n", "F/☕.md": "x\n",
            "my c.md": "x\n",
        ])
        #expect(terminal.slip("search", "--template", "{{path}}", "--", query).output == path + "\n")
        let others = terminal.slip("search", "--template", "{{path}}", "--", "-\(query)").output
        #expect(others.split(separator: "\n").count == 6 && !others.contains("\n\(path)\n"), "\(others)")
    }

    @Test(arguments: ["name:🎉.md", "-name:🎉.md", "path:F/🎉.md", "name:\"!!.md\""])
    func `a file name without letters that no note has is an error`(_ query: String) throws {
        let result = try Self.vault().slip("search", "--", query)
        #expect(result.isError("no letter or digit to search for"), "\(result)")
    }

    @Test(arguments: [("name:rust🎉", "'🎉'"), ("title:\"slip + box\"", "'+'"), ("path:Notes/rust€", "'€'")])
    func `signs that are dropped from a value are reported`(_ query: String, _ signs: String) throws {
        let result = try Self.vault().slip("search", query)
        #expect(result.status == 0 && result.errors.contains("\(signs) in"), "\(result)")
    }

    @Test(arguments: [
        ("rust or go", "rust OR go"), ("rust NEAR go", "\"rust go\""), ("rust and not go", "rust NOT go"),
        ("rust and go", "rust go"), ("rust not go", "rust NOT go"), ("rust Or go", "rust OR go"),
        ("[tag:zettel]", "tag:zettel"), ("[tags]", "has:tags"), ("[due:null]", "no:due"),
        ("[status:todo OR done]", "status:todo,done"), ("[words:>5]", "words:>5"),
        ("[author:luhmann]", "author:*luhmann*"),
        ("[\"tags\":zettel]", "tags:zettel"), ("[[Rust]]", "links-to:Rust"),
        ("[[Slip box|x]]", "links-to:\"Slip box\""), ("!rust", "-rust"), ("rust~", "rust*"), ("rust~2", "rust*"),
        ("rust | go", "a OR b"), ("rust || go", "OR"), ("rust|go", "rust OR go"), ("rust && go", "omit the '&&'"),
        ("+rust", "omit the '+'"), ("words>5", "words:>5"),
    ])
    func `syntax of other programs is read as text with a notice`(_ query: String, _ reading: String) throws {
        let result = try Self.vault().slip("search", query)
        #expect(result.status < 2, "\(result)")
        #expect(result.errors.contains(reading), "\(result.errors)")
    }

    @Test(arguments: [
        "rust go", "rust near go", "rust OR go", "rust \"or\" go", "or rust", "\"[tag:x]\"", "[nothing]", "a=b",
        "note=2", "wow!", "C:/Users/", "http://x.org/rust/", "7~8", "5>3", "rust -go",
    ])
    func `text without special meaning causes no notice`(_ query: String) throws {
        let result = try Self.vault().slip("search", "--", query)
        #expect(result.status < 2 && !result.errors.contains("slip:"), "\(result)")
    }

    @Test(arguments: [
        ("title:/^Slip/", ["Slip box.md"]), ("title:/slip$/i", ["My Slip.md"]),
        ("author:/^Nik/", ["My Slip.md", "Slip box.md"]), ("author:/^nik.*n$/", []),
        ("author:/^nik.*n$/i", ["Slip box.md"]), ("-author:/./", ["Notes/Rust.md"]),
        ("prop.author:/Karl/", ["My Slip.md"]), ("body:/^rust (or|and)/", ["My Slip.md", "Slip box.md"]),
        ("body:/Slip/", []), ("heading:/^What/", ["Slip box.md"]), ("headings:/^[abc]$/", ["Notes/Rust.md"]),
        ("heading:/rust/", []), ("name:/^M/", ["My Slip.md"]), ("name:/md/", []),
        ("path:/^Notes\\/R/", ["Notes/Rust.md"]),
        ("title:/slip/i,/^Rust/", ["My Slip.md", "Notes/Rust.md", "Slip box.md"]),
        ("title:(/slip/i -/^My/)", ["Slip box.md"]), ("title:/Slip box/", ["Slip box.md"]),
        ("path:/Notes/Rust.md", ["Notes/Rust.md"]), ("in:/Notes/", ["Notes/Rust.md"]),
        ("folder:/", ["My Slip.md", "Slip box.md"]), ("keywords:2", ["Slip box.md"]),
        ("keywords:0", ["My Slip.md", "Notes/Rust.md"]), ("keywords:zettel", ["Slip box.md"]),
        ("keywords:>1", ["Slip box.md"]), ("keywords:1..", ["Slip box.md"]),
        ("keywords:=0", ["My Slip.md", "Notes/Rust.md"]), ("keywords:=reading", []), ("keywords:\"2\"", []),
        ("tags:2", []), ("tasks:2", ["Slip box.md"]), ("tasks:>5", []), ("headings:3", ["Notes/Rust.md"]),
        ("headings:1,3", ["Notes/Rust.md", "Slip box.md"]), ("headings:new", ["Slip box.md"]),
        ("headings:0", ["My Slip.md"]), ("#read*", ["Slip box.md"]), ("keyword:=read*", []),
        ("keyword:=read**", ["Slip box.md"]), ("keyword:=readin?", []), ("#readin?", ["Slip box.md"]),
        ("@\"sp ace\"", ["My Slip.md", "Notes/Rust.md", "Slip box.md"]), ("contains:<div>", ["My Slip.md"]),
        ("title:\">x\"", []), ("NAME:/Slip/", ["My Slip.md", "Slip box.md"]),
    ])
    func `fields accept regular expressions and counts`(_ query: String, _ found: [String]) throws {
        let result = try Self.vault().slip("search", "sort:path", query)
        #expect(result.output == found.map { $0 + "\n" }.joined(), "\(result)")
        #expect(result.status == (found.isEmpty ? 1 : 0))
    }

    @Test func `a match of a field's regular expression has its place`() throws {
        let terminal = try Self.vault()
        func lines(_ query: String) -> [String] {
            terminal.slip("search", "--format", "vimgrep", query).lines
        }
        #expect(lines("body:/or g./") == ["Slip box.md:7:6:rust or go"])
        #expect(lines("heading:/new/") == ["Slip box.md:9:11:## What's new"])
    }

    @Test(arguments: ["slip box", "\"slip box\"", "ferris crab"])
    func `a note whose title, file name or alias equals the query comes first`(_ query: String) throws {
        let many = String(repeating: "slip box ferris crab ", count: 3)
        let terminal = try Console([
            "a.md":
                "---\ntitle: Slip box and ferris crab\nkeywords: [slip, box, ferris, crab]\n---\n# Slip box, ferris crab\n\(many)\n",
            "Slip-box.md": "---\ntitle: Another\naliases: [Ferris, Ferris Crab]\n---\n"
                + String(repeating: "other words ", count: 200),
        ])
        for limit in [[], ["--limit", "1"]] {
            #expect(terminal.slip(["search", "--format", "paths", query] + limit).output.hasPrefix("Slip-box.md\n"))
        }
        // Also after a rename.
        try terminal.move("a.md", to: "Ferris crab.md")
        #expect(terminal.slip("search", "ferris crab", "--limit", "1").output == "Ferris crab.md\n")
    }

    @Test func `a configured alias of a key works in queries and saved searches`() throws {
        let terminal = try Console([
            ".slipbox/config.yaml":
                "keys: {created: [published], keywords: [topics]}\nsearches: {two: \"keywords:2 OR keywords:b\"}\n",
            "a.md": "---\npublished: 2022-05-06\ntopics: [b, \"2\"]\n---\n", "b.md": "---\ncreated: 2021-01-01\n---\n",
        ])
        #expect(terminal.slip("search", "published:<2022").output == "b.md\n")
        #expect(terminal.slip("search", "topics:2").output == "a.md\n")
        #expect(terminal.slip("search", "keywords:0").output == "b.md\n")
        #expect(terminal.slip("search", "topics=b").errors.contains("topics:b"))
        #expect(terminal.slip("search", "topics:").errors.contains("expected a value"))
        #expect(terminal.slip("search", "[topics:b]").errors.contains("topics:b"))
        #expect(terminal.slip("suggest", "topics:b").output == "topics:b\t1\n")
        #expect(terminal.slip("keyword", "rename", "b", "c").status == 0)
        #expect(try terminal.read(".slipbox/config.yaml").contains("keywords:2 OR keywords:c"))
    }

    @Test func `a day that a time zone skipped is a valid date`() throws {
        #expect(try Self.vault().slip("search", "created:2011-12-30").status == 1)
    }

    @Test func `a note dated in the future is neither recent nor from today`() throws {
        let terminal = try Console([
            "a.md": "---\ncreated: 2024-04-02\nmodified: 2024-04-02\n---\n",
            "b.md": "---\ncreated: 2024-03-30\nmodified: 2023-01-01\n---\n",
            "c.md": "---\ncreated: 2024-03-30T18:00\nmodified: 2024-03-25\n---\n",
        ])
        let sections = try terminal.slip("search", "group:period", "--format", "json").objects()
        #expect(sections.compactMap { $0["group"] as? String } == ["Later", "Today"])
        for query in ["@recent", "modified:7d"] {
            #expect(terminal.slip("search", query, "sort:path").output == "c.md\n", "\(query)")
        }
        for query in ["last:7d", "created:7d"] {
            #expect(terminal.slip("search", query, "sort:path").output == "b.md\n", "\(query)")
        }
        #expect(terminal.slip("search", "older:7d").output.isEmpty)
    }
}
