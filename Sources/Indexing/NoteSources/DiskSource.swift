import Git
package import SearchIndex
package import SourceText
package import System
import VaultFiles

/// The files of a vault on disk.
package struct DiskSource: NoteSource {
    private let vault: Vault
    /// The hash function of git's blob names, if dates come from git.
    private let blobFormat: BlobName.Format?

    init(_ vault: Vault, blobFormat: BlobName.Format? = nil) {
        self.vault = vault
        self.blobFormat = blobFormat
    }

    package func scan(_ known: IndexedTree, at path: VaultPath) throws -> VaultScan.Result {
        VaultScan(vault, known: known).everything(at: path)
    }

    /// Reads a note. An untrusted index may contain any path, so the note must be inside the vault and not behind a
    /// link.
    private func file(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
        guard path.staysInside else { throw .missing(path.bytes) }
        return try Files.read(vault.fullPath(path), followsLinks: false)
    }

    package func read(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], fingerprint: Fingerprint) {
        let (bytes, status) = try file(path)
        return (bytes, Fingerprint(status))
    }

    package func load(_ path: VaultPath) throws(SystemError) -> (bytes: [UInt8], file: IndexedFile) {
        let start = LocalZone.now()
        let (bytes, status) = try self.file(path)
        var file = IndexedFile(
            path: path, fingerprint: Fingerprint.settled(status, at: start), hash: ContentHash.hash(bytes),
            size: status.size, modified: status.modified, born: status.born)
        file.blob = blobFormat.map { BlobName.of(bytes, $0) }
        return (bytes, file)
    }

    package func storedCreationDate(of path: VaultPath) -> Int64? { CreationDate.of(vault.fullPath(path)) }

    package func keptModification(of path: VaultPath, hash: Int64) -> Int64? {
        KeptModification.of(vault.fullPath(path), hash: hash)
    }
}
