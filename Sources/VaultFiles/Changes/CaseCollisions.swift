import SourceText
import System

/// Names that differ only in case, which some file systems treat as one.
enum CaseCollisions {
    /// Returns the only name in the folder that equals the names of both paths except for case. Returns nil if the
    /// paths differ in more than the case of their names, or if the folder lists none or several such names. Inodes are
    /// not compared, because some file systems invent them.
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
