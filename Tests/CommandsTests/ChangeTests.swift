import Foundation
import TestSupport
import Testing

/// Changes keep all other bytes and can be undone.
@Suite struct ChangeTests {
    private static let files = [
        "a.md": "\u{FEFF}---\r\ntitle: A # one\r\nkeywords: [old, x]\r\n---\r\nSee [[b]] and #old/deep.\r\n",
        "Sub/b.md": "# Some title\n\n![p](p.png) `#old` #old", "Sub/p.png": "png",
        "c.md": "---\nlinks: [b]\n---\n[b](Sub/b.md)\n",
    ]

    /// Returns all files except slip's private ones.
    private static func snapshot(_ terminal: Console) throws -> [String: Data] {
        try terminal.contents { !$0.hasPrefix(".slipbox") || $0 == ".slipbox/config.yaml" }
    }

    @Test(arguments: [
        ["set", "a.md", "c.md", "status=review", "priority=2"], ["keyword", "rename", "old", "new name"],
        ["keyword", "rename", "old", "fresh"], ["keyword", "delete", "old", "--force"],
        ["keyword", "color", "old", "teal"],
        ["mv", "Sub/b.md", "d.md"], ["mv", "Sub", "Other"], ["rm", "Sub/b.md", "--force", "--unlink"],
        ["folder", "rm", "Sub", "--recursive", "--force"], ["folder", "rm", "Sub", "--keep-notes", "--force"],
        ["folder", "new", "New/Deep"], ["new", "Fresh: one", "--keyword", "k"], ["link", "a.md", "c.md"],
        ["unlink", "c.md", "Sub/b.md"], ["detach", "Sub/b.md", "Sub/p.png"], ["keyword", "remove", "Sub/b.md", "old"],
    ])
    func `undo restores every byte, and only once`(_ arguments: [String]) throws {
        let terminal = try Console(Self.files)
        terminal.slip("search")
        let before = try Self.snapshot(terminal)
        let dry = terminal.slip(arguments.first == "new" ? ["search"] : arguments + ["--dry-run"])
        #expect(dry.status == 0 && !dry.output.isEmpty, "\(dry.errors)")
        #expect(try Self.snapshot(terminal) == before, "a dry run changes nothing")
        #expect(terminal.slip(arguments).status == 0)
        #expect(try Self.snapshot(terminal) != before)
        #expect(terminal.slip("undo").status == 0)
        #expect(try Self.snapshot(terminal) == before)
        #expect(terminal.slip("undo").status == 2)
        #expect(terminal.slip("search", "--count").output == "3\n")
    }

