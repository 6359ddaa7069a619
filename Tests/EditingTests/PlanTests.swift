import Editing
import Searching
import SourceText
import TestSupport
import Testing

/// Plans of changes while another process updates the index.
@Suite struct PlanTests {
    @Test func `a plan whose snapshot is outdated runs again on the new index`() throws {
        let vault = try TemporaryVault(["One.md": "# One\n", "Two.md": "[[One]]\n"])
        let session = try vault.session()
        var runs = 0
        let plan = try session.plan { snapshot in
            runs += 1
            _ = try snapshot.noteCount()
            if runs == 1 {
                try vault.write("Three.md", "[[One]]\n")
                _ = try vault.session()
            }
            return try MovePlanner(snapshot).move([(VaultPath("One.md"), VaultPath("Box.md"))], title: "mv")
        }
        #expect(runs == 2)
        #expect(plan.writes == 2)
        // The preview of the move is rolled back.
        #expect(try session.read { try $0.isNote(VaultPath("One.md")) })
    }

    @Test func `a plan reads one state of the index`() throws {
        let vault = try TemporaryVault(["One.md": "# One\n"])
        try vault.session().plan { snapshot in
            let before = try snapshot.noteCount()
            try vault.write("Two.md", "x\n")
            #expect(try vault.session().read { try $0.noteCount() } == 2)
            #expect(try snapshot.noteCount() == before)
        }
    }
}
