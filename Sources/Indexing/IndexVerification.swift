import SearchIndex
package import SourceText

/// The result of verifying an index.
package struct IndexVerification: Hashable, Sendable {
    /// SQLite's error messages. Empty if the file is intact.
    package var faults: [String] = []
    /// The differences from a newly built index, paths first.
    package var differences: [Difference] = []
    /// Whether there was no usable index, or it had to be rebuilt during verification.
    package var wasUnusable = false
    package var notes = 0

    /// A file or word whose data in the index differs from a new index.
    package struct Difference: Hashable, Sendable {
        package enum Subject: Hashable, Sendable {
            /// A file. The root stands for data that belongs to no file.
            case path(VaultPath)
            /// A keyword, status, property or word of a note.
            case word([UInt8])
        }

        package var subject: Subject
        /// The parts that differ, by stable names: file, note, aliases, properties, names, links, findings, columns,
        /// words, suggestions, counts,
        /// attachment.
        package var parts: [String]

        init(_ difference: IndexDigest.Difference) {
            subject = difference.isPath ? .path(VaultPath(bytes: difference.subject)) : .word(difference.subject)
            parts = difference.parts.map(\.rawValue)
        }
    }

    package var isGood: Bool { faults.isEmpty && differences.isEmpty && !wasUnusable }
}
