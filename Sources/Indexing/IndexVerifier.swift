import SQLite
import SearchIndex
package import VaultFiles

/// Verifies that an index is intact, and that it equals a new index of the same files.
package enum IndexVerifier {
    /// Checks a vault's index with SQLite's own checks, and compares it with a new index of the same files.
    ///
    /// The index is updated first, unless `syncs` is false. In that case pending changes count as differences. If files
    /// change meanwhile, the comparison is repeated, up to three times in total.
    ///
    /// - Throws: `VaultError` if the files cannot be read, or there is no space.
    /// - Complexity: about that of building the index twice. The second one is in a private temporary file.
    package static func verify(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, syncs: Bool = true
    ) throws -> IndexVerification {
        var verification = IndexVerification()
        let access = try IndexAccess(vault)
        let hadOne = access.location.status != nil
        if let connection = try access.open() {
            // Before any other query: a query that finds the index damaged rebuilds it.
            verification.faults = faults(of: connection)
        } else if hadOne {
            verification.wasUnusable = true
        }
        let keeper = try IndexKeeper(vault, environment, messages: messages, asksWatcher: false)
        for attempt in 0..<3 {
            if syncs {
                if attempt > 0 || !keeper.wasBuilt { try keeper.update() }
                // The first build of a missing index does not count.
                if keeper.changes.isRebuilt, !keeper.changes.isCompaction, hadOne || attempt > 0 {
                    verification.wasUnusable = true
                }
                // If no file has changed since, the differences are errors of the index.
                if attempt > 0, keeper.changes.isEmpty { break }
            }
            let differences: [IndexDigest.Difference]
            do {
                (differences, verification.notes) = try compareWithNewIndex(keeper)
            } catch let error as SQLiteError where error.isDamage {
                if verification.faults.isEmpty { verification.faults = ["it cannot be read completely"] }
                return verification
            } catch {
                throw IndexKeeper.explained(error)
            }
            verification.differences = differences.map { IndexVerification.Difference($0) }
            if differences.isEmpty || !syncs { break }
        }
        return verification
    }

    private static func compareWithNewIndex(
        _ keeper: IndexKeeper
    ) throws -> (differences: [IndexDigest.Difference], notes: Int) {
        let connection = keeper.connection
        let built = try keeper.builder.build(at: [], keeping: KnownMoves(in: connection))
        let digest = try IndexDigest(built.connection)
        return try connection.snapshot {
            (
                try IndexDigest(connection).differences(from: digest) + keeper.attachmentUpdate.differences(),
                try NoteIndex(connection).noteCount()
            )
        }
    }

    /// Returns the errors that SQLite finds in the file, and FTS5 in its table
    /// (https://sqlite.org/pragma.html#pragma_integrity_check,
    /// https://sqlite.org/fts5.html#the_integrity_check_command).
    private static func faults(of connection: Connection) -> [String] {
        do {
            let answers = try connection.all("PRAGMA integrity_check(20)") { $0.text(0) }.filter { $0 != "ok" }
            if !answers.isEmpty { return answers }
            try connection.run("INSERT INTO fts(fts) VALUES('integrity-check')")
            try connection.run("INSERT INTO attached(attached) VALUES('integrity-check')")
            return []
        } catch let error as SQLiteError where error.isBusy || error.isReadOnly || error.isFull {
            // Not an error of the file. The next query reports it.
            return []
        } catch {
            return ["it cannot be read completely"]
        }
    }
}
