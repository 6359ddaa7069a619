import Foundation
import TestSupport
import Testing

/// `task move`, after which every link leads where it led.
@Suite struct TaskMoveTests {
    /// Each row: the note before, the place, the note afterwards, and the text at the end of the place.
    @Test(arguments: [
        ("- [ ] [x](b.md#b)\n", "sub/c.md", "", "- [ ] [x](../b.md#b)\n"),
        (
            "- [ ] ![x](p.png)\n  - <img src=\"p.png\">\n", "sub/c.md", "",
            "- [ ] ![x](../p.png)\n  - <img src=\"../p.png\">\n"
        ),
        (
            "- [ ] [x](</b.md>) [[b]] <https://a.b> [y](none.md)\n", "sub/c.md", "",
            "- [ ] [x](</b.md>) [[b]] <https://a.b> [y](none.md)\n"
        ),
        ("# H\n\n- [ ] [x](#h) [[#H]]\n", "sub/c.md", "# H\n\n", "- [ ] [x](../a.md#h) [[a#H]]\n"),
        (
            "- [ ] [x][1] [y][] [y]\n\n[1]: b.md \"t\"\n[y]: <b.md>\n", "sub/c.md", "\n[1]: b.md \"t\"\n[y]: <b.md>\n",
            "- [ ] [x](../b.md \"t\") [y](<../b.md>) [y](<../b.md>)\n"
        ),
        (
            "- [ ] a [x][1]\n\n  [1]: #h\n\n# H\n\n[x][1]\n", "b.md", "\n# H\n\n[x](#h)\n",
            "- [ ] a [x][1]\n\n  [1]: a.md#h\n"
        ),
        ("- [ ] a ^i\n- [[#^i]] [y](#^i)\n", "b.md", "- [[b#^i]] [y](b.md#^i)\n", "- [ ] a ^i\n"),
        ("- [ ] a [[#^i]] ^i\n", "b.md", "", "- [ ] a [[#^i]] ^i\n"),
        (
            "- [ ] a[^1]\n- [ ] b[^2]\n\n[^1]: [x](b.md)\n    more\n[^2]: n\n", "sub/c.md", "- [ ] b[^2]\n\n[^2]: n\n",
            "- [ ] a[^1]\n\n[^1]: [x](../b.md)\n    more\n"
        ),
        ("- [ ] a[^1]\n- b[^1]\n\n[^1]: n\n", "b.md", "- b[^1]\n\n[^1]: n\n", "- [ ] a[^1]\n\n[^1]: n\n"),
        ("- [ ] a[^1]\n\n[^1]: n\n", "f.md", "", "- [ ] a[^1-2]\n\n[^1-2]: n\n"),
    ])
    func `links lead where they led`(_ note: String, _ place: String, _ left: String, _ text: String) throws {
        let console = try Console([
            "a.md": note, "b.md": "# B\n", "sub/c.md": "c\n", "p.png": "p", "f.md": "f[^1]\n\n[^1]: own\n",
        ])
        let line = note.hasPrefix("#") ? 3 : 1
        let result = console.slip("task", "move", "a.md:\(line)", place)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try console.read("a.md") == left)
        let moved = try console.read(place)
        #expect(moved.hasSuffix("\n\n" + text), "\(moved)")
        #expect(console.slip("undo").status == 0)
        #expect(try console.read("a.md") == note)
    }

    @Test func `a task to which a canvas leads does not move`() throws {
        let console = try Console([
            "a.md": "- [ ] a ^i1\n- [ ] b\n", "b.md": "b\n",
            "c.canvas": ##"{"nodes":[{"id":"1","type":"file","file":"a.md","subpath":"#^i1"}]}"##,
        ])
        #expect(console.slip("task", "move", "a.md:1", "b.md").isError("c.canvas"))
        #expect(console.slip("task", "move", "a.md:2", "b.md").status == 0)
    }

    @Test func `links of other notes to a task follow it`() throws {
        let files = [
            "a.md": "- [ ] a ^i\n", "b.md": "b\n", "sub/c.md": "[[a#^i]] [x](../a.md#^i) [[a]]\n",
            "d.md": "---\nrelated: \"[[a#^i]]\"\n---\n",
        ]
        let console = try Console(files)
        #expect(console.slip("task", "move", "a.md:1", "b.md").status == 0)
        #expect(try console.read("sub/c.md") == "[[b#^i]] [x](../b.md#^i) [[a]]\n")
        #expect(try console.read("d.md") == "---\nrelated: \"[[b#^i]]\"\n---\n")
        #expect(console.slip("undo").status == 0)
        for (path, text) in files { #expect(try console.read(path) == text) }
    }

    @Test(arguments: [
        ("- [ ] a ^i\n- [[#^i]]\n", "b ^i\n", "block id '^i'"),
        ("- [ ] see [1]\n", "b\n\n[1]: c.md\n", "links that lead elsewhere"),
        ("- [ ] a\n\n  [^1]: n\n\nb[^1]\n", "b\n", "footnote '[^1]'"),
    ])
    func `a task does not move if a link cannot lead where it led`(_ note: String, _ other: String, _ error: String)
        throws
    {
        let console = try Console(["a.md": note, "b.md": other, "c.md": "c\n"])
        let result = console.slip("task", "move", "a.md:1", "b.md")
        #expect(result.status == 2 && result.errors.contains(error), "\(result.errors)")
        #expect(try console.read("a.md") == note && console.read("b.md") == other)
    }

    // MARK: Random tasks

    /// Returns an address of a page, without an empty fragment.
    private static func absolute(_ address: String, _ base: URL) -> String {
        let found = URL(string: address, relativeTo: base)?.absoluteString ?? address
        return found.hasSuffix("#") ? String(found.dropLast()) : found
    }

    /// Returns where the links with a label `L…` lead, by label: as a page or file of the site, with its fragment.
    private static func ends(_ console: Console, _ site: String) throws -> [String: Set<String>] {
        let result = console.slip("export", "--html", site, "--unsafe-html")
        #expect(result.status == 0, "\(result.errors)")
        var ends: [String: Set<String>] = [:]
        for page in ["a", "x/a", "b", "sub/c", "x/d", "2026-03-04"] where console.exists("\(site)/\(page).html") {
            let text = try console.read("\(site)/\(page).html")
            let base = URL(fileURLWithPath: "/\(page).html")
            func add(_ address: Substring, _ label: Substring) {
                ends[String(label), default: []].insert(
                    Self.absolute(String(address), base))
            }
            for match in text.matches(of: /<a [^>]*href="([^"]*)"[^>]*>(L\d+)</) { add(match.1, match.2) }
            for match in text.matches(of: /<img src="([^"]*)" alt="(L\d+)"/) { add(match.1, match.2) }
        }
        return ends
    }

    @Test func `every link of random tasks leads where it led`() throws {
        var random = FixedGenerator(61)
        for _ in 0..<(LongTests.areWanted ? 2000 : 60) {
            let folder = Bool.random(using: &random) ? "" : "x/"
            let up = folder.isEmpty ? "" : "../"
            var label = 0
            func links() -> String {
                (0..<Int.random(in: 0..<4, using: &random)).map { _ -> String in
                    label += 1
                    let name = "L\(label)"
                    let forms = [
                        "[\(name)](\(up)b.md)", "[\(name)](\(up)b.md#part)", "[\(name)](<\(up)sub/c.md>)",
                        "[\(name)](./\(up)b.md 't')", "[\(name)](/b.md)", "[\(name)](#h)", "[\(name)](#part)",
                        "[[#H|\(name)]]", "[[#Part|\(name)]]", "[[#^i|\(name)]]", "[\(name)](#^i)", "[\(name)][r]",
                        "[\(name)][o]", "[\(name)][own]", "![\(name)][img]", "![\(name)](\(up)p.png)", "[[b|\(name)]]",
                        "[[b#Part|\(name)]]", "[[sub/c|\(name)]]", "[\(name)](https://a.b/c)", "[\(name)][ext]",
                        "note[^1]", "note[^n]", "[\(name)](\(folder.isEmpty ? "x/" : "")d.md)",
                    ]
                    return forms.randomElement(using: &random) ?? ""
                }.joined(separator: " ")
            }
            let source = """
                # H

                See [[#^i|L90]] [L91](#h) [L92][o] [L93](#^j)[^2].

                ## Part

                - [ ] one \(links()) ^i
                  - [ ] more \(links())
                - [ ] two \(links())
                  \(links()) ^j

                [r]: \(up)sub/c.md "t"
                [o]: \(up)b.md#part
                [own]: #part
                [img]: \(up)p.png
                [ext]: https://a.b/d

                [^1]: foot \(links()) [L94](\(up)b.md) [L95](#part)
                [^2]: two[^n]
                [^n]: nested [L96][r]

                """
            let console = try Console([
                "\(folder)a.md": source, "p.png": "p",
                "x/d.md": "# D\n\n[L97](\(folder.isEmpty ? "../" : "")a.md#^i)\n",
                "b.md": "# B\n\n## Part\n\n[[a#^i|L98]] b[^1] [L99][r]\n\n[r]: x/d.md\n\n[^1]: own\n",
                "sub/c.md": "# C\n\n- [ ] c\n",
            ])
            console.now = "2026-03-03T12:00:00Z"
            let before = try Self.ends(console, ".before")
            let lines = [[7], [9], [7, 9], [8]].randomElement(using: &random) ?? []
            let place = ["b.md", "b.md#Part", "sub/c.md", "tomorrow", "x/d.md"].randomElement(using: &random) ?? ""
            let result = console.slip(["task", "move"] + lines.map { "\(folder)a.md:\($0)" } + [place])
            #expect(result.status == 0, "\(source) \(lines) \(place) \(result.errors)")
            let page = place == "tomorrow" ? "2026-03-04" : String(place.prefix { $0 != "." })
            var wanted = before
            for (id, line) in [("i", 7), ("j", 9)] where lines.contains(line) {
                for (label, ends) in wanted {
                    wanted[label] = Set(
                        ends.map { end in
                            end.hasSuffix("/\(folder)a.html#%5E\(id)") ? "file:///\(page).html#%5E\(id)" : end
                        })
                }
            }
            let after = try Self.ends(console, ".after")
            let moved = try console.read("\(page).md")
            for (label, ends) in wanted {
                #expect(
                    after[label] == ends, "\(label): \(source) \(lines) \(place)\n\(moved)")
            }
            // Other programs read a destination as a path from the folder of the note.
            let here = place == "tomorrow" || !place.contains("/") ? "" : place.prefix { $0 != "/" } + "/"
            for match in moved.matches(of: /\]\(<?([^)#>: ]+)/) where !match.1.hasPrefix("/") && match.1 != "https" {
                #expect(console.exists(here + match.1), "\(match.1): \(source) \(lines) \(place)\n\(moved)")
            }
            #expect(console.slip("undo").status == 0)
            #expect(try console.read("\(folder)a.md") == source)
        }
    }
}
