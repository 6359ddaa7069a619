import Editing
import Foundation
import SourceText
import TestSupport
import Testing
import VaultFiles

/// `slip review` on a terminal.
@Suite struct ProposalReviewTests {
    private static let text = (1...20).map { "line \($0)\n" }.joined()

    /// A vault with a proposal of two changes of one note, and a new note.
    private func console(answers: [String]) throws -> Console {
        let console = try Console(["a.md": Self.text])
        console.isTerminal = true
        console.answer = ""
        var answers = answers[...]
        console.nextAnswer = { answers.popFirst() }
        let after = Self.text.replacing("line 2\n", with: "line two\n").replacing("line 18\n", with: "line eighteen\n")
        _ = console.slip("index")
        _ = try Proposals(Vault(root: Array(console.directory.path.utf8))).add(
            Proposals.Proposal(
                client: ChangeClient("robot"), reason: "words", created: Moment(seconds: 0),
                files: [
                    Proposals.File(
                        from: VaultPath("a.md"), before: Array(Self.text.utf8), to: VaultPath("a.md"),
                        after: Array(after.utf8)),
                    Proposals.File(from: nil, before: [], to: VaultPath("New/n.md"), after: Array("new\n".utf8)),
                ]))
        return console
    }

    @Test func `each part is decided on its own`() throws {
        let console = try console(answers: ["n", "y", "y"])
        let result = console.slip("review")
        #expect(result.status == 0 && result.output.contains("proposal 1 of robot"), "\(result)")
        #expect(try console.read("a.md") == Self.text.replacing("line 18\n", with: "line eighteen\n"))
        #expect(try console.read("New/n.md") == "new\n")
        #expect(console.slip("review", "list").status == 1)
    }

    @Test(arguments: [(["d"], nil as String?), (["n", "a"], "line eighteen"), (["a"], "line two")])
    func `the rest of a proposal is decided at once`(_ answers: [String], _ changed: String?) throws {
        let console = try console(answers: answers)
        #expect(console.slip("review").status == 0)
        #expect(try console.read("a.md").contains("line two") == (changed == "line two"))
        #expect(try console.read("a.md").contains("line eighteen") == (changed != nil))
        #expect(console.exists("New/n.md") == (changed != nil))
        #expect(console.slip("review", "list").status == 1)
    }

    @Test(arguments: [["l"], ["q"], ["y", "q"], [], ["y", "what?", "q"]])
    func `a proposal can wait`(_ answers: [String]) throws {
        let console = try console(answers: answers)
        _ = console.slip("review")
        #expect(try console.read("a.md") == Self.text && !console.exists("New/n.md"))
        #expect(console.slip("review", "list").status == 0)
    }

    @Test func `a part can be edited before it is accepted`() throws {
        let console = try console(answers: ["e", "n", "n"])
        console.variables["EDITOR"] = "ed"
        console.runShell = { _, arguments in
            guard let file = arguments.last.map({ String(decoding: $0, as: UTF8.self) }) else { return 1 }
            // Without the end of the line.
            return (try? "line 2 and a half".write(toFile: file, atomically: false, encoding: .utf8)) == nil ? 1 : 0
        }
        #expect(console.slip("review").status == 0)
        #expect(try console.read("a.md") == Self.text.replacing("line 2\n", with: "line 2 and a half\n"))
        #expect(!console.exists("New/n.md"))
    }

    @Test(arguments: ["y", "n"]) func `a move and the links that follow it are one question`(_ answer: String) throws {
        let files = ["a.md": "# A\n", "b.md": "[a](a.md)\n"]
        let console = try Console(files)
        console.isTerminal = true
        console.answer = answer
        _ = console.slip("index")
        let vault = try Vault(root: Array(console.directory.path.utf8))
        let file = { (from: String, to: String, before: String, after: String) in
            Proposals.File(
                from: VaultPath(from), before: Array(before.utf8), to: VaultPath(to), after: Array(after.utf8))
        }
        _ = try Proposals(vault).add(
            Proposals.Proposal(
                client: ChangeClient("robot"), reason: "", created: Moment(seconds: 0),
                files: [file("a.md", "z.md", "# A\n", "# A\n"), file("b.md", "b.md", "[a](a.md)\n", "[a](z.md)\n")]))
        #expect(console.slip("review").status == 0)
        #expect(console.exists("z.md") == (answer == "y") && console.exists("a.md") == (answer == "n"))
        #expect(try console.read("b.md") == (answer == "y" ? "[a](z.md)\n" : "[a](a.md)\n"))
        #expect(console.slip("review", "list").status == 1)
    }

    @Test func `hunks that are applied give the text, and none of them the old one`() {
        var random = FixedGenerator(7)
        for _ in 0..<300 {
            let ends = ["\n", "\r\n"]
            func text() -> [UInt8] {
                let end = random.pick(ends)
                var lines = (0..<random.below(30)).map { _ in "\(random.below(6))\(end)" }
                if random.below(3) == 0 { lines.append("last") }
                return Array(lines.joined().utf8)
            }
            let (before, after) = (text(), text())
            let hunks = UnifiedDiff.hunks(from: before, to: after)
            #expect(UnifiedDiff.text(before, applying: hunks) == after)
            #expect(UnifiedDiff.text(before, applying: []) == before)
        }
    }
}
