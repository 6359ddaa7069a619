import SourceText
import System
import VaultFiles

/// Names that differ only in case, which some file systems treat as one.
enum CaseCollisions {
    /// Returns the only listed name that equals both names except for case, or nil if the names differ or several are
    /// listed. Inodes are not compared, because some file systems invent them.
    static func only(_ one: VaultPath, _ other: VaultPath, in vault: Vault) throws(SystemError) -> [UInt8]? {
        let identity = FileName.identity(one.name.text)
        guard one.folder == other.folder, FileName.identity(other.name.text) == identity else { return nil }
        let alike = try names(inFolderOf: one, in: vault).filter {
            FileName.identity(String(decoding: $0, as: UTF8.self)) == identity
        }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Returns whether a folder lists exactly this name. A lookup could ignore case.
    static func isListed(_ path: VaultPath, in vault: Vault) throws(SystemError) -> Bool {
        try names(inFolderOf: path, in: vault).contains(path.name.bytes)
    }

    private static func names(inFolderOf path: VaultPath, in vault: Vault) throws(SystemError) -> [[UInt8]] {
        try Directory(vault.fullPath(path.folder), follows: false).names()
    }
}
