package import SourceText

/// The metadata of a note's file when it was read.
package struct IndexedFile: Hashable, Sendable {
    package var path: VaultPath
    /// `unknown` if the file changed so shortly before it was read that a later change could leave the same times.
    package var fingerprint: Fingerprint
    package var hash: Int64
    package var size: Int64
    /// In nanoseconds since 1970.
    package var modified: Int64
    package var born: Int64?
    /// The creation time that was kept when the file was replaced, in nanoseconds since 1970.
    package var remembered: Int64?
    /// The hash of the content in git, if dates come from there.
    package var blob: [UInt8]?

    package init(
        path: VaultPath, fingerprint: Fingerprint, hash: Int64, size: Int64, modified: Int64, born: Int64?,
        remembered: Int64? = nil
    ) {
        self.path = path
        self.fingerprint = fingerprint
        self.hash = hash
        self.size = size
        self.modified = modified
        self.born = born
        self.remembered = remembered
    }
}