    @Test func `undo is refused if a file has changed since, and changes nothing`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("set", "a.md", "c.md", "status=review")
        try terminal.write("c.md", "mine")
        let before = try Self.snapshot(terminal)
        #expect(terminal.slip("undo").isError("'c.md'"))
        #expect(try Self.snapshot(terminal) == before)
    }

    @Test func `folder rm --keep-notes keeps subfolders and overwrites nothing`() throws {
        let terminal = try Console([
            "P/A/x.md": "[y](S/y.md) ![](S/T/p.png)\n", "P/A/S/y.md": "[[A/x]]\n", "P/A/S/T/z.md": "z\n",
            "P/A/S/T/p.png": "p", "P/A/S/q.png": "q", "P/A/A/n.md": "n\n", "P/A/U/v.md": "v\n",
            "P/x.md": "other\n", "P/S/y.md": "other\n", "P/U": "a file",
        ])
        let before = try Self.snapshot(terminal)
        #expect(terminal.slip("folder", "rm", "P/A", "--keep-notes", "--force").status == 0)
        for (path, text) in [
            "P/x 2.md": "[y](S/y%202.md) ![](S/T/p.png)\n", "P/S/T/z.md": "z\n", "P/S/T/p.png": "p",
            "P/A 2/n.md": "n\n", "P/U 2/v.md": "v\n", "P/x.md": "other\n", "P/S/y.md": "other\n", "P/U": "a file",
        ] { #expect(try terminal.read(path) == text, "\(path)") }
        #expect(!terminal.exists("P/A") && terminal.exists("P/S/y 2.md") && !terminal.exists("P/S/q.png"))
        #expect(terminal.slip("undo").status == 0)
        #expect(try Self.snapshot(terminal) == before)
    }

    @Test func `no note is written if one of them is refused`() throws {
        let terminal = try Console(
            Self.files.merging(["z.md": "---\nkeywords: [a, b\nstatus: draft\n---\n"]) { a, _ in a })
        let before = try Self.snapshot(terminal)
        #expect(terminal.slip("set", "--query", "", "keywords+=k").isError("z.md:2:"))
        #expect(try Self.snapshot(terminal) == before)
    }

    @Test(arguments: [
        (["mv", "a.md", "../out.md"], "outside the vault"), (["mv", "a.md", ".git/a.md"], "dot"),
        (["mv", "a.md", ".slipbox/a.md"], "dot"), (["mv", "a.md", "c.md"], "already exists"),
        (["mv", "a.md", "C.md"], "same name on some file systems"), (["mv", "a.md", "con.md"], "device"),
        (["mv", "a.md", "x:y.md"], "':'"), (["mv", "a.md", "end./x.md"], "dot or a space"),
        (["mv", "Sub", "Sub/In"], "into itself"), (["folder", "new", "Sub"], "already exists"),
        (["folder", "new", "sub"], "same name on some file systems"), (["folder", "rm", "Sub"], "1 note"),
        (["rm", "a.md"], "--force"), (["set", "a.md", "status=odd"], "--force"),
        (["set", "a.md", "order=x"], "whole number"),
        (["set", "--query", "", "x=1", "--expect", "7"], "3 notes would change"),
        (["attach", "a.md", "none.pdf"], "no file"),
        (["keyword", "delete", "old"], "2 notes"), (["new", "x", "--status", "odd"], "not a status"),
        (["trash", "restore", "a.md"], "not in the trash"), (["undo"], "no change"),
    ])
    func `an invalid change is refused with the reason, and changes nothing`(
        _ arguments: [String], _ reason: String
    ) throws {
        let terminal = try Console(Self.files)
        let before = try Self.snapshot(terminal)
        let result = terminal.slip(arguments)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(try Self.snapshot(terminal) == before)
    }

    @Test func `a template is filled in, and no title can break its front matter`() throws {
        let terminal = try Console([
            ".slipbox/templates/reading.md":
                "---\n# kept\ntitle: {{title}}\nid: \"{{id}}\"\nkeywords: [reading, '{{year}}']\n---\n# {{title}}\n\n{{date}}\n"
        ])
        let result = terminal.slip("new", "It's: \"so\" # and [on]", "--template", "reading", "--status", "review")
        #expect(result.status == 0, "\(result.errors)")
        let path = result.output.trimmingCharacters(in: .newlines)
        let text = try terminal.read(path)
        #expect(
            text.hasPrefix("---\n# kept\n") && text.hasSuffix("# It's: \"so\" # and [on]\n\n2024-03-30\n"), "\(text)")
        let note = try terminal.slip("show", path, "--format", "json").object()
        #expect(note["title"] as? String == "It's: \"so\" # and [on]")
        #expect(note["id"] as? String == "20240330120000" && note["keywords"] as? [String] == ["reading", "2024"])
        #expect(terminal.slip("search", "is:malformed").status == 1)
    }

    @Test func `check --fix repairs links that another program's move broke, and nothing else`() throws {
        let terminal = try Console(Self.files)
        terminal.slip("search")
        try terminal.move("Sub/b.md", to: "bee.md")
        #expect(terminal.slip("search", "is:broken", "--count").output == "2\n")
        #expect(terminal.slip("check", "--fix", "--dry-run").output.contains("+See [[bee]] and #old/deep."))
        terminal.slip("check", "--fix")
        #expect(try terminal.read("a.md").contains("See [[bee]] and #old/deep.\r\n"))
        #expect(try terminal.read("c.md") == "---\nlinks: [bee]\n---\n[b](bee.md)\n")
        #expect(try terminal.read("bee.md") == "# Some title\n\n![p](p.png) `#old` #old")
        #expect(terminal.slip("search", "is:broken").status == 1)
    }

    @Test func `a dry run over several notes prints a patch`() throws {
        let terminal = try Console(Self.files)
        let patch = terminal.slip("set", "a.md", "c.md", "favorite=true", "--dry-run").output
        #expect(patch.contains("--- a/a.md\n+++ b/a.md\n@@ -1,5 +1,6 @@"), "\(patch)")
        #expect(patch.contains("+favorite: true\r\n"))
    }
}

