package import SourceText

/// A note's file as it was read.
package struct IndexedFile: Hashable, Sendable {
    package var path: VaultPath
    /// Unknown where the file changed so shortly before it was read that a later change might bear the same times.
    package var fingerprint: Fingerprint
    /// Of the content.
    package var hash: Int64
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    package var born: Int64?
    /// When it was made, as the file remembers it that took another's place. Nanoseconds since 1970.
    package var remembered: Int64?
    /// The name of the content in git, where dates come from there.
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
