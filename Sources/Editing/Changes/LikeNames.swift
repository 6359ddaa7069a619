import SourceText
import System
import VaultFiles

/// Names that differ in nothing but case, which on some file systems lead to one file.
enum LikeNames {
    /// The only name in their folder that is like two others; nil where these are not alike, or where several names or none
    /// are listed. It is there under both then, and nothing else can come to be under either.
    ///
    /// The numbers of files do not tell, since some file systems make them up.
    static func only(_ one: VaultPath, _ other: VaultPath, in vault: Vault) throws(SystemError) -> [UInt8]? {
        let identity = FileName.identity(one.name.text)
        guard one.folder == other.folder, FileName.identity(other.name.text) == identity else { return nil }
        let alike = try Files.list(vault.fullPath(one.folder), follows: false).map(\.name).filter {
            FileName.identity(String(decoding: $0, as: UTF8.self)) == identity
        }
        return alike.count == 1 ? alike[0] : nil
    }
}
