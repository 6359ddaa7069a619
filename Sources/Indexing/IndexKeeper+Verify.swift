import SQLite
import SearchIndex
package import SourceText
import System
package import VaultFiles

/// What is wrong with an index.
package struct IndexVerification: Hashable, Sendable {
    /// What SQLite finds, in its words; none where the file is whole.
    package var faults: [String] = []
    /// Where the index says something else than one that is built anew, the paths first.
    package var differences: [Difference] = []
    /// Whether there was none that could be used, or it had to be built anew while it was looked at.
    package var wasUnusable = false
    package var notes = 0

    package struct Difference: Hashable, Sendable {
        package enum Subject: Hashable, Sendable {
            /// The root stands for what belongs to no file.
            case path(VaultPath)
            /// A keyword, status, property or word of a note.
            case word([UInt8])
        }

        package var subject: Subject
        /// What of it, by names that do not change: file, note, aliases, properties, names, links, findings, columns, words,
        /// suggestions, counts.
        package var parts: [String]

        init(_ difference: IndexDigest.Difference) {
            subject = difference.isPath ? .path(VaultPath(bytes: difference.subject)) : .word(difference.subject)
            parts = difference.parts.map(\.rawValue)
        }
    }

    package var isGood: Bool { faults.isEmpty && differences.isEmpty && !wasUnusable }
}

extension IndexKeeper {
    /// Holds a vault's index against SQLite's own checks and against one that is built of the same files aside.
    ///
    /// The index is brought up to date first, unless `syncs` is false: then what it does not know yet is a difference too.
    /// Files that change meanwhile are no faults of it: it is looked at again, three times at most.
    ///
    /// - Throws: `VaultError` where the files cannot be read, or there is no room.
    /// - Complexity: about that of building the index twice; the other one lies in a temporary file that nobody else sees.
    package static func verify(
        _ vault: Vault, _ environment: Environment, messages: any MessageSink, syncs: Bool = true
    ) throws -> IndexVerification {
        var verification = IndexVerification()
        let hadOne = try file(of: vault).exists
        if let connection = try peek(vault) {
            // Before anything else is asked of it: what finds it damaged builds it anew.
            verification.faults = faults(of: connection)
        } else if hadOne {
            verification.wasUnusable = true
        }
        let keeper = try IndexKeeper(vault, environment, messages: messages, asksWatcher: false)
        for attempt in 0..<3 {
            if syncs {
                try keeper.update()
                // The first building of one that was not there is none.
                if keeper.changes.isRebuilt, !keeper.changes.isRenewal, hadOne || attempt > 0 {
                    verification.wasUnusable = true
                }
                // Where no file changed since differences were found, they are the index's.
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

    /// What SQLite finds wrong with the file, and FTS5 with its table
    /// (https://sqlite.org/pragma.html#pragma_integrity_check, https://sqlite.org/fts5.html#the_integrity_check_command).
    private static func faults(of connection: Connection) -> [String] {
        do {
            let answers = try connection.all("PRAGMA integrity_check(20)") { $0.text(0) }.filter { $0 != "ok" }
            if !answers.isEmpty { return answers }
            try connection.run("INSERT INTO fts(fts) VALUES('integrity-check')")
            return []
        } catch let error as SQLiteError where error.isBusy || error.isReadOnly || error.isFull {
            // Not the file's fault; whoever reads it next says what is the matter.
            return []
        } catch {
            return ["it cannot be read whole"]
        }
    }
}
