import SourceText
import Synchronization
import System

/// The vaults of a server. A vault is opened once, and again when its configuration file changes.
package final class OpenedVaults: Sendable {
    private struct OpenedVault {
        var vault: Vault
        var configuration: FileStatus?
    }

    private let entries = Mutex<[[UInt8]: OpenedVault]>([:])

    package init() {}

    /// Returns the vault at a folder, with its current configuration.
    ///
    /// - Throws: `VaultError` if it cannot be opened.
    package func vault(at root: [UInt8]) throws -> Vault {
        let status = FileStatus.seen(root + Array("/\(Vault.configurationPath.text)".utf8))
        return try entries.withLock { entries in
            if let entry = entries[root], entry.configuration?.isSameContent(as: status) ?? (status == nil) {
                return entry.vault
            }
            let vault = try Vault(root: root)
            entries[root] = OpenedVault(vault: vault, configuration: status)
            return vault
        }
    }
}

extension FileStatus {
    fileprivate func isSameContent(as other: FileStatus?) -> Bool {
        guard let other else { return false }
        return size == other.size && modified == other.modified && changed == other.changed && inode == other.inode
    }
}

extension Configuration {
    /// Whether two configurations have the same effect on an open session.
    package func isSame(as other: Configuration) -> Bool {
        signature == other.signature && searches == other.searches && search.isSame(as: other.search)
            && features == other.features
            && touchesModified == other.touchesModified
            && attachmentExtensions == other.attachmentExtensions
            && keywords.map(\.name) == other.keywords.map(\.name) && diagnostics == other.diagnostics
            && severities == other.severities
    }
}
