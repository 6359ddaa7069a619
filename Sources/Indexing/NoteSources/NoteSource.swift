package import SearchIndex
package import SourceText
package import System

/// The source of an index's notes: the files on disk, those of a commit, or those staged in git. It reads files, and
/// reports the differences from an index (`scan`).
///
/// An index agrees with its source. The text of a note that a query found must be read from the same source.
package protocol NoteSource: Sendable {
    /// Returns the differences between the source and an index, at a path and below it.
    func scan(_ known: IndexedTree, at path: VaultPath) throws -> VaultScan.Result

    /// Returns the bytes of a file and its fingerprint. Throws an error with `isMissing` if there is no such file.
    func read(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], fingerprint: Fingerprint)

    /// Returns the bytes of a note and the file data to index.
    func load(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], file: IndexedFile)

    /// Returns the creation time that was kept when a note's file was replaced (`CreationDate`). It is in nanoseconds
    /// since 1970, or nil if there is none.
    func storedCreationDate(of path: VaultPath) -> Int64?

    /// Returns the time of the last change of a note by its user, if a refresh of live blocks has written the file since
    /// (`KeptModification`). It is in nanoseconds since 1970, or nil if there is none.
    func keptModification(of path: VaultPath, hash: Int64) -> Int64?
}
