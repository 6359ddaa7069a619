import Notes
import SourceText
import TestSupport
import Testing

/// Conflict markers of git in notes.
struct ConflictTests {
    private static let front =
        "---\ntitle: T\n<<<<<<< HEAD\nstatus: draft\n=======\nstatus: review\n>>>>>>> other\n---\nx\n"
    private static let both =
        "---\ntitle: T\n<<<<<<< HEAD\nstatus: draft\n---\nmine\n=======\nstatus: review\n---\ntheirs\n>>>>>>> o\n"

    @Test(arguments: [
        (front, "3"), (both, "3"), (front.replacing("\n", with: "\r\n"), "3"),
        ("---\na: 1\n<<<<<<< HEAD\nb: 1\n||||||| base\nb: 0\n=======\nb: 2\n>>>>>>> o\n---\n", "3"),
        ("---\na: 1\n>>>>>>> o\n---\n", "3"), ("<<<<<<< HEAD\n---\na: 1\n---\n=======\nx\n>>>>>>> o\n", "1"),
    ])
    func `conflict markers in front matter are reported as a conflict only`(text: String, line: String) throws {
        let terminal = try Console(["a.md": text, "b.md": "y\n"])
        #expect(terminal.slip("search", "is:conflict").output == "a.md\n")
        #expect(terminal.slip("check", "--kind", "conflict").output.hasPrefix("a.md:\(line):1: conflict: "))
        #expect(!terminal.slip("check", "--kind", "front-matter").output.contains("expected 'key: value'"))
    }

    @Test func `front matter with a conflict is not edited`() throws {
        for text in [Self.front, Self.both] {
            let terminal = try Console(["a.md": text])
            #expect(terminal.slip("set", "a.md", "status=archived").status == 2)
            #expect(try terminal.read("a.md") == text)
        }
    }

    @Test func `conflict markers are found across front matter and body`() {
        for text in [Self.front, Self.both] {
            let bytes = Array(text.utf8)
            let markers = Note(bytes, name: VaultPath("a.md")).conflicts.map { bytes.text($0) }
            #expect(markers.map { $0.prefix(7) } == ["<<<<<<<", "=======", ">>>>>>>"])
        }
    }

    @Test func `text that resembles a conflict marker is not one`() throws {
        let text = "---\na: |\n  <<<<<<< HEAD\nb: <<<<<<< c\n---\n=======\nx\n"
        let terminal = try Console(["a.md": text])
        #expect(terminal.slip("search", "is:conflict").status == 1)
        #expect(terminal.slip("set", "a.md", "c=1").status == 0)
    }
}
