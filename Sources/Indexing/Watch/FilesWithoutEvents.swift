import Notes
import SourceText
import System
import VaultFiles

/// Files that may change without an event in their folder and are therefore checked on every request. These are notes
/// with several names (hard links), which may be written through another name, and symbolic links to unwatched files.
///
/// A new hard link outside the vault also causes no event. Only the watcher's periodic scan finds it.
struct FilesWithoutEvents {
    private enum Appearance: Hashable {
        /// - settled: false if a later change might get the same times.
        case shared(FileStatus, settled: Bool)
        /// Whether a symbolic link leads to a file of the vault, and therefore is an attachment.
        case link(Bool)
    }

    private let vault: Vault
    private var appearances: [VaultPath: Appearance] = [:]
    /// Whether an unknown file with several names appeared. A file that is already indexed may be the same one.
    var hasNewShared = false

    init(_ vault: Vault) { self.vault = vault }

    var count: Int { appearances.count }

    func isNote(_ path: VaultPath) -> Bool { vault.configuration.extensions.contains(path.pathExtension) }

    /// Whether the index depends on the content of a file, not only on its existence.
    func isRead(_ path: VaultPath) -> Bool { isNote(path) || Canvas.isCanvas(path) }

    mutating func remove(_ path: VaultPath) { appearances[path] = nil }

    /// Adds or updates a file, or removes it if it cannot change unobserved.
    mutating func update(_ path: VaultPath, _ status: FileStatus) {
        if status.kind == .regular, status.links > 1, !isSame(path, status) { hasNewShared = true }
        appearances[path] = appearance(path, status)
    }

    /// Returns whether a path still has the same file.
    private func isSame(_ path: VaultPath, _ status: FileStatus) -> Bool {
        guard case .shared(let old, _) = appearances[path] else { return false }
        return old.inode == status.inode && old.device == status.device
    }

    private func appearance(_ path: VaultPath, _ status: FileStatus) -> Appearance? {
        switch status.kind {
        case .regular where status.links > 1 && isRead(path):
            // Two seconds: the coarsest clock of a file system (FAT).
            let age = LocalZone.now().microseconds - status.changed / 1000
            return .shared(status, settled: age > 2_100_000)
        // A link to a note is not indexed.
        case .link where !isNote(path):
            guard let real = Files.realPath(vault.fullPath(path)), vault.path(ofFull: real) != nil else {
                return .link(false)
            }
            return .link(FileStatus.seen(real)?.kind == .regular)
        default: return nil
        }
    }

    /// Returns the files that have changed since the last call.
    ///
    /// Complexity: a few system calls per file.
    mutating func changes() -> [VaultPath] {
        var changed: [VaultPath] = []
        for (path, old) in appearances {
            let status = FileStatus.seen(vault.fullPath(path))
            let new = status.flatMap { appearance(path, $0) }
            if case .shared = new, let status, !isSame(path, status) { hasNewShared = true }
            if case .shared(_, settled: false) = old {
                changed.append(path)
            } else if new != old {
                changed.append(path)
            }
            appearances[path] = new
        }
        return changed
    }
}