/// Untrusted vaults.
@Suite struct UntrustedVaultTests {
    @Test(arguments: ["tmp", "trash", "undo"])
    func `a symbolic link in place of a private folder is refused and not followed`(_ name: String) throws {
        let terminal = try Console(["v/.slipbox/config.yaml": "", "v/a.md": "x", "precious/1/keep.md": "mine"])
        terminal.folder = "v"
        try terminal.link("v/.slipbox/\(name)", to: "../../precious")
        #expect(terminal.slip("set", "a.md", "status=review").isError(" link"))
        #expect(try terminal.read("v/a.md") == "x")
        #expect(try terminal.read("precious/1/keep.md") == "mine")
        #expect(terminal.slip("search", "--count").output == "1\n")
        #expect(try terminal.read("precious/1/keep.md") == "mine")
    }
}

extension UntrustedVaultTests {
    @Test(arguments: ["search hi", "set a.md x=1", "trash empty", "index --rebuild", "index --status", "init"])
    func `a vault whose .slipbox is a symbolic link is refused, and its target stays unchanged`(_ line: String) throws {
        let terminal = try Console([
            "home/trash/photo": "p", "home/tmp/20240101/scan": "p", "home/index.db": "mine", "home/src/v/a.md": "hi",
        ])
        terminal.folder = "home/src/v"
        try terminal.link("home/src/v/.slipbox", to: "../..")
        let before = try terminal.paths()
        #expect(terminal.slip(line.split(separator: " ").map(String.init)).isError(".slipbox' is a symbolic link"))
        #expect(try terminal.paths() == before)
        #expect(try terminal.read("home/index.db") == "mine")
    }

    @Test(arguments: [("config.yaml", false), ("templates", true), ("templates/daily.md", false)])
    func `symbolic links to configuration and templates are not followed`(_ name: String, _ isFolder: Bool) throws {
        let terminal = try Console([
            "v/.slipbox/keep": "", "v/a.md": "x", "secret/daily.md": "key: secret", "key": "searches: {secret: x}\n",
        ])
        terminal.folder = "v"
        let target = isFolder ? "secret" : name == "config.yaml" ? "key" : "secret/daily.md"
        try terminal.link("v/.slipbox/\(name)", to: terminal.url(target).path)
        #expect(terminal.slip("new", "N", "--template", "daily").isError(" link"))
        #expect(!terminal.exists("v/N.md"))
    }

    @Test func `a directory in place of the index is not removed`() throws {
        let terminal = try Console([".slipbox/index.db/precious.txt": "mine", "a.md": "x"])
        #expect(terminal.slip("search").isError("index.db"))
        #expect(try terminal.read(".slipbox/index.db/precious.txt") == "mine")
    }
}

/// Bugs that were fixed.
@Suite struct ChangeRegressionTests {
    @Test(arguments: [
        ("a", "a/b", "[a, a/b]", "[a/b, a/b/b]"), ("a", "a/b", "[a/b, a]", "[a/b/b, a/b]"),
        ("a/b", "a", "[a/b, a/b/b]", "[a, a/b]"), ("a", "b", "[a, b, a/c]", "[b, b/c]"),
    ])
    func `renaming a keyword to its parent or child keeps all keywords`(
        _ old: String, _ new: String, _ before: String, _ after: String
    ) throws {
        let terminal = try Console(["n.md": "---\nkeywords: \(before)\n---\n"])
        terminal.slip("keyword", "rename", old, new)
        #expect(try terminal.read("n.md") == "---\nkeywords: \(after)\n---\n")
    }

