import SourceText
import System
import VaultFiles

/// Files that may change without an event in their folder, and are therefore looked at each time somebody asks: notes
/// with several names (hard links), which may be written by another one of them, and symbolic links, which may lead to
/// what is not watched.
///
/// A name that is given to a note outside of the vault while it is watched makes no event either: only the whole walk
/// that a watcher makes from time to time finds that one.
struct UnobservedFiles {
    private enum Appearance: Hashable {
        /// - settled: false where a later change might bear the same times.
        case shared(FileStatus, settled: Bool)
        /// Whether a symbolic link leads to a file of the vault, and so is an attachment.
        case link(Bool)
    }

    private let vault: Vault
    private var appearances: [VaultPath: Appearance] = [:]
    /// Whether a file with several names came up that is not known, be it under a name that another one bore: one that is
    /// known may bear one of its names.
    var hasNewShared = false

    init(_ vault: Vault) { self.vault = vault }

    var count: Int { appearances.count }

    func isNote(_ path: VaultPath) -> Bool { vault.configuration.extensions.contains(path.pathExtension) }

    mutating func forget(_ path: VaultPath) { appearances[path] = nil }

    /// Takes a file up if it is one of these, and out if it is not.
    mutating func consider(_ path: VaultPath, _ status: FileStatus) {
        if status.kind == .regular, status.links > 1, !isSame(path, status) { hasNewShared = true }
        appearances[path] = appearance(path, status)
    }

    /// Whether the file that was known under a path is the one that bears it now.
    private func isSame(_ path: VaultPath, _ status: FileStatus) -> Bool {
        guard case .shared(let old, _) = appearances[path] else { return false }
        return old.inode == status.inode && old.device == status.device
    }

    private func appearance(_ path: VaultPath, _ status: FileStatus) -> Appearance? {
        switch status.kind {
        case .regular where status.links > 1 && isNote(path):
            // Two seconds are the coarsest tick of a file system's clock, which FAT has.
            let age = LocalZone.now().microseconds - status.changed / 1000
            return .shared(status, settled: age > 2_100_000)
        // A link to a note stands for nothing of its own.
        case .link where !isNote(path):
            guard let real = Files.realPath(vault.fullPath(path)), vault.path(ofFull: real) != nil else {
                return .link(false)
            }
            return .link(FileStatus.seen(real)?.kind == .regular)
        default: return nil
        }
    }

    /// Those that look changed since they were looked at last.
    ///
    /// Complexity: a few calls of the system for each file.
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
