import Foundation
import SourceText
import TestSupport
import Testing
import Web

/// `slip export --html`, through the command line.
struct SiteTests {
    @Test func `links lead to pages, headings and blocks, and files`() throws {
        let vault = try SiteVault([
            "a/One.md":
                "# One\n\n[[Two#Part b|x]] [y](Two.md#part-b) [[Two#^id]] [own](#one) ![[pic.png]] [[nowhere]]\n",
            "a/Two.md": "text\n\n## Part *b*\n\nblock ^id\n\n- item\n  more ^item\n",
            "a/pic.png": "png", "index.md": "[[a/Two#^item]] [[a]] ![](https://example.org/x.png)\n",
        ])
        vault.export()
        let one = try vault.page("a/One.html")
        #expect(one.contains("<h1 id=\"one\">One</h1>"))
        #expect(one.contains("<a href=\"Two.html#part-b\">x</a> <a href=\"Two.html#part-b\">y</a>"))
        #expect(one.contains("<a href=\"Two.html#%5Eid\">Two#^id</a> <a href=\"#one\">own</a>"))
        #expect(one.contains("<img src=\"pic.png\" alt=\"pic.png\" loading=\"lazy\" /> nowhere"))
        let two = try vault.page("a/Two.html")
        #expect(two.contains("<h2 id=\"part-b\">Part <em>b</em><a class=\"anchor\" href=\"#part-b\""))
        #expect(two.contains("</h2>\n<p id=\"^id\">block</p>"))
        #expect(two.contains("<span id=\"^item\">"))
        #expect(two.contains("<h2>Linked from</h2>"))
        let start = try vault.page("index.html")
        #expect(start.contains("<a href=\"a/Two.html#%5Eitem\">"))
        #expect(start.contains("<a href=\"a/index.html\">a</a>"))
        #expect(start.contains("<a href=\"https://example.org/x.png\">"))
        #expect(!start.contains("<img"))
    }

