import SourceText
import System

/// The folders that a step reads and changes, kept open until it is done.
///
/// A folder that another program replaces by a symbolic link between a check and a rename would lead the step out of the
/// vault. An open folder stays the same.
final class StepFolders {
    private let vault: Vault
    private var opened: [VaultPath: OpenFolder] = [:]

    init(_ vault: Vault) { self.vault = vault }

    /// Returns the full path of a file or folder, by way of its open folder. Valid until `close`.
    ///
    /// - Parameter mode: the permissions of missing folders, which are created then (default: they are an error).
    /// - Throws: `VaultError` if the folder is a symbolic link, or is reached through one. `SystemError`.
    func path(of path: VaultPath, creatingWith mode: UInt32? = nil) throws -> [UInt8] {
        do {
            return try folderPath(path.folder, creatingWith: mode) + [Byte.slash] + path.name.bytes
        } catch  where error.isLoop {
            throw VaultError(path.folder, "is a symbolic link, which slip does not follow when it changes files")
        }
    }

    /// Returns the same path, or nil if its folder does not exist.
    func pathIfThere(of path: VaultPath) throws -> [UInt8]? {
        do {
            return try self.path(of: path)
        } catch let error as SystemError where error.isMissing {
            return nil
        }
    }

    private func folderPath(_ folder: VaultPath, creatingWith mode: UInt32?) throws(SystemError) -> [UInt8] {
        if let known = opened[folder] { return known.path }
        let new = try OpenFolder(vault.fullPath(.root), folder.parts.map(\.bytes), creatingWith: mode)
        opened[folder] = new
        return new.path
    }

    func close() { opened = [:] }
}
