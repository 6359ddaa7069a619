import SourceText
import System
import VaultFiles

/// What tells that the vault's path leads where it led.
struct RootIdentity: Hashable {
    /// With their births, since the number of a deleted folder is soon another one's.
    var root: [Int64?]
    var folder: [Int64?]

    init(_ root: [UInt8]) throws(SystemError) {
        let status = try FileStatus(root.isEmpty ? [Byte.slash] : root)
        let folder = try FileStatus(root + [Byte.slash] + Vault.folderName, follows: true)
        self.root = [Int64(bitPattern: status.device), Int64(bitPattern: status.inode), status.born]
        self.folder = [Int64(bitPattern: folder.device), Int64(bitPattern: folder.inode), folder.born]
    }
}
