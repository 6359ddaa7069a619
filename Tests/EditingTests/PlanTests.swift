import Editing
import SQLite
import SearchIndex
import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// Plans of changes while another process updates the index.
@Suite struct PlanTests {
    @Test func `a plan whose snapshot is outdated runs again on the new index`() throws {
        let vault = try TemporaryVault(["One.md": "# One\n", "Two.md": "[[One]]\n"])
        let session = try vault.session()
        var runs = 0
        let plan = try session.plan { snapshot in
            runs += 1
            _ = try snapshot.lists.noteCount()
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

    @Test func `a plan that previews a move writes nothing to the index`() throws {
        let vault = try TemporaryVault(["One.md": "# One\n", "Two.md": "[[One]]\n"])
        let (session, other) = (try vault.session(), try vault.session())
        func state() throws -> [Int64] {
            [try other.index.connection.first("PRAGMA data_version") { $0.int(0) } ?? 0]
                + ["index.db", "index.db-wal"].map { Int64(vault.read(".slipbox/\($0)")?.count ?? -1) }
        }
        let before = try state()
        let plan = try session.plan { snapshot in
            try MovePlanner(snapshot).move([(VaultPath("One.md"), VaultPath("Box.md"))], title: "mv")
        }
        #expect(plan.writes == 1)
        #expect(try state() == before)
    }

    @Test func `a plan reads one state of the index`() throws {
        let vault = try TemporaryVault(["One.md": "# One\n"])
        try vault.session().plan { snapshot in
            let before = try snapshot.lists.noteCount()
            try vault.write("Two.md", "x\n")
            #expect(try vault.session().read { try $0.lists.noteCount() } == 2)
            #expect(try snapshot.lists.noteCount() == before)
        }
    }
}
