import Browser
import Foundation
import SourceText
import Terminal
import TestSupport
import Testing
import VaultFiles

@Suite struct ProposalViewTests {
    private static let text = (1...60).map { "line \($0)\n" }.joined()

    /// A browser on a vault with three proposals, the second of which is stale.
    private static func stage(columns: Int = 60, rows: Int = 24) throws -> (BrowserStage, Console) {
        let console = try Console(["a.md": text, "b.md": "b\n"])
        let stage = try BrowserStage(console, columns: columns, rows: rows)
        func file(_ name: String, _ before: String, _ after: String) -> Proposals.File {
            Proposals.File(
                from: VaultPath(name), before: Array(before.utf8), to: VaultPath(name), after: Array(after.utf8))
        }
        for (number, file) in [
            file("a.md", text, text.replacing("line", with: "row")), file("b.md", "c\n", "d\n"),
            file("b.md", "b\n", "B\n"),
        ].enumerated() {
            _ = try Proposals(Vault(root: Array(console.directory.path.utf8))).add(
                Proposals.Proposal(
                    client: ChangeClient("robot"), reason: "reason \(number + 1)", created: Moment(seconds: 0),
                    files: [file]))
        }
        stage.press("Alt-Q")
        return (stage, console)
    }

    @Test func `Alt-Q lists the proposals, and shows the difference of the selected one`() throws {
        let (stage, _) = try Self.stage()
        #expect(stage.lines[0] == "3 proposals" && stage.lines[1].hasPrefix(">1 robot 1970-01-01 a.md  reason 1"))
        #expect(stage.lines.contains("-line 1"))
        #expect(stage.lines.last == "y accept  n reject  PgDn page  Enter open  u undo  Esc back")
        let first = stage.lines[6]
        stage.press("PgDn")
        #expect(stage.lines[6] != first)
        stage.press("PgUp")
        #expect(stage.lines[6] == first)
        stage.press("Down")
        #expect(stage.lines[2].hasPrefix(">2 ") && stage.screen.contains("has changed in the same places"))
        #expect(stage.lines.contains("-c") && stage.lines.contains("+d"))
        stage.press("Enter")
        #expect(stage.opened == ["b.md:1"])
        stage.press("Esc")
        #expect(stage.lines[0].hasPrefix("> "))
    }

    @Test func `a proposal is accepted, undone and rejected`() throws {
        let (stage, console) = try Self.stage()
        stage.press("Down", "y")
        #expect(stage.lines[0] == "3 proposals" && stage.lines.last?.contains("has changed in the same") == true)
        stage.press("Down", "y")
        #expect(try console.read("b.md") == "B\n")
        #expect(stage.lines[0] == "2 proposals" && stage.lines.last?.contains("accepted proposal 3") == true)
        stage.press("u")
        #expect(try console.read("b.md") == "b\n")
        stage.press("n")
        #expect(stage.lines.last == "Reject proposal 2? y/N")
        stage.press("n")
        #expect(stage.lines[0] == "2 proposals")
        stage.press("n", "y", "n", "y")
        #expect(stage.screen.contains("No proposal is pending"))
        #expect(try console.read("a.md") == Self.text && console.read("b.md") == "b\n")
    }

    @Test func `a proposal whose difference is not on the screen is not accepted`() throws {
        let (stage, console) = try Self.stage()
        stage.holdsAnswers = true
        stage.press("Down", "Down", "y")
        stage.answer()
        #expect(try console.read("b.md") == "b\n" && stage.lines[0] == "3 proposals")
    }

    @Test(arguments: [(20, 5), (60, 4), (1, 1), (5, 2), (300, 80)])
    func `the view fits every size`(columns: Int, rows: Int) throws {
        let (stage, _) = try Self.stage(columns: columns, rows: rows)
        for key in ["Down", "PgDn", "n", "n", "Up", "PgUp"] {
            stage.press(key)
            #expect(stage.picture.columns == columns && stage.picture.rows == rows)
        }
    }

    @Test func `plain output reads the selected proposal and its difference`() throws {
        let (stage, _) = try Self.stage()
        var output = PlainOutput()
        let lines = output.update(stage.state)
        #expect(lines.contains { $0.hasPrefix("proposal 1 of robot for a.md: reason 1; ") && $0.contains("-line 1") })
        stage.press("n")
        #expect(output.update(stage.state).first == "reject proposal 1? y or n")
    }
}
