import SearchIndex
import SourceText
import System
import VaultFiles

/// The messages between a reader and a watcher: one request, one response.
///
/// A request consists of the protocol's name and a hash of the reader's requirements: version of the tables, machine,
/// user, root and rules. A watcher with other requirements declines.
enum WatchMessage {
    /// The name of the socket, in the index's folder.
    static let socketName = Array("watch.sock".utf8)
    static let lockName = Array("watch.lock".utf8)

    private static let name = Array("slip watch 1\n".utf8)

    /// Returns the request of a reader of `vault`. It contains the vault's path, because a watcher follows a path: a
    /// watcher that still runs at the old path of a moved vault declines.
    static func request(for vault: Vault) -> [UInt8] {
        let stamp = IndexDatabase.Stamp(
            vaults: [VaultStamps.text(ofPath: vault)], rules: vault.configuration.signature)
        return name + Array(String(ContentHash.hash(Array(stamp.texts[0].utf8)), radix: 16).utf8)
    }

    /// The index agrees with the files at the time of the request.
    static let confirmed = Array("confirmed".utf8)
    /// The reader must scan.
    static let declined = Array("declined".utf8)

    static func isRequest(_ message: [UInt8]) -> Bool { message.starts(with: name) }
}
