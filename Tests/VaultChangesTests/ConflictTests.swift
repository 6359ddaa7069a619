import Testing
import VaultChanges
import VaultFiles

/// Changes that are repeated because another program changed a file meanwhile.
@Suite struct ConflictTests {
    @Test func `a change is repeated after a conflict, and not after another error`() throws {
        var (attempts, updates) = (0, 0)
        let value = try VaultWriter.retryingConflicts(prepare: { updates += 1 }) {
            attempts += 1
            if attempts < 4 { throw VaultError("changed", cause: .conflict) }
            return attempts
        }
        #expect(value == 4 && updates == 3)
        for cause in [VaultError.Cause.other, .precondition] {
            attempts = 0
            #expect(throws: VaultError.self) {
                try VaultWriter.retryingConflicts(prepare: {}) {
                    attempts += 1
                    throw VaultError("failed", cause: cause)
                }
            }
            #expect(attempts == 1)
        }
    }
}
