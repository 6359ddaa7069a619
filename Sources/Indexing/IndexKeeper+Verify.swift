import SQLite
import SearchIndex
package import SourceText
import System
package import VaultFiles

/// The result of verifying an index.
package struct IndexVerification: Hashable, Sendable {
    /// SQLite's error messages. Empty if the file is intact.
    package var faults: [String] = []
    /// The differences from a newly built index, paths first.
    package var differences: [Difference] = []
    /// Whether there was no usable index, or it had to be rebuilt during verification.
    package var wasUnusable = false
    package var notes = 0

    package struct Difference: Hashable, Sendable {
        package enum Subject: Hashable, Sendable {
            /// A file. The root stands for data that belongs to no file.
            case path(VaultPath)
            /// A keyword, status, property or word of a note.
            case word([UInt8])
        }

        package var subject: Subject
        /// The parts that differ, by stable names: file, note, aliases, properties, names, links, findings, columns,
        /// words, suggestions, counts.
        package var parts: [String]

        init(_ difference: IndexDigest.Difference) {
            subject = difference.isPath ? .path(VaultPath(bytes: difference.subject)) : .word(difference.subject)
            parts = difference.parts.map(\.rawValue)
        }
    }

    package var isGood: Bool { faults.isEmpty && differences.isEmpty && !wasUnusable }
}

extension IndexKeeper {
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
        let hadOne = try file(of: vault).exists
        if let connection = try peek(vault) {
            // Before any other query: a query that finds the index damaged rebuilds it.
            verification.faults = faults(of: connection)
        } else if hadOne {
            verification.wasUnusable = true
        }
        let keeper = try IndexKeeper(vault, environment, messages: messages, asksWatcher: false)
        for attempt in 0..<3 {
            if syncs {
                try keeper.update()
                // The first build of a missing index does not count.
                if keeper.changes.isRebuilt, !keeper.changes.isRenewal, hadOne || attempt > 0 {
                    verification.wasUnusable = true
                }
                // If no file has changed since, the differences are errors of the index.
                if attempt > 0, keeper.changes.isEmpty { break }
            }
            let differences: [IndexDigest.Difference]
            do {
                let aside = try keeper.build([], keeper.knownMoves()).connection
                let truth = try IndexDigest(aside)
                (differences, verification.notes) = try keeper.connection.snapshot {
                    (
                        try IndexDigest(keeper.connection).differences(from: truth),
                        try NoteIndex(keeper.connection).noteCount()
                    )
                }
            } catch let error as SQLiteError where error.isDamage {
                if verification.faults.isEmpty { verification.faults = ["it cannot be read whole"] }
                return verification
            } catch {
                throw explained(error)
            }
            verification.differences = differences.map { IndexVerification.Difference($0) }
            if differences.isEmpty || !syncs { break }
        }
        return verification
    }

    /// Returns the errors that SQLite finds in the file, and FTS5 in its table
    /// (https://sqlite.org/pragma.html#pragma_integrity_check,
    /// https://sqlite.org/fts5.html#the_integrity_check_command).
    private static func faults(of connection: Connection) -> [String] {
        do {
            let answers = try connection.all("PRAGMA integrity_check(20)") { $0.text(0) }.filter { $0 != "ok" }
            if !answers.isEmpty { return answers }
            try connection.run("INSERT INTO fts(fts) VALUES('integrity-check')")
            return []
        } catch let error as SQLiteError where error.isBusy || error.isReadOnly || error.isFull {
            // Not an error of the file. The next query reports it.
            return []
        } catch {
            return ["it cannot be read whole"]
        }
    }
}
