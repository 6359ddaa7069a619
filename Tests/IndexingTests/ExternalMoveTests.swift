import Indexing
import Searching
import SourceText
import TestSupport
import Testing

/// What `check --fix` takes for a move by another program, and which moves it asks the user about.
@Suite struct ExternalMoveTests {
    private static let text = "# Daily\n\nThe work that was done, and the tasks for tomorrow.\n"

    private enum Step {
        case write(String, String)
        case move(String, String)
        case remove(String)
    }

    private struct Case {
        var name: String
        var files: [String: String]
        var steps: [Step]
        var link: String
        var help: String?
    }

    private static let cases: [Case] = [
        Case(
            name: "renamed", files: ["d1.md": text], steps: [.move("d1.md", "d2.md")], link: "[[d2]]",
            help: nil),
        Case(
            name: "copied elsewhere under its name", files: ["d1.md": text],
            steps: [.write("A/d1.md", text), .remove("d1.md")], link: "[[d1]]", help: nil),
        Case(
            name: "another note that is alike", files: ["d1.md": text],
            steps: [.remove("d1.md"), .write("d2.md", text)], link: "[[d1]]",
            help: "a note with the same content exists: 'd2.md'"),
        Case(
            name: "hardly any content", files: ["d1.md": "# Daily\n"], steps: [.move("d1.md", "d2.md")],
            link: "[[d1]]", help: "a note with the same content exists: 'd2.md'"),
        Case(
            name: "no content", files: ["d1.md": ""], steps: [.remove("d1.md"), .write("d2.md", "")],
            link: "[[d1]]", help: nil),
        Case(
            name: "two that came", files: ["d1.md": text],
            steps: [.write("d0.md", text), .move("d1.md", "d2.md")], link: "[[d1]]",
            help: "a note with the same content exists: 'd0.md'"),
        Case(
            name: "two that went", files: ["d1.md": text, "e1.md": text],
            steps: [.move("d1.md", "d2.md"), .remove("e1.md")], link: "[[d1]]",
            help: "a note with the same content exists: 'd2.md'"),
        Case(
            name: "one that stayed", files: ["d1.md": text, "e1.md": text], steps: [.move("d1.md", "d2.md")],
            link: "[[d1]]", help: "a note with the same content exists: 'd2.md'"),
    ]

    @Test(arguments: 0..<8)
    func `only a move that needs no guessing is mended`(number: Int) throws {
        let moved = Self.cases[number]
        let vault = try TemporaryVault(moved.files.merging(["log.md": "[[d1]]"]) { $1 })
        _ = try vault.session()
        for step in moved.steps {
            switch step {
            case .write(let path, let text):
                try vault.makeFolders(VaultPath(path).folder)
                try vault.write(path, text)
            case .move(let from, let to): try vault.rename(from, to)
            case .remove(let path): try vault.remove(path)
            }
        }
        let result = try CommandLine.run(["check", "--fix", "--kind", "broken-link"], in: vault)
        let log = vault.read("log.md").map { String(decoding: $0, as: UTF8.self) }
        #expect(log == moved.link, "\(moved.name)")
        if let help = moved.help {
            #expect(result.output.contains(help), "\(moved.name): \(result.output)")
        } else {
            #expect(!result.output.contains("same content"), "\(moved.name): \(result.output)")
        }
    }

    @Test func `moves by other programs are still known after a fragmented index is rebuilt`() throws {
        let vault = try TemporaryVault(["here.md": Self.text, "link.md": "[[here]]\n"])
        for number in 0..<1100 { try vault.write("n\(number).md", "alpha \(number)\n") }
        _ = try vault.session()
        try vault.rename("here.md", "there.md")
        #expect(try vault.session().keeper.changes.moved == 1)
        for number in 0..<1100 { try vault.write("n\(number).md", "beta \(number)\n") }
        let session = try vault.session()
        #expect(session.keeper.changes.isRebuilt)
        #expect(
            try session.findings().map(\.help) == [
                "the note has moved to 'there.md'; to update the link: slip check --fix"
            ])
    }
}
