import Indexing
import JSONRPC
import SourceText
import Synchronization
import System
import VaultFiles

/// The vaults of the open documents, shared by all queues.
final class VaultTable: Sendable {
    private let opened = OpenedVaults()
    /// The number of `whilePlanning` calls that run per vault. They block writing to its index.
    private let runningPlans = Mutex<[[UInt8]: Int]>([:])

    let scans: ScanLimit

    /// - Parameter scanInterval: the minimum time between two scans of a vault, in milliseconds.
    init(scanInterval: Int64) { scans = ScanLimit(interval: scanInterval) }

    /// Runs `body`, which blocks writing to the index of a vault. Meanwhile `isPlanning` is true for it.
    func whilePlanning<Value>(_ vault: Vault, _ body: () throws -> Value) rethrows -> Value {
        runningPlans.withLock { $0[vault.root, default: 0] += 1 }
        defer { runningPlans.withLock { $0[vault.root, default: 1] -= 1 } }
        return try body()
    }

    func isPlanning(_ vault: Vault) -> Bool { runningPlans.withLock { $0[vault.root] ?? 0 > 0 } }

    /// Returns an absolute path without symbolic links. The file need not exist: its existing parent folders are
    /// resolved.
    static func realPath(of path: [UInt8]) -> [UInt8] {
        // PATH_MAX: no file has a longer path.
        guard path.count < 4096 else { return path }
        var end = path.count
        while end > 0 {
            if let real = Files.realPath(Array(path[..<end])) {
                return (real == [Byte.slash] ? [] : real) + path[end...]
            }
            end = path[..<end].lastIndex(of: Byte.slash) ?? 0
        }
        return path
    }

    /// Returns the nearest vault whose folder contains a file or folder. Returns nil if there is none, or if it cannot
    /// be opened. To find a folder that is a vault itself, append a name such as `/x`.
    func vault(holding path: [UInt8]) -> Vault? {
        guard path.count < 4096 else { return nil }
        var folder = path
        while let slash = folder.lastIndex(of: Byte.slash) {
            folder = Array(folder[..<slash])
            if Vault.isVault(folder) { return vault(at: folder) }
            if folder.isEmpty { break }
        }
        return nil
    }

    /// Returns the vault at a folder, with its current configuration, or nil if it cannot be opened.
    func vault(at root: [UInt8]) -> Vault? { try? opened.vault(at: root.isEmpty ? [Byte.slash] : root) }
}
