import SearchIndex
package import SourceText
import System
import VaultFiles

/// The contents of a folder, counted to decide whether it may be removed.
package struct FolderContents: Hashable, Sendable {
    package var folders = 0
    package var notes = 0
    package var attachments = 0
    /// Hidden and ignored files, except `.gitkeep`.
    package var others = 0

    package var isEmpty: Bool { folders + notes + attachments + others == 0 }
}

extension FolderContents {
    /// Counts the contents of a folder and its subfolders.
    package init(of folder: VaultPath, in snapshot: VaultSnapshot) throws {
        for file in try snapshot.index.files(inside: folder) where file.path != folder {
            switch file.kind {
            case .folder: folders += 1
            case .note, .unreadable: notes += 1
            case .image, .other, .canvas: attachments += 1
            }
        }
        others = max(0, try Self.filesOnDisk(snapshot.vault.fullPath(folder)) - notes - attachments)
    }

    /// Returns the number of files in a directory and its subdirectories, except `.gitkeep`.
    private static func filesOnDisk(_ path: [UInt8]) throws -> Int {
        try Files.listIfThere(path).reduce(0) { count, entry in
            if entry.status.kind == .directory { return try count + filesOnDisk(path + [Byte.slash] + entry.name) }
            return count + (entry.name == Array(".gitkeep".utf8) ? 0 : 1)
        }
    }
}