    @Test func `saved searches follow a renamed keyword`() throws {
        let terminal = try Console([
            ".slipbox/config.yaml":
                "searches:\n  olds: \"#old is:draft -keyword:other,old/deep\"  # kept\n  x: 'tag:\"old\" word'\n  y: older\n",
            "n.md": "#old #old//x\n",
        ])
        #expect(terminal.slip("keyword", "rename", "old", "new one").status == 0)
        #expect(
            try terminal.read(".slipbox/config.yaml")
                == "searches:\n  olds: \"#\\\"new one\\\" is:draft -keyword:other,\\\"new one/deep\\\"\"  # kept\n  x: 'tag:\"new one\" word'\n  y: older\n"
        )
        #expect(terminal.slip("search", "@olds", "--count").output == "1\n")
        terminal.slip("undo")
        terminal.slip("keyword", "rename", "old", "new")
        #expect(try terminal.read("n.md") == "#new #new//x\n")
    }

    @Test func `a title with a slash is not treated as a path`() throws {
        let terminal = try Console([
            "s/net.md": "---\ntitle: TCP/IP\naliases: [x/y]\n---\n",
            "a.md": "---\nlinks: [\"[[TCP/IP]]\"]\n---\n[[x/y]] [[s/net]]\n",
            "t/z.md": "",
        ])
        terminal.slip("mv", "s/net.md", "t/")
        #expect(try terminal.read("a.md") == "---\nlinks: [\"[[TCP/IP]]\"]\n---\n[[x/y]] [[t/net]]\n")
    }

    @Test func `a file moved behind another of its name keeps the links to the other`() throws {
        let terminal = try Console(["Topics/x.md": "1", "Deep/er/x.md": "2", "C/u.md": "[[x]] [y](x.md)\n"])
        terminal.slip("mv", "Deep/er/x.md", "Z/")
        let links = terminal.slip("links", "C/u.md").output
        #expect(links.contains("C/u.md:1  Topics/x.md") && !links.contains("Z/x.md"), "\(links)")
    }

    @Test func `records and trash with a forged stamp are not used`() throws {
        let terminal = try Console([
            "payload.txt": "#!/bin/sh\n",
            ".slipbox/tmp/do-1/record":
                "slip-change 3 elsewhere\ntime 0\ntoken a\ntitle x\nmove .git/hooks/x payload.txt\nend\n",
            ".slipbox/tmp/20240101/scan": "p", ".slipbox/undo/7/record": "slip-change 3 elsewhere\n",
            ".slipbox/trash/1/info": "slip-trash elsewhere\npath out/x\ntime now\n", ".slipbox/trash/1/item": "x",
            "a.md": "x",
        ])
        #expect(!terminal.slip("search").errors.contains("interrupted"))
        #expect(terminal.slip("undo").status == 2)
        #expect(terminal.slip("trash", "list").output.isEmpty)
        #expect(terminal.slip("trash", "restore", "out/x").status == 2)
        #expect(terminal.slip("set", "a.md", "x=1").status == 0)
        #expect(terminal.slip("trash", "empty", "--force").status == 0, "what is another's is not removed")
        #expect(terminal.exists("payload.txt") && terminal.exists(".slipbox/trash/1/item"))
        #expect(terminal.exists(".slipbox/tmp/20240101/scan") && terminal.exists(".slipbox/tmp/do-1/record"))
        #expect(terminal.exists(".slipbox/undo/7/record"))
    }
}

extension ChangeRegressionTests {
    @Test func `a date is copied only from the key that --from names`() throws {
        let files = [
            "a.md": "---\nwritten: 2020-01-02 10:00\n---\n", "b.md": "---\nwritten: long ago\n---\n", "c.md": "x\n",
            "d.md": "---\ncreated: 2021-01-01\nwritten: 2020-01-01\n---\n",
        ]
        let terminal = try Console(files)
        #expect(terminal.slip("check", "--undated", "--fix").errors.contains("--from"))
        for (path, text) in files { #expect(try terminal.read(path) == text) }
        terminal.slip("check", "--fix", "--from", "Written")
        #expect(try terminal.read("a.md") == "---\nwritten: 2020-01-02 10:00\ncreated: 2020-01-02 10:00\n---\n")
        for path in ["b.md", "c.md", "d.md"] { #expect(try terminal.read(path) == files[path]) }
        #expect(terminal.slip("check", "--from", "written").status == 2)
    }
}
