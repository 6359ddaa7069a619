import TestSupport
import Testing

/// Links within a note, and anchors named by attributes.
struct FragmentTests {
    @Test func `a link to a missing part of the same note is a finding`() throws {
        let terminal = try Console([
            "a.md": """
            # Head {#one}

            Text with [a](#one) [b](#head) [[#Head]] [c](#top) [d](#). {: #two}

            [e](#two) [f](#nope) [[#Nope]] [[#^id]] [g](b.md#x)

            """,
            "b.md": "## Other {: .c #x }\n",
        ])
        let found = terminal.slip("check", "--kind", "missing-heading", "--kind", "missing-block")
        #expect(found.status == 1)
        let lines = found.output.split(separator: "\n")
        #expect(lines.count == 3, "\(found.output)")
        #expect(lines.contains { $0.hasPrefix("a.md:5:") && $0.contains("the note has no heading 'nope'") })
        #expect(found.output.contains("the note has no heading 'Nope'"))
        #expect(found.output.contains("the note has no block '^id'"))
        #expect(terminal.slip("search", "title:=Head", "--format", "paths").output == "a.md\n")
    }

    @Test(arguments: ["Learn C# today", "Issue #12", "Tag #kw here"])
    func `a heading with a number sign is named by its text`(_ heading: String) throws {
        let escaped = heading.replacing(" ", with: "%20").replacing("#", with: "%23")
        let terminal = try Console([
            "a.md": "[[b#\(heading)]] [c](b.md#\(escaped)) [[b#One#Two]]\n",
            "b.md": "# One\n\n## Two\n\n## \(heading)\n\n# Three\n\n## Today\n",
        ])
        #expect(terminal.slip("check", "--kind", "missing-heading").output == "")
        guard heading.contains("#kw") else { return }
        #expect(terminal.slip("keyword", "rename", "kw", "other").status == 0)
        #expect(try terminal.read("b.md").contains("## Tag #other here"))
        #expect(terminal.slip("check", "--kind", "missing-heading").output == "")
        #expect(try terminal.read("a.md").hasSuffix("[[b#One#Two]]\n"))
    }
}
