import SourceText
import System
import VaultFiles

extension Vault {
    /// Returns the path in the vault that an absolute path of this computer names, or nil for any other text.
    func path(ofAbsolute name: String) -> VaultPath? {
        guard name.hasPrefix("/"), let plain = VaultPath.root.resolving(VaultPath(name)) else { return nil }
        if let path = path(ofFull: [Byte.slash] + plain.bytes) { return path }
        // The vault's root has no symbolic links, but the agent's path may have some.
        guard !plain.isRoot, let folder = Files.realPath([Byte.slash] + plain.folder.bytes) else { return nil }
        return path(ofFull: folder + [Byte.slash] + plain.name.bytes)
    }

    /// Returns the path of a file or folder that may not exist yet.
    ///
    /// - Throws: `ToolError` if it is outside the vault.
    func newPath(ofAgent name: String) throws -> VaultPath {
        if let path = path(ofAbsolute: name) { return path }
        if name == "/" { return .root }
        if !name.hasPrefix("/"), let path = VaultPath.root.resolving(VaultPath(name)) { return path }
        throw ToolError("'\(name)' is outside the vault", help: "give a path from the vault's root: Folder/Note.md")
    }
}
