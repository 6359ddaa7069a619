import System
import VaultFiles

/// A client that asks the vault's watcher, if any, whether the index is fresh.
///
/// If there is no watcher, or it declines or times out, the reader scans. The watcher guarantees that a confirmed index
/// includes every change before the request, see `Watcher`.
struct WatcherClient {
    /// The timeout of a request in milliseconds: far longer than an idle watcher needs, and too short to be noticed.
    static let timeout: Int64 = 50

    private let directory: [UInt8]
    private let request: [UInt8]

    /// - Parameter directory: the folder of the vault's index.
    init(_ directory: [UInt8], _ vault: Vault) {
        self.directory = directory
        request = WatchMessage.request(for: vault)
    }

    enum Answer: Hashable {
        /// The index is fresh.
        case confirmed
        /// The reader must scan.
        case declined
        /// A watcher exists but did not answer in time.
        case silent
        /// There is no watcher.
        case absent
    }

    /// Asks the watcher to confirm the index. The caller must hold no lock on the index, because the watcher may need
    /// it first.
    func ask() -> Answer {
        let end = Waiting.now() + Self.timeout
        // A process of another user is not trusted.
        guard let socket = LocalSocket.connect(directory, WatchMessage.socketName), socket.peer == ThisProcess.user,
            socket.send(request)
        else { return .absent }
        while true {
            // Returns at once if the response has already arrived.
            let left = end - Waiting.now()
            guard left > 0, !Waiting.ready([socket.descriptor], milliseconds: Int(left)).isEmpty else {
                return .silent
            }
            if let reply = socket.receive() {
                // The watcher has ended or closed the connection.
                if reply.isEmpty { return .silent }
                return reply == WatchMessage.confirmed ? .confirmed : .declined
            }
        }
    }
}
