import Searching
import SourceText
import System
import TestSupport
import Testing
import VaultFiles

/// Places of links found by indexed lines, compared with parsing all notes.
@Suite struct LinkPlacesTests {
    /// Lines with links in various syntax.
    private static let lines = [
        "- [[Box]] and [b](Box.md)", "> quoted [[Box|label]]", "  * deep [[a/Box]]", "1. [x](a/Box.md \"t\")",
        "| [[Box\\|cell]] | [y](<Box.md>) |", "## A [[Box]] heading", "**bold [[Box]]** and `[[Box]]` [[Box]]",
        "[[Box]]\\[[Box]] \\\\[[Box]]", "[d][d] [d] ![[Box]]", "[d]: Box.md", "x <b>[[Box]]</b> <!-- [[Box]] -->",
        "[a [[Box]] b](a/Box.md)", "é 💡 [[Box#Part]] é [[Box]]", "    [[Box]]", "- > [[Box]]", "+ - [[Box]]",
        "[[Box]] [[", "text [over", "two lines](Box.md) [[Box]]", "```", "~~~", "[[box]] [[BOX]] [b](BOX.md)",
        "https://example.org/[[Box]]", "[[Box", "]] [[Box]]", "- [ ] [[Box]] ^id", "-[[Box]]", "===", "a  ", "",
    ]

    private static func text(_ random: inout FixedGenerator) -> String {
        let end = random.pick(["\n", "\n", "\r\n"])
        let frontMatter = random.once(in: 4) ? ["---", "links: [\"[[Box]]\"]", "source: '[[a/Box|b]]'", "---"] : []
        let mark = random.once(in: 6) ? "\u{FEFF}" : ""
        return mark + (frontMatter + random.some(lines, 3...20)).joined(separator: end)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `links to a file equal those found by reading every note`(seed: UInt64) throws {
        var random = FixedGenerator(seed)
        let vault = try TemporaryVault(["Box.md": "# Box\n\n## Part\n\n[[#Part]] [self](Box.md)\n"])
        for name in ["One.md", "a/Box.md", "a/Two.md", "b/c/Three.md"] {
            try vault.writeDeep(name, Self.text(&random))
        }
        let session = try vault.session()
        var openNotes = OpenNotes()
        // Notes on disk are read by lines, open notes are parsed.
        if random.once(in: 2), let bytes = vault.read("One.md") {
            openNotes = OpenNotes([OpenNote(path: VaultPath("One.md"), bytes: bytes, in: session.vault)])
        }
        let all = vault.list().filter { !$0.isFolder && $0.path.pathExtension == "md" }.map(\.path).sorted()
        try session.readAsSaved(with: openNotes) { snapshot in
            for target in all {
                let found = try snapshot.linkPlaces.links(to: target)
                let expected = try all.flatMap { path in
                    try (snapshot.document(path)?.links ?? []).filter { link in
                        // A link within a note leads to no file.
                        try link.number != nil
                            && snapshot.linkTargets.target(of: link, in: #require(snapshot.document(path))).path
                                == target
                    }.map { (NotePlace(path: path, range: $0.range), $0) }
                }
                #expect(found.map(\.place) == expected.map(\.0), "links to \(target.text)")
                #expect(found.map(\.link) == expected.map(\.1), "links to \(target.text)")
            }
        }
    }
}
