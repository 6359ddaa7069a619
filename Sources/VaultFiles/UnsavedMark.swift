package import SourceText
import System

/// A mark that an editor has unsaved changes of a note, for watchers that change notes by themselves.
///
/// It is a lock on an empty file in `.slipbox/unsaved`, named by the hash of the path, so it ends with the process at the
/// latest. Several processes may mark the same note.
package struct UnsavedMark {
    private let lock: FileLock
    private let file: [UInt8]

    /// Marks a note. Nil if that is not possible, for example because the vault is read-only.
    package init?(_ path: VaultPath, in vault: Vault) {
        guard let folder = Self.folder(of: vault), (try? Files.makeDirectories(folder, mode: 0o700)) != nil,
            Self.isOwn(folder)
        else { return nil }
        file = Self.file(path, in: folder)
        // Another process may test the lock at this moment, or remove the file because it found none.
        for _ in 0..<10 {
            guard let lock = try? FileLock(file, shared: true, waits: false), (try? lock.isInPlace()) == true else {
                continue
            }
            self.lock = lock
            return
        }
        return nil
    }

    /// Whether a process has marked a note. Removes the file that an ended process has left.
    package static func isSet(_ path: VaultPath, in vault: Vault) -> Bool {
        guard let folder = folder(of: vault), isOwn(folder) else { return false }
        let file = file(path, in: folder)
        guard FileStatus.seen(file) != nil else { return false }
        do {
            let lock = try FileLock(file, waits: false)
            Files.discard(file)
            lock.release()
            return false
        } catch {
            return error.isLocked
        }
    }

    /// Returns the folder of the marks, or nil if the user may not use it.
    private static func folder(of vault: Vault) -> [UInt8]? {
        (try? vault.ownFolder()).map { $0 + Array("/unsaved".utf8) }
    }

    private static func file(_ path: VaultPath, in folder: [UInt8]) -> [UInt8] {
        folder + Array("/\(String(UInt64(bitPattern: ContentHash.hash(path.bytes)), radix: 16))".utf8)
    }

    /// Whether a folder is a directory of this user. A vault of unknown origin may contain a link.
    private static func isOwn(_ folder: [UInt8]) -> Bool {
        FileStatus.seen(folder).map { $0.kind == .directory && $0.owner == ThisProcess.user } ?? false
    }
}
