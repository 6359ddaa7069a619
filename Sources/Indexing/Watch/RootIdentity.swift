import SourceText
import System
import VaultFiles

/// The numbers by which a watcher recognizes the vault's folder and its `.slipbox`. They differ once another folder has
/// replaced one of them.
struct RootIdentity: Hashable {
    /// Device, inode and creation time. The inode number of a deleted folder is soon reused.
    var root: [Int64?]
    var folder: [Int64?]

    init(_ root: [UInt8]) throws(SystemError) {
        let status = try FileStatus(root.isEmpty ? [Byte.slash] : root)
        let folder = try FileStatus(root + [Byte.slash] + Vault.folderName, follows: true)
        self.root = [Int64(bitPattern: status.device), Int64(bitPattern: status.inode), status.born]
        self.folder = [Int64(bitPattern: folder.device), Int64(bitPattern: folder.inode), folder.born]
    }
}
