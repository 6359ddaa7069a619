package import SearchIndex
package import SourceText
package import System

/// Where the notes of an index come from: the disk, or what git keeps.
///
/// An index says what its source says, and whoever needs the text of a note that was found asks the same source.
package protocol NoteSource: Sendable {
    /// What is otherwise than an index says, at a path and below it.
    func scan(_ known: IndexedTree, at path: VaultPath) throws -> VaultScan.Result

    /// The bytes of a file, and what it looks like.
    func read(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], fingerprint: Fingerprint)

    /// The bytes of a note, with what is kept of its file.
    func load(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], file: IndexedFile)

    /// When a note was made, as its file remembers it, in nanoseconds since 1970.
    func remembered(_ path: VaultPath) -> Int64?
}
