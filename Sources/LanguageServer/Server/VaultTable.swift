import LanguageProtocol
import SourceText
import Synchronization
import System
import VaultFiles

/// The vaults that documents lie in, each opened once and again when its configuration changes.
final class VaultTable: Sendable {
    private struct Entry {
        var vault: Vault
        var configuration: FileStatus?
    }

    private let entries = Mutex<[[UInt8]: Entry]>([:])
    private let home: [UInt8]?

    init(home: [UInt8]?) { self.home = home.flatMap { Files.realPath($0) } }

    /// The path without symbolic links, of a file that need not be there.
    func realPath(of path: [UInt8]) -> [UInt8] {
        if let real = Files.realPath(path) { return real }
        guard let slash = path.lastIndex(of: Byte.slash), slash > 0 else { return path }
        return realPath(of: Array(path[..<slash])) + path[slash...]
    }

    /// The nearest vault upwards of a file; nil where there is none, or it cannot be opened.
    func vault(holding path: [UInt8]) -> Vault? {
        var folder = path
        while let slash = folder.lastIndex(of: Byte.slash) {
            folder = Array(folder[..<slash])
            if Vault.isVault(folder) { return vault(at: folder) }
            if folder.isEmpty { break }
        }
        return nil
    }

    /// The vault at a folder, as its configuration is now.
    func vault(at root: [UInt8]) -> Vault? {
        let file = root + Array("/.slipbox/config.yaml".utf8)
        let status = FileStatus.seen(file)
        return entries.withLock { entries in
            if let entry = entries[root], entry.configuration?.isSameContent(as: status) ?? (status == nil) {
                return entry.vault
            }
            guard let vault = try? Vault(root: root.isEmpty ? [Byte.slash] : root) else { return nil }
            entries[root] = Entry(vault: vault, configuration: status)
            return vault
        }
    }

    /// The vaults that have been met, and are still there.
    var known: [Vault] {
        let roots = entries.withLock { Array($0.keys) }
        return roots.sorted { $0.lexicographicallyPrecedes($1) }.filter { Vault.isVault($0) }.compactMap {
            vault(at: $0)
        }
    }
}

extension FileStatus {
    fileprivate func isSameContent(as other: FileStatus?) -> Bool {
        guard let other else { return false }
        return size == other.size && modified == other.modified && changed == other.changed && inode == other.inode
    }
}