    @Test func `every link of the sample vault's site leads to a file and an anchor`() throws {
        let console = try Console.sample()
        console.slip("export", "--html", ".site", "--scope", "all")
        let root = console.directory.appendingPathComponent("SampleVault/.site")
        let pages = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".html") }
        var texts: [String: String] = [:]
        for page in pages { texts[page] = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8) }
        var count = 0
        for (page, text) in texts {
            for match in text.matches(of: /(?:href|src)="([^"]*)"/) {
                let address = String(match.1)
                if address.contains(":") || address.hasPrefix("/") { continue }
                let parts = address.split(separator: "#", omittingEmptySubsequences: false).map {
                    $0.removingPercentEncoding ?? ""
                }
                let folder = URL(fileURLWithPath: "/" + page).deletingLastPathComponent()
                let path =
                    parts[0].isEmpty
                    ? page : String(folder.appendingPathComponent(parts[0]).standardized.path.dropFirst())
                #expect(
                    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path),
                    "\(page): \(address)")
                if parts.count > 1, !parts[1].isEmpty {
                    #expect(texts[path]?.contains("id=\"\(parts[1])\"") == true, "\(page): \(address)")
                }
                count += 1
            }
        }
        #expect(count > 500)
    }

    /// Each note has a marker in every place from which a site takes text.
    @Test(arguments: LongTests.areWanted ? Array(0..<200) : Array(0..<8))
    func `nothing of other notes is in the site`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        let names = (0..<12).map { "n\($0)" }
        func marker(_ name: String) -> String { "marker\(name)q" }
        var notes: [String: String] = [:]
        for name in names {
            let mark = marker(name)
            let others = names.shuffled(using: &random).prefix(4)
            let links = others.enumerated().map { number, other in
                ["[[\(other)]]", "![[\(other)]]", "[x](\(other).md#h\(mark))", "![[\(other)#^b]]"][number]
            }
            notes["f\(mark)/\(name).md"] = """
                ---
                title: T\(mark)
                keywords: [k\(mark), \(Bool.random(using: &random) ? "public" : "other")]
                aliases: [a\(mark)]
                p\(mark): v\(mark)
                attachments: [f\(mark).txt]
                ---
                # H\(mark)

                \(links.joined(separator: " ")) text \(mark) #tag\(mark) ^b

                [^1]: note \(mark)
                """
            notes["f\(mark)/f\(mark).txt"] = "file \(mark)"
        }
        let vault = try SiteVault(notes)
        let wanted = names.filter { _ in Bool.random(using: &random) }
        let query = wanted.isEmpty ? "keyword:public" : wanted.map { "path:\($0).md" }.joined(separator: " OR ")
        vault.export("--scope", "all", query)
        let found = Set(
            vault.console.slip("search", "--scope", "all", query, "--format", "paths").output.split(separator: "\n")
                .map(String.init))
        let files = try vault.files()
        for name in names where !found.contains("f\(marker(name))/\(name).md") {
            // The label of a link is text of the note that contains it, and names only the file.
            for (path, bytes) in files {
                #expect(!path.contains(marker(name)), "\(path)")
                #expect(bytes.firstRange(of: Data(marker(name).utf8)) == nil, "\(path) has \(marker(name))")
            }
        }
    }

    @Test func `the same vault gives the same bytes, and unchanged files are not written`() throws {
        let vault = try SiteVault(["a.md": "[[b]] one", "b.md": "two #k", "c/d.md": "![[a]]"])
        vault.export()
        let before = try vault.files()
        #expect(vault.export().output.contains(" 0 written, 0 removed"))
        try "one two".write(
            to: vault.console.directory.appendingPathComponent("b.md"), atomically: true, encoding: .utf8)
        let output = vault.export().output
        #expect(!output.contains(" 0 written"))
        try "two #k".write(
            to: vault.console.directory.appendingPathComponent("b.md"), atomically: true, encoding: .utf8)
        vault.export()
        let after = try vault.files()
        for (path, bytes) in before where path.hasSuffix("a.html") { #expect(after[path] == bytes) }
        #expect(Set(after.keys) == Set(before.keys))
        #expect(after["c/d.html"] == before["c/d.html"])
        // Also with an index that was built again.
        try FileManager.default.removeItem(at: vault.site)
        vault.console.slip("index", "--rebuild")
        vault.export()
        let again = try vault.files()
        for (path, bytes) in again { #expect(bytes == after[path], "\(path)") }
    }

    @Test func `files of the user stay, and stale pages are removed`() throws {
        let vault = try SiteVault(["a.md": "one", "b.md": "two", "c/d.md": "three"])
        vault.export()
        let mine = vault.site.appendingPathComponent("mine.txt")
        try "mine".write(to: mine, atomically: true, encoding: .utf8)
        try "changed".write(to: vault.site.appendingPathComponent("b.html"), atomically: true, encoding: .utf8)
        let result = vault.export("path:a.md")
        #expect(result.status == 0, "\(result.errors)")
        let files = try vault.files()
        #expect(files["mine.txt"] == Data("mine".utf8))
        #expect(files["b.html"] == Data("changed".utf8), "a page that the user changed stays")
        #expect(files["c/d.html"] == nil && files["a.html"] != nil)
        #expect(!FileManager.default.fileExists(atPath: vault.site.appendingPathComponent("c").path))
    }

    @Test func `a folder with other files is refused, as are files in the way and links`() throws {
        let vault = try SiteVault(["a.md": "one", "c/d.md": "three", ".full/x.txt": "x"])
        let refused = vault.console.slip("export", "--html", ".full")
        #expect(refused.status == 2 && refused.errors.contains("contains files that slip did not create"))
        vault.export("path:a.md")
        let inTheWay = vault.site.appendingPathComponent("c")
        try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
        try "mine".write(to: inTheWay.appendingPathComponent("d.html"), atomically: true, encoding: .utf8)
        let blocked = vault.export()
        #expect(
            blocked.status == 2 && blocked.errors.contains("was not created by slip"),
            "\(blocked.errors)")
        #expect(try vault.page("c/d.html") == "mine")
        try FileManager.default.removeItem(at: inTheWay)
        let outside = vault.console.directory.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: inTheWay, withDestinationURL: outside)
        let linked = vault.export()
        #expect(linked.status == 2 && linked.errors.contains("symbolic link"), "\(linked.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
    }

    @Test func `pages run no scripts of notes`() throws {
        let vault = try SiteVault([
            "a.md":
                "---\nx: <script>1</script>\n---\n# <img src=x onerror=y>\n\n<script>alert(1)</script>\n\n[a](javascript:b) [c](f.svg) [d](p.html) <a href=\"javascript:e\">\n",
            "f.svg": "<svg/>", "p.html": "<script>1</script>",
        ])
        vault.export()
        let page = try vault.page("a.html")
        #expect(!page.contains("<script>alert") && !page.contains("<script>1") && !page.contains("<img"))
        #expect(!page.contains("href=\"javascript:"))
        #expect(page.contains("<a href=\"f.svg\" download=\"\">c</a> <a href=\"p.html\" download=\"\">d</a>"))
        #expect(page.contains("script-src 'self'") && !page.contains("unsafe"))
        vault.export("--unsafe-html")
        let unsafe = try vault.page("a.html")
        #expect(
            unsafe.contains("<script>alert") && unsafe.contains("script-src 'nonce-") && unsafe.contains("nonce=\""))
    }

    @Test func `a folder in the vault is refused, however its path is written`() throws {
        let vault = try SiteVault(["a.md": "x", "s/b.md": "y", ".hidden/x.txt": "z"])
        let console = vault.console
        for (name, target) in [("in", "public"), ("up", "s/.."), ("s/dotted", "../new/site")] {
            try FileManager.default.createSymbolicLink(
                atPath: console.directory.appendingPathComponent(name).path, withDestinationPath: target)
        }
        for path in [
            "./public", "s/../public", "none/../public", "./.", ".hidden/../public", "public/.", "in", "in/site",
            "up/site",
            "s/dotted", console.directory.path + "/./public",
        ] {
            let result = console.slip("export", "--html", path)
            #expect(result.status == 2 && result.errors.contains("is in the vault"), "\(path): \(result.errors)")
        }
        for path in ["public", "none", "new"] {
            #expect(!FileManager.default.fileExists(atPath: console.directory.appendingPathComponent(path).path))
        }
        for path in ["./.site", "s/../.hidden/../.two", "../\(console.directory.lastPathComponent)/.three"] {
            let result = console.slip("export", "--html", path)
            #expect(result.status == 0, "\(path): \(result.errors)")
        }
    }

    @Test func `a hidden folder of slip or another program is refused`() throws {
        let vault = try SiteVault(["a.md": "x", ".app/data.json": "{}", ".sites/one/.slip-site": "z"])
        let paths = [
            ".slipbox", ".slipbox/site", ".git/x", ".obsidian", ".GIT", ".app/site", "s/../.slipbox/x", "s/.obsidian/x",
        ]
        for path in paths {
            let result = vault.console.slip("export", "--html", path)
            #expect(result.status == 2 && result.errors.contains("belongs to"), "\(path): \(result.errors)")
        }
        for path in [".sites/two", ".new/site"] {
            let result = vault.console.slip("export", "--html", path)
            #expect(result.status == 0, "\(path): \(result.errors)")
        }
    }

    @Test func `links keep the fragments of files, and queries are not part of names`() throws {
        let vault = try SiteVault([
            "n.md":
                "[a](d.pdf#page=2) [[d.pdf#page=3|b]] [c](d.pdf?x=1#page=4) ![](p.png?raw=true) [m](m.md?x=1#part) ![[s.mp3#t=5,9]]\n",
            "m.md": "## Part\n", "d.pdf": "1", "p.png": "2", "s.mp3": "3",
        ])
        vault.export()
        let page = try vault.page("n.html")
        for text in [
            "<a href=\"d.pdf#page=2\">a</a>", "<a href=\"d.pdf#page=3\">b</a>", "<a href=\"d.pdf#page=4\">c</a>",
            "<img src=\"p.png\"", "<a href=\"m.html#part\">m</a>", "src=\"s.mp3#t=5,9\"",
        ] { #expect(page.contains(text), "\(text) is not in \(page)") }
    }

    @Test func `a site does not grow with the cube of the depth of folders`() throws {
        func size(_ depth: Int) throws -> Int {
            let vault = try SiteVault([(0..<depth).map { _ in "d" }.joined(separator: "/") + "/a.md": "x"])
            vault.export("--scope", "all")
            let page = try vault.page((0..<depth).map { _ in "d" }.joined(separator: "/") + "/a.html")
            #expect(page.contains("<span>…</span>"))
            return page.utf8.count
        }
        let (small, large) = (try size(50), try size(100))
        #expect(large < small + 50 * 60, "\(small), \(large)")
    }

    @Test func `notes that embed each other end`() throws {
        var notes = ["a.md": "![[b]]", "b.md": "b ![[a]]\n\n![[a]]\n"]
        for number in 0..<12 { notes["deep\(number).md"] = "![[deep\(number + 1)]]\n\n![[deep\(number + 1)]]\n" }
        let vault = try SiteVault(notes)
        vault.export()
        #expect(try vault.page("a.html").contains("is not shown here: it contains this place"))
        let deep = try vault.page("deep0.html")
        #expect(deep.contains("nested too deeply") && deep.contains("embeds too many notes"))
        #expect(deep.utf8.count < 200_000)
    }

    @Test func `a template and a style sheet replace the built-in ones`() throws {
        let vault = try SiteVault([
            "a.md": "# A & B", "t.html": "{{head}}|{{title}}|{{path}}|{{root}}|{{content}}", "s.css": "x{}",
        ])
        vault.export("--template", "t.html", "--css", "s.css")
        let page = try vault.page("a.html")
        #expect(page.contains("|A &amp; B|a.md|./|<article dir=\"auto\">"))
        #expect(try vault.page("_slip/style.css") == "x{}")
        for (text, fault) in [
            ("{{content}}", "'{{head}}' is missing"), ("{{x}}", "no field '{{x}}'"), ("{{head", "has no '}}'"),
        ] {
            try text.write(
                to: vault.console.directory.appendingPathComponent("t.html"), atomically: true, encoding: .utf8)
            let result = vault.export("--template", "t.html")
            #expect(result.status == 2 && result.errors.contains(fault), "\(result.errors)")
        }
        #expect(vault.console.slip("export", "--css", "s.css").errors.contains("'--css' requires '--html DIR'"))
    }

    @Test func `comments, and targets of links in front matter, are not published`() throws {
        let vault = try SiteVault([
            "a.md":
                "---\nboss: \"[[private/Hidden|friend]]\"\nother: \"[[b]]\"\nnone:\n---\ntext %%secret1%% more `%%code%%`\n\n%%\nsecret2 [[b]]\n\n- secret3\n%%\n\nend\n",
            "b.md": "b", "private/Hidden.md": "hidden",
        ])
        vault.export("--scope", "all", "-in:private")
        for (path, bytes) in try vault.files() {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains("private"), "\(path)")
        }
        let page = try vault.page("a.html")
        #expect(page.contains("<th scope=\"row\">boss</th><td>friend</td>"))
        #expect(page.contains("<td><a href=\"b.html\">b</a></td>") && !page.contains("null"))
        #expect(page.contains("<code>%%code%%</code>") && page.contains("<p>end</p>"))
    }

    @Test func `a note can embed a section of itself, and links have one target`() throws {
        let vault = try SiteVault([
            "a.md":
                "## Part\n\ninside\n\n## Other\n\n![[#Part]]\n\n- item ![[b]]\n\n[![ci](https://x.org/b.svg)](https://x.org/c) [#tag x](d)\n",
            "b.md": "1. one\n2. two\n3. three ^id\n", "c.md": "![[b#^id]] #tag",
        ])
        vault.export()
        let page = try vault.page("a.html")
        #expect(page.ranges(of: "<p>inside</p>").count == 2)
        #expect(page.contains("<li>item \n<section class=\"embed\">"))
        #expect(page.contains("<a href=\"https://x.org/c\">ci</a>"))
        #expect(try vault.page("c.html").contains("<ol start=\"3\">"))
    }

    @Test(.enabled(if: CommandLine.program != nil))
    func `two exports at once leave nothing behind of notes that the next query excludes`() throws {
        var notes: [String: String] = [:]
        for number in 0..<300 {
            notes["n\(number).md"] = number % 3 == 0 ? "open #public" : "SECRET [[n\(number + 1)]]"
        }
        let vault = try SiteVault(notes)
        let program = try #require(CommandLine.program)
        let folder = vault.console.directory.path
        vault.console.slip("index")
        let first = try TestProcess.start(program, ["export", "--html", ".site"], in: folder)
        let second = try TestProcess.start(program, ["export", "--html", ".site", "#public"], in: folder)
        first.waitUntilExit()
        second.waitUntilExit()
        #expect(first.terminationStatus == 0 && second.terminationStatus == 0)
        vault.export("#public")
        for (path, bytes) in try vault.files() { #expect(bytes.firstRange(of: Data("SECRET".utf8)) == nil, "\(path)") }
    }

    @Test func `long names are shortened, and no page is written over a change of the user`() throws {
        let long = String(repeating: "é", count: 120)
        let vault = try SiteVault(["\(long).md": "a #\(String(repeating: "k", count: 300))\n", "b.md": "[[\(long)]]"])
        #expect(vault.export().status == 0)
        try vault.console.write(".site/b.html", "mine")
        try vault.console.write("b.md", "changed")
        let result = vault.export()
        #expect(
            result.status == 2 && result.errors.contains("'b.html': it has changed since the last export"),
            "\(result.errors)")
        #expect(try vault.page("b.html") == "mine")
        let inside = vault.console.slip("export", "--html", "public")
        #expect(inside.status == 2 && inside.errors.contains("is in the vault"))
        let none = vault.export("path:none.md")
        #expect(none.status == 1 && none.errors.contains("the site stays as it is"))
    }

    @Test func `pages never have the same path`() {
        let notes = [
            "404.md", "a.markdown", "a.md", "index.md", "README.md", "_slip/graph.md", "a.html/b.md", "index.html/c.md",
        ]
        let addresses = SiteAddresses(notes.sorted().map { VaultPath($0) }, keywords: ["x/y", "x-y", "index"])
        let pages = notes.compactMap { addresses.page(of: VaultPath($0))?.text }
        #expect(Set(pages).count == notes.count, "\(pages)")
        #expect(addresses.page(of: VaultPath("index.md"))?.text == "index.html")
        #expect(addresses.page(of: VaultPath("README.md"))?.text == "README.html")
        #expect(!pages.contains("404.html") && !pages.contains("a.html") && !pages.contains("_slip/graph.html"))
    }
}
