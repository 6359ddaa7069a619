import Editing
import Searching
import SourceText
import TestSupport
import Testing

struct RefreshPlanTests {
    @Test func `a note that another program keeps changing is left out, and is reported`() throws {
        let vault = try TemporaryVault(["a.md": "<!-- slip: #x -->\n", "b.md": "<!-- slip: #x -->\n", "c.md": "#x\n"])
        let outcome = try vault.session().plan { snapshot in
            try RefreshPlanner(snapshot).refresh(nil, except: [VaultPath("a.md")], force: false)
        }
        #expect(outcome.notes == [VaultPath("b.md")])
        #expect(outcome.failures.map(\.path) == [VaultPath("a.md")])
        #expect(outcome.failures.allSatisfy { $0.text.contains("is changed by another program all the time") })
    }
}
