import Foundation
import TestSupport
import Testing
import Web

/// `slip export --html` while files change, and after an export that did not end.
struct SiteChangeTests {
    private func write(_ text: String, _ path: String, in vault: SiteVault) throws {
        try text.write(to: vault.console.directory.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }

    @Test func `a note that changed since the search is not in the site, and no page links to it`() throws {
        let vault = try SiteVault([
            "a.md": "# A\n\n\n\n\n\nlink [[b]] #public\n", "b.md": "# B\n\n[[a]] ![[a]] #public\n",
        ])
        vault.export("#public")
        #expect(try vault.page("a.html").contains("link"))
        try write("# A\nUNPUBLISHED\n", "a.md", in: vault)
        let result = vault.export("--no-sync", "--url", "https://example.org", "#public")
        #expect(
            result.status == 2 && result.errors.contains("cannot be read, or changed meanwhile: 'a.md'"),
            "\(result.errors)")
        for (path, bytes) in try vault.files() where !path.hasPrefix("_slip/graph") {
            #expect(bytes.range(of: Data("UNPUBLISHED".utf8)) == nil, "\(path)")
            #expect(bytes.range(of: Data("a.html".utf8)) == nil, "\(path)")
        }
        // The next export does not rely on this one.
        try write("# A\n\n\n\n\n\nlink [[b]] #public\n", "a.md", in: vault)
        #expect(vault.export("#public").status == 0)
        #expect(try vault.page("b.html").contains("a.html"))
    }

    @Test func `an attachment that cannot be read is not linked`() throws {
        let vault = try SiteVault(["a.md": "[file](x.txt)", "y.txt": "y"])
        let link = vault.console.directory.appendingPathComponent("x.txt")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "y.txt")
        let result = vault.export()
        #expect(result.status == 2 && result.errors.contains("'x.txt'"), "\(result.errors)")
        #expect(try !vault.page("a.html").contains("x.txt"))
    }

    @Test func `a page that was edited by hand is never overwritten`() throws {
        let vault = try SiteVault(["a.md": "one", "b.md": "two", "c.md": "three"])
        vault.export()
        let page = vault.site.appendingPathComponent("c.html")
        try "mine".write(to: page, atomically: true, encoding: .utf8)
        let before = try vault.files()
        try write("one more", "a.md", in: vault)
        for _ in 0..<2 {
            let result = vault.export()
            #expect(result.status == 2 && result.errors.contains("has changed since the last export"))
            // The old site stays as it was.
            #expect(try vault.files().filter { !$0.key.hasPrefix(".slip-site.new") } == before)
        }
        try FileManager.default.removeItem(at: page)
        #expect(vault.export().status == 0)
        #expect(try vault.page("a.html").contains("one more") && vault.page("c.html").contains("three"))
    }

    @Test func `the next export removes what a killed one left`() throws {
        let vault = try SiteVault(["a.md": "one #public", "secret.md": "SECRET"])
        let new = vault.site.appendingPathComponent(".slip-site.new")
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        for name in ["0", "manifest"] {
            try "SECRET".write(to: new.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        #expect(vault.export("#public").status == 0)
        let files = try vault.files()
        #expect(files["a.html"] != nil && !files.values.contains { $0.range(of: Data("SECRET".utf8)) != nil })
        #expect(!files.keys.contains { $0.hasPrefix(".slip-site.new") })
    }

    @Test func `after a kill between two files, the next export knows both contents`() throws {
        let vault = try SiteVault(["a.md": "one", "b.md": "two"])
        vault.export()
        let old = try vault.files()
        try write("one more", "a.md", in: vault)
        try write("two more", "b.md", in: vault)
        vault.export()
        let new = try vault.files()
        // The manifest of the moment: both hashes of each changed page, and one page that is still old.
        func lines(_ files: [String: Data]) -> [String: String] {
            let text = String(decoding: files[".slip-site"] ?? Data(), as: UTF8.self)
            let pairs = text.split(separator: "\n").dropFirst(2).map { line in
                line.split(separator: " ").map(String.init)
            }
            return Dictionary(uniqueKeysWithValues: pairs.map { ($0[1], $0[0]) })
        }
        let both = lines(old).merging(lines(new)) { "\($0)+\($1)" }
        let text = "slip site 2\n- \(both.count)\n" + both.map { "\($1) \($0)\n" }.joined()
        try text.write(to: vault.site.appendingPathComponent(".slip-site"), atomically: true, encoding: .utf8)
        try old["b.html"]?.write(to: vault.site.appendingPathComponent("b.html"))
        #expect(vault.export().status == 0)
        #expect(try vault.files().filter { $0.key != ".slip-site" } == new.filter { $0.key != ".slip-site" })
        // Another content is the user's, even then.
        try text.write(to: vault.site.appendingPathComponent(".slip-site"), atomically: true, encoding: .utf8)
        try "mine".write(to: vault.site.appendingPathComponent("b.html"), atomically: true, encoding: .utf8)
        #expect(vault.export().status == 2)
        #expect(try vault.page("b.html") == "mine")
    }

    @Test(arguments: [
        "x", "slip site 2\nf 2\n1 a.html\n", "slip site 2\nf 1\n1 ../a\n", "slip site 2\nf 1\n1 .slip-site.lock\n",
    ])
    func `a damaged manifest is refused`(manifest: String) throws {
        let vault = try SiteVault(["a.md": "one"])
        vault.export()
        try manifest.write(to: vault.site.appendingPathComponent(".slip-site"), atomically: true, encoding: .utf8)
        let result = vault.export()
        #expect(result.status == 2 && result.errors.contains("damaged"), "\(result.errors)")
    }

    @Test(arguments: ["404.html", "feed.xml", "_slip/style.css", "b/index.html"])
    func `a folder with the name of a file of the site is refused before anything is written`(folder: String) throws {
        let vault = try SiteVault(["\(folder)/a.md": "one", "b.md": "two"])
        let result = vault.export()
        #expect(result.status == 2 && result.errors.contains("has the name of a file of the site"), "\(result.errors)")
        #expect(try vault.files().keys.allSatisfy { $0.hasPrefix(".slip-site") })
        #expect(vault.export("-in:\"\(folder)\"").status == 0)
    }

    @Test func `the sentence of a heading has no marks, and names fold for the search`() throws {
        let vault = try SiteVault([
            "a.md": "---\nkeywords: [Größe]\n---\n## See [[b]]\n", "b.md": "text",
        ])
        vault.export()
        #expect(try vault.page("b.html").contains("<p>See b</p>"))
        #expect(try vault.page("_slip/search/index.js").contains("\"ß\":\"ss\""))
    }
}
