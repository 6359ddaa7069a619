import Foundation
import TestSupport
import Testing

/// Links to headings, titles, ids and aliases that a command changes.
@Suite struct LinkUpdateTests {
    /// Runs a command and returns the files that are not as before. After it, `check` must find nothing, and `undo`
    /// must restore all files.
    private func changes(_ files: [String: String], _ command: [String]) throws -> [String: String] {
        let console = try Console(files)
        #expect(console.slip("check").output.isEmpty, "before")
        let result = console.slip(command)
        #expect(result.status == 0, "\(result)")
        #expect(console.slip("check").output.isEmpty, "after")
        var changed: [String: String] = [:]
        for (path, text) in files where path.hasSuffix(".md") {
            let after = (try? console.read(path)) ?? ""
            if after != text { changed[path] = after }
        }
        #expect(console.slip("undo").status == 0)
        for (path, text) in files { #expect(try console.read(path) == text) }
        return changed
    }

    // MARK: Headings

    @Test(arguments: [
        // The heading, and links to it before and after the move of Old.md to New.md.
        (
            "## See [[Old]]", "[b](n.md#see-old) [[n#See Old]] ![[n#See Old]]",
            "[b](n.md#see-new) [[n#See New]] ![[n#See New]]"
        ),
        ("## See ![[Old]] here", "[[n#see old here|x]] [b]: n.md", "[[n#See New here|x]] [b]: n.md"),
        ("See [[Old]]\n---", "[b]\n\n[b]: n.md#see-old", "[b]\n\n[b]: n.md#see-new"),
        ("## See [[Old]]\n\n## See New", "[[n#See New]] [b](n.md#see-old)", "[[n#see-new-1]] [b](n.md#see-new)"),
        ("## A [[Old]]\n\n## A [[Old]]", "[b](n.md#a-old) [c](n.md#a-old-1)", "[b](n.md#a-new) [c](n.md#a-new-1)"),
        ("## See [[Old#A|x]]", "[[n#See x]]", "[[n#See x]]"),
        (
            "## See [[Old]] #tag", "[[n#N#See Old tag]] [b](n.md#see-old-tag)",
            "[[n#N#See New tag]] [b](n.md#see-new-tag)"
        ),
        (
            "## See [[Old]] (2)", "[b](n.md#See%20Old%20(2)) [c](<n.md#See Old (2)>)",
            "[b](n.md#See%20New%20%282%29) [c](<n.md#See%20New%20%282%29>)"
        ),
        ("## See [[Old]] `c` *e*", "[[n#See Old c e]]", "[[n#See New c e]]"),
    ])
    func `links to a heading that contains a renamed link follow`(heading: String, links: String, after: String) throws
    {
        let changed = try changes(
            ["Old.md": "# T\n\n## A\n", "n.md": "# N\n\n\(heading)\n", "m.md": "\(links)\n"],
            ["mv", "Old.md", "New.md"])
        #expect(changed["m.md"] ?? "\(links)\n" == "\(after)\n")
    }

    @Test func `links within the note, in properties and in a chain of headings follow`() throws {
        let files = [
            "Old.md": "# T\n", "n.md": "# N\n\n## See [[Old]]\n\n[a](#see-old) [[#See Old]]\n",
            "p.md": "---\nsource: \"see [[n#See Old]]\"\nlinks: [\"[[n#See Old]]\"]\n---\n# P\n\n## Of [[n#See Old]]\n",
            "q.md": "[a](p.md#of-nsee-old) [[p#Of n See Old]]\n",
        ]
        let changed = try changes(files, ["mv", "Old.md", "New.md"])
        #expect(changed["n.md"] == "# N\n\n## See [[New]]\n\n[a](#see-new) [[#See New]]\n")
        #expect(
            changed["p.md"]
                == "---\nsource: \"see [[n#See New]]\"\nlinks: [\"[[n#See New]]\"]\n---\n# P\n\n## Of [[n#See New]]\n")
        #expect(changed["q.md"] == "[a](p.md#of-nsee-new) [[p#Of n See New]]\n")
    }

    @Test(arguments: [
        ("[[n#See Old#B]] ![[n#N#see old#B|x]]", "[[n#See New#B]] ![[n#N#See New#B|x]]"),
        ("[b](n.md#see-old#b) [c](<n.md#See Old#B>)", "[b](n.md#see-new#b) [c](<n.md#See%20New#B>)"),
        ("[[n#See Old#^id]] [b](n.md#See%20Old#%5Eid)", "[[n#See New#^id]] [b](n.md#See%20New#%5Eid)"),
        ("[[n#See Old#See Old]]", "[[n#See New#See New]]"),
        ("[b](n.md#C#See%20Old) [c](n.md#C#see-old)", "[b](n.md#C#See%20New) [c](n.md#C#see-new)"),
        ("[[n#C#B]] [[n#C#See Old]] [b](n.md#c#see-old)", "[[n#C#B]] [[n#C#See New]] [b](n.md#c#see-new)"),
    ])
    func `each part of a path of headings that names a changed heading follows`(links: String, after: String) throws {
        let note = "# N\n\n## See [[Old]]\n\n### B\n\ntext ^id\n\n## C\n\n### B\n\n### See [[Old]]\n"
        let files = ["Old.md": "# T\n", "n.md": note, "m.md": "\(links)\n"]
        #expect(try changes(files, ["mv", "Old.md", "New.md"])["m.md"] ?? "\(links)\n" == "\(after)\n")
    }

