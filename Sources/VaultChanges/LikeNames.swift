import SourceText
import System
import VaultFiles

/// Names that differ in nothing but case, which on some file systems lead to one file.
enum LikeNames {
    /// The only name in their folder that is like two others; nil where these are not alike, or where several names or none
    /// are listed. Where the file system ignores case it is there under both then.
    ///
    /// The numbers of files do not tell, since some file systems make them up.
    static func only(_ one: VaultPath, _ other: VaultPath, in vault: Vault) throws(SystemError) -> [UInt8]? {
        let identity = FileName.identity(one.name.text)
        guard one.folder == other.folder, FileName.identity(other.name.text) == identity else { return nil }
        let alike = try names(beside: one, in: vault).filter {
            FileName.identity(String(decoding: $0, as: UTF8.self)) == identity
        }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Whether a file is listed by exactly this name, which one that is looked up need not be.
    static func isListed(_ path: VaultPath, in vault: Vault) throws(SystemError) -> Bool {
        try names(beside: path, in: vault).contains(path.name.bytes)
    }

    private static func names(beside path: VaultPath, in vault: Vault) throws(SystemError) -> [[UInt8]] {
        try Directory(vault.fullPath(path.folder), follows: false).names()
    }
}
