import System
import VaultFiles

/// Asks a watcher, if one follows the vault, whether the index says what is on disk now.
///
/// Nobody needs the answer: where there is no watcher, or it does not know or not answer in time, the reader looks for
/// itself. That nothing is missed that was done before the question is the watcher's to guarantee, see `Watcher`.
struct WatcherClient {
    /// How long a reader waits in all: far longer than an idle watcher needs, and less than a person notices.
    static let patience: Int64 = 50

    private let directory: [UInt8]
    private let request: [UInt8]

    /// - Parameter directory: where the index of `vault` is.
    init(_ directory: [UInt8], _ vault: Vault) {
        self.directory = directory
        request = WatchMessage.request(for: vault)
    }

    enum Answer: Hashable {
        /// The index says what is on disk.
        case confirmed
        /// That is to be looked for.
        case declined
        /// There is a watcher, which does not answer in time.
        case silent
        /// There is none.
        case absent
    }

    /// What a watcher says of the index at its path. It is to be asked while no lock on the index is held: the watcher
    /// may need it first.
    func ask() -> Answer {
        let end = Waiting.now() + Self.patience
        // Somebody else's process could say anything.
        guard let socket = LocalSocket.connect(directory, WatchMessage.socketName), socket.peer == ThisProcess.user,
            socket.send(request)
        else { return .absent }
        while true {
            // A message that came in meanwhile is taken without waiting.
            let left = end - Waiting.now()
            guard left > 0, !Waiting.ready([socket.descriptor], milliseconds: Int(left)).isEmpty else {
                return .silent
            }
            if let reply = socket.receive() {
                // It has gone, or lets go of who asks.
                if reply.isEmpty { return .silent }
                return reply == WatchMessage.confirmed ? .confirmed : .declined
            }
        }
    }
}
