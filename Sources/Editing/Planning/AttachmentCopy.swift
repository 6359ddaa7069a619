import SearchIndex
import Searching
import SourceText
import System
import VaultFiles

/// A file to attach: its path in the vault, and the operations that copy it there. A file already in the vault stays.
struct AttachmentCopy {
    let path: VaultPath
    /// Empty for a file that the index contains.
    let operations: [FileOperation]

    /// - Parameters:
    ///   - file: the full path of the file.
    ///   - folder: the folder for the copy, which is created if it is missing. The copy gets a number if its name is
    ///     taken.
    /// - Throws: `VaultError` if the file is not a regular file, would be a note, or has a name that no note can
    ///   contain.
    init(_ file: [UInt8], into folder: VaultPath, snapshot: VaultSnapshot) throws {
        guard let real = Files.realPath(file), let status = FileStatus.seen(real), status.kind == .regular else {
            let name = String(decoding: file, as: UTF8.self)
            throw VaultError(
                FileStatus.seen(file, follows: true) == nil ? "there is no file '\(name)'" : "'\(name)' is not a file")
        }
        let vault = snapshot.vault
        if let inside = vault.path(ofFull: real), try snapshot.index.isFile(inside) {
            path = inside
            operations = []
        } else {
            // The folder could not be read, so the vault may contain the file already.
            if let inside = vault.path(ofFull: real),
                try snapshot.unreadablePaths().contains(where: { inside.isInside($0) })
            {
                throw VaultError(
                    inside, "cannot be accessed; nothing was changed", help: "check its permissions, and try again")
            }
            path = try Self.newPath(VaultPath(bytes: real).name, in: folder, vault: vault)
            operations =
                try PathChecks(vault).missingFolders(above: path)
                + [.create(path, .copy(of: real, size: status.size, mode: status.mode))]
        }
        if vault.configuration.extensions.contains(path.pathExtension) {
            throw VaultError(
                "'\(path.name.text)' would be a note, not an attachment", at: path, help: "to link to a note: slip link"
            )
        }
        // References are text, and would name another file if the name is not UTF-8.
        if !path.isText { throw Self.unwritable(path) }
    }

    /// Returns the folder for a new attachment of a note: that in the configuration, or that of the note.
    static func folder(for note: VaultPath, _ vault: Vault) -> VaultPath {
        vault.configuration.attachmentFolder?.folder(for: note) ?? note.folder
    }

    private static func newPath(_ name: VaultPath, in folder: VaultPath, vault: Vault) throws -> VaultPath {
        if !name.isText { throw unwritable(name) }
        if let fault = FileName.fault(name.text) { throw VaultError("the name '\(name.text)' \(fault)") }
        let paths = PathChecks(vault)
        let path = try paths.freePath(
            for: name.stem.text, in: folder, suffix: String(name.text.dropFirst(name.stem.text.count + 1)))
        try paths.checkNew(path)
        try paths.refuseIgnored(path, isFolder: false)
        return path
    }

    private static func unwritable(_ path: VaultPath) -> VaultError {
        VaultError(
            path, "has a name that is not valid UTF-8, so no note can reference it; nothing was changed",
            help: "rename the file first")
    }
}
