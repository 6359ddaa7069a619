import SearchIndex
import SourceText
import System
import VaultFiles

/// What a reader and a watcher say to each other: one message there, one back.
///
/// A request is the protocol's name and a hash of what the index has to bear for this reader: version of the tables,
/// machine, user, root, rules. A watcher that vouches for another one declines.
enum WatchMessage {
    /// The name of the socket, beside the index.
    static let socketName = Array("watch.sock".utf8)
    static let lockName = Array("watch.lock".utf8)

    private static let name = Array("slip watch 1\n".utf8)

    /// The request of a reader of `vault`. It names the vault by its path, as a watcher follows paths: one that still runs
    /// where the vault was before it was moved declines.
    static func request(for vault: Vault) -> [UInt8] {
        let stamp = IndexDatabase.Stamp(
            vaults: [VaultStamp.text(ofPath: vault)], rules: vault.configuration.signature)
        return name + Array(String(ContentHash.hash(Array(stamp.texts[0].utf8)), radix: 16).utf8)
    }

    /// The index says what was on disk when the request came.
    static let confirmed = Array("confirmed".utf8)
    /// Look for yourself.
    static let declined = Array("declined".utf8)

    static func isRequest(_ message: [UInt8]) -> Bool { message.starts(with: name) }
}