    @Test func `paths of headings in properties follow`() throws {
        let files = [
            "Old.md": "# T\n", "n.md": "# N\n\n## See [[Old]]\n\n### B\n",
            "p.md": "---\nsource: \"see [[n#See Old#B]]\"\nlinks: [\"[[n#See Old#B]]\"]\n---\n",
        ]
        #expect(
            try changes(files, ["mv", "Old.md", "New.md"])["p.md"]
                == "---\nsource: \"see [[n#See New#B]]\"\nlinks: [\"[[n#See New#B]]\"]\n---\n")
    }

    @Test func `links to headings follow the move of a folder, an attachment and the note itself`() throws {
        let files = [
            "A/Old.md": "# T\n", "A/p.png": "x", "n.md": "# N\n\n## In [[A/Old]]\n\n## Pic ![[p.png]]\n",
            "m.md": "[[n#In A Old]] [a](n.md#in-aold) [[n#Pic p.png]] [a](n.md#pic-ppng)\n",
        ]
        #expect(
            try changes(files, ["mv", "A", "B"])["m.md"]
                == "[[n#In B/Old]] [a](n.md#in-bold) [[n#Pic p.png]] [a](n.md#pic-ppng)\n")
        #expect(
            try changes(files, ["mv", "A/p.png", "A/q.png"])["m.md"]
                == "[[n#In A Old]] [a](n.md#in-aold) [[n#Pic q.png]] [a](n.md#pic-qpng)\n")
        let own = ["Old.md": "# T\n\n## On [[Old]]\n", "m.md": "[[Old#On Old]]\n"]
        let moved = try changes(own, ["mv", "Old.md", "New.md"])
        #expect(moved["m.md"] == "[[New#On New]]\n")
    }

    @Test func `links to a heading with a renamed keyword follow`() throws {
        let files = ["n.md": "# N\n\n## Plan #old\n", "m.md": "[[n#Plan old]] [a](n.md#plan-old) [[n]]\n"]
        #expect(
            try changes(files, ["keyword", "rename", "old", "new"])["m.md"]
                == "[[n#Plan new]] [a](n.md#plan-new) [[n]]\n")
        let path = ["n.md": "# N\n\n## Plan #old\n\n### B\n", "m.md": "[[n#Plan old#B]] [a](n.md#plan-old#b)\n"]
        #expect(
            try changes(path, ["keyword", "rename", "old", "new"])["m.md"]
                == "[[n#Plan new#B]] [a](n.md#plan-new#b)\n")
        let titled = [
            "n.md": "# Plan #old\n", "o.md": "---\nlinks: [n]\n---\n[[n#Plan old]]\n",
        ]
        #expect(
            try changes(titled, ["keyword", "rename", "old", "new"])["o.md"] == "---\nlinks: [n]\n---\n[[n#Plan new]]\n"
        )
    }

    @Test func `links by a title that contains a renamed link follow, and so on`() throws {
        let files = [
            "Old.md": "# T\n", "n.md": "# See [[Old]]\n", "m.md": "# On [[See Old]]\n\n[[See Old#See Old]]\n",
            "o.md": "[[On See Old]] [[See Old|x]] [[m#On See Old]]\n",
        ]
        let changed = try changes(files, ["mv", "Old.md", "New.md"])
        #expect(changed["m.md"] == "# On [[See New]]\n\n[[See New#See New]]\n")
        #expect(changed["o.md"] == "[[On See New]] [[See New|x]] [[m#On See New]]\n")
    }

    @Test func `a link to a heading whose text is gone is named, in a dry run too`() throws {
        let console = try Console(["Old.md": "x\n", "n.md": "# N\n\n## [[Old]]\n", "m.md": "\n[[n#Old]]\n"])
        for options in [["--dry-run"], []] {
            let result = console.slip(["mv", "Old.md", "….md"] + options)
            #expect(
                result.errors.contains("m.md:2: the link to the heading 'Old' of 'n.md' breaks"), "\(result)")
        }
    }

    // MARK: Names

    @Test(arguments: [
        (
            "title: Alpha", ["title=Beta"], "see [[Alpha]] and [[Alpha|that]] [[n]]",
            "see [[Beta]] and [[Beta|that]] [[n]]"
        ),
        ("title: Alpha", ["title="], "[[Alpha#H]] [[alpha]]", "[[n#H]] [[n]]"),
        ("title: Alpha", ["title=a#b"], "[[Alpha]]", "[[n]]"),
        ("title: Alpha\naliases: [Al]", ["title=Beta", "aliases+=Alpha"], "[[Alpha]]", "[[Alpha]]"),
        ("title: Alpha\nid: 77", ["id=78", "title=B"], "[[77]] [[Alpha]]", "[[78]] [[B]]"),
        ("aliases: [Al, Ally]", ["aliases=All, Ally"], "[[Al]] [[Ally]]", "[[All]] [[Ally]]"),
        ("title: Alpha", ["title=Third"], "[[Alpha]] [[Third]]", "[[Third]] [[other]]"),
    ])
    func `set of title, id and aliases rewrites the links that resolve by them`(
        keys: String, assignments: [String], links: String, after: String
    ) throws {
        let files = [
            "n.md": "---\n\(keys)\n---\n\n## H\n", "m.md": "\(links)\n", "other.md": "---\naliases: [Third]\n---\n",
            "s.md": "---\nup: \"[[n]]\"\n---\n",
        ]
        #expect(try changes(files, ["set", "n.md"] + assignments)["m.md"] ?? "\(links)\n" == "\(after)\n")
    }

    @Test func `links by title in the note itself and in properties follow`() throws {
        let files = [
            "n.md": "---\ntitle: Alpha\nlinks: [Alpha, '[[Alpha]]']\nup: '[[Alpha]]'\n---\n[[Alpha]]\n",
            "m.md": "---\nlinks: [Alpha]\n---\n# Of [[Alpha]]\n", "o.md": "[[Of Alpha]]\n",
        ]
        let changed = try changes(files, ["set", "n.md", "title=Beta", "links+=m"])
        #expect(
            changed["n.md"] == "---\ntitle: Beta\nlinks: [Beta, '[[Beta]]', \"[[m]]\"]\nup: '[[Beta]]'\n---\n[[Beta]]\n"
        )
        #expect(changed["m.md"] == "---\nlinks: [Beta]\n---\n# Of [[Beta]]\n")
        #expect(changed["o.md"] == "[[Of Beta]]\n")
    }

    @Test(arguments: [
        ("aliases-=Al", "the link to 'n.md' breaks"), ("id=", "the link to 'n.md' breaks"),
        ("aliases=", "the link to 'n.md' then leads to 'Al/index.md'"),
    ])
    func `set names the links that break, in a dry run too`(assignment: String, notice: String) throws {
        for options in [["--dry-run"], []] {
            let console = try Console(["n.md": "---\naliases: [Al, Ally]\nid: 77\n---\n", "r.md": "\n[[Al]] [[77]]\n"])
            if assignment == "aliases=" { try console.write("Al/index.md", "x\n") }
            let result = console.slip(["set", "n.md", assignment] + options)
            #expect(result.errors.contains("r.md:2: \(notice)"), "\(result)")
            #expect(try console.read("r.md") == "\n[[Al]] [[77]]\n")
        }
    }

    @Test(arguments: [
        ("# Alpha\n\ntext\n", "Beta", "# Beta\n\ntext\n"), ("Alpha\n=====\n", "Beta", "Beta\n=====\n"),
        ("---\nstatus: draft\n---\n# Alpha ##\n", "Beta", "---\nstatus: draft\n---\n# Beta ##\n"),
        ("# Alpha\n", "a *b* #c", "# a \\*b\\* \\#c\n"), ("# Alpha\n", "\"2\"", "# 2\n"),
        ("# [[m]] Alpha\n", "m Beta", "# [[m]] Beta\n"), ("text\n", "Beta", "---\ntitle: Beta\n---\ntext\n"),
        ("---\ntitle:\n---\n# Alpha\n", "Beta", "---\ntitle: Beta\n---\n# Alpha\n"),
    ])
    func `set title= changes the heading that is the title`(before: String, title: String, after: String) throws {
        let console = try Console(["n.md": before, "m.md": "[[Alpha]] [[n#Alpha]] [a](n.md#alpha)\n"])
        let result = console.slip("set", "n.md", "title=\(title)")
        #expect(result.status == 0, "\(result)")
        #expect(try console.read("n.md") == after)
        if before.hasPrefix("# Alpha\n\n") {
            #expect(try console.read("m.md") == "[[Beta]] [[n#Beta]] [a](n.md#beta)\n")
        }
    }

    @Test func `set title= does not remove a link in the heading`() throws {
        let console = try Console(["n.md": "# See [[m]]\n", "m.md": "x\n"])
        let result = console.slip("set", "n.md", "title=Beta")
        #expect(result.status == 2 && result.errors.contains("has a link in its title"), "\(result)")
        #expect(try console.read("n.md") == "# See [[m]]\n")
    }
}
