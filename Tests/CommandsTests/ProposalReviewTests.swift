import Foundation
import SourceText
import TestSupport
import Testing
import VaultChanges
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
            return (try? "line 2 and a half\n".write(toFile: file, atomically: false, encoding: .utf8)) == nil ? 1 : 0
        }
        #expect(console.slip("review").status == 0)
        #expect(try console.read("a.md") == Self.text.replacing("line 2\n", with: "line 2 and a half\n"))
        #expect(!console.exists("New/n.md"))
    }
}
