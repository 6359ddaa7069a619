import Searching
import SourceText
import TestSupport
import Testing
import VaultFiles

/// The sessions of a server, which stay open between requests.
@Suite struct ResidentSessionTests {
    /// Two threads of a server open the vault at once. The one that builds the index does not scan, because the other one
    /// does so.
    @Test func `a session that built the index sees what changed before its first scan`() throws {
        let vault = try TemporaryVault(["a.md": "# A\n"])
        let sessions = ResidentSessions(
            vault.environment(), messages: vault.messages, reading: .stored, now: { TemporaryVault.now })
        func count(scans: Bool) throws -> Int {
            let session = try sessions.session(on: Vault(root: vault.root)) { _, refresh in
                if scans { try refresh() }
                return scans
            }
            return try session.read { try $0.lists.noteCount() }
        }
        #expect(try count(scans: false) == 1)
        try vault.write("b.md", "# B\n")
        #expect(try count(scans: true) == 2)
    }
}
