import TestSupport
import Testing

/// Titles of notes without a title in the front matter.
struct TitleTests {
    @Test(arguments: [
        ("# Real\n", "Real"), ("\n\n# Real\n", "Real"), ("<!-- made by hand -->\n\n# Real\n", "Real"),
        ("<!-- a\n\n# not this\n-->\n# Real\n", "Real"), ("---\nstatus: draft\n---\n\nReal\n===\n", "Real"),
        ("Real\nwith two lines\n===\n", "Real with two lines"), ("# Real\n\n# Late\n", "Real"),
        ("text\n\n# Late\n", "n"), ("## Small\n\n# Late\n", "n"), ("> # Quoted\n", "n"), ("- # Item\n", "n"),
        ("```\ncode\n```\n# Late\n", "n"), ("***\n# Late\n", "n"), ("    code\n\n# Late\n", "n"),
        ("<div>\n</div>\n\n# Late\n", "n"), ("#\n\n# Late\n", "n"), ("---\ntitle: Said\n---\n# Late\n", "Said"),
        ("text\n# Late\n", "n"), ("[a]: b.md\n\n# Late\n", "n"), ("#tag\n\n# Late\n", "n"),
    ])
    func `a level-1 heading is the title if it is the first block`(text: String, title: String) throws {
        let terminal = try Console(["n.md": text])
        #expect(terminal.slip("search", "--template", "{{title}}").output == title + "\n")
        try terminal.write(".slipbox/config.yaml", "titles: name\n")
        let named = title == "Said" ? "Said" : "n"
        #expect(terminal.slip("search", "--template", "{{title}}").output == named + "\n")
    }
}
