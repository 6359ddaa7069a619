import TestSupport
import Testing

/// The attachments that `show` lists.
@Suite struct AttachmentListTests {
    @Test func `an attachment is listed once, with its size`() throws {
        let console = try Console([
            "A/n.md": "---\nattachments: [p.png]\n---\n![](p.png) ![[p.png]] ![](gone.png)",
            "A/p.png": String(repeating: "x", count: 3500),
        ])
        let output = console.slip("show", "A/n.md").output
        #expect(output.contains("attachments  A/p.png  3.5 kB\n             A/gone.png (missing)\n"), "\(output)")
        let shown = console.slip("show", "A/n.md", "-f", "json").output
        #expect(
            shown.contains(
                #""attachments": [{"path": "A/p.png", "exists": true, "size": 3500}, {"path": "A/gone.png", "exists": false}]"#
            ), "\(shown)")
        let found = console.slip("search", "", "-f", "json").output
        #expect(found.contains(#"[{"path": "A/p.png", "exists": true}, {"path": "A/gone.png", "exists": false}]"#))
        console.isTerminal = true
        let screen = console.slip("show", "A/n.md").output
        #expect(screen.contains("A/p.png  3.5 kB") && screen.contains("(missing)"), "\(screen)")
    }
}
