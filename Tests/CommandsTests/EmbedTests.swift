import TestSupport
import Testing

/// `show` prints embedded notes in place of their links.
struct EmbedTests {
    @Test func `a part is shown below its label, and --no-embeds shows the link`() throws {
        let console = try Console([
            "a.md": "Before\n\n![[b#Part]]\n\n- ![[b#^id]]\n\nAfter",
            "b.md": "# B\n\n## Part\n\nembedded\n\n## Other\n\nnot these\n\none line ^id\n",
        ])
        let output = console.slip("show", "a.md").output
        #expect(output.contains("Before\n\n▸ B › Part\n│ ## Part\n│ \n│ embedded\n\n"), "\(output)")
        #expect(output.contains("one line ^id\n\nAfter") && !output.contains("not these"), "\(output)")
        let plain = console.slip("show", "a.md", "--no-embeds").output
        #expect(plain.contains("![[b#Part]]") && !plain.contains("embedded"))
    }

    @Test func `an embedded block without a number sign is a link to its note`() throws {
        let console = try Console([
            "a.md": "---\nsee: \"![[b^id]]\"\n---\n![[b^id]] ![[b^no]]\n", "b.md": "# B\n\nother\n\none line ^id\n",
        ])
        let shown = console.slip("show", "a.md").output
        #expect(shown.contains("one line ^id") && !shown.contains("other"), "\(shown)")
        #expect(console.slip("search", "linked-from:a").output == "b.md\n")
        let check = console.slip("check").output
        #expect(check.contains("^no") && !check.contains("^id"), "\(check)")
        #expect(console.slip("mv", "b.md", "New name.md").status == 0)
        #expect(
            try console.read("a.md")
                == "---\nsee: \"![[New name^id]]\"\n---\n![[New name^id]] ![[New name^no]]\n")
    }

    @Test func `a block is shown with its items, and an id alone names the block above`() throws {
        let console = try Console([
            "a.md": "![[b#^tab]]\n\n![[b#^i]]\n",
            "b.md": "- item ^i\n  - nested\n\n    more\n- other\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n^tab\n",
        ])
        let output = console.slip("show", "a.md").output
        #expect(output.contains("x") && output.contains("nested") && output.contains("more"), "\(output)")
        #expect(!output.contains("other"), "\(output)")
    }

    @Test func `a cycle is named, and depth is limited`() throws {
        let console = try Console([
            "a.md": "![[b]]", "b.md": "in b\n\n![[a]]", "1.md": "![[2]]", "2.md": "![[3]]", "3.md": "![[4]]",
            "4.md": "four\n\n![[5]]", "5.md": "five",
        ])
        let cycle = console.slip("show", "a.md").output
        #expect(cycle.contains("│ ▸ a (not shown: it contains this place)"), "\(cycle)")
        let deep = console.slip("show", "1.md").output
        #expect(deep.contains("four") && !deep.contains("five") && deep.contains("nested too deeply"), "\(deep)")
    }

    @Test func `a missing part is named, and attachments and other links stay`() throws {
        let console = try Console(["a.md": "![[b#No]]\n![[p.png]] [[b]]\n", "b.md": "text", "p.png": "1"])
        let output = console.slip("show", "a.md").output
        #expect(output.contains("▸ b ('b.md' has no part 'No')\n![[p.png]] [[b]]\n"), "\(output)")
    }

    @Test func `many embeds of one note take little time, and only the first are shown`() throws {
        let console = try Console([
            "a.md": String(repeating: "![[b#No]]\n\n", count: 100) + String(repeating: "![[b]]\n\n", count: 1900),
            "b.md": String(repeating: "word ", count: 20),
        ])
        let output = console.slip("show", "a.md").output
        #expect(output.matches(of: /│ word/).count == 100)
        #expect(output.matches(of: /too many notes are embedded/).count == 1800)
    }

    @Test func `live blocks of an embedded note are answered`() throws {
        let console = try Console([
            "a.md": "![[b]]\n", "b.md": "<!-- slip: #book -->\n- stale\n<!-- /slip 0 -->\n\nend\n", "c.md": "#book",
        ])
        let output = console.slip("show", "a.md").output
        #expect(output.contains("│ - [[c]]\n") && output.contains("│ end") && !output.contains("stale"), "\(output)")
    }
}
