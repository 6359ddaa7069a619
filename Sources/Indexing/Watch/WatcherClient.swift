import SearchIndex
import System

/// Asks a watcher, if one follows the vault, whether the index says what is on disk now.
///
/// Nobody needs the answer: where there is no watcher, or it does not know or not answer in time, the reader looks for
/// itself. That nothing is missed that was done before the question is the watcher's to guarantee, see `Watcher`.
struct WatcherClient {
    /// How long a reader waits in all: far longer than an idle watcher needs, and less than a person notices.
    static let patience: Int64 = 50

    private let directory: [UInt8]
    private let request: [UInt8]

    init(_ directory: [UInt8], _ stamp: IndexDatabase.Stamp) {
        self.directory = directory
        request = WatchMessage.request(stamp)
    }

    /// Whether a watcher vouches for the index at its path. It is to be asked while no lock on the index is held: the
    /// watcher may need it first.
    func confirms() -> Bool { ask() == WatchMessage.confirmed }

    /// Whether a watcher answers at all.
    func isAnswered() -> Bool { ask() != nil }

    private func ask() -> [UInt8]? {
        let end = Waiting.now() + Self.patience
        // Somebody else's process could say anything.
        guard let socket = LocalSocket.connect(directory, WatchMessage.socketName), socket.peer == ThisProcess.user,
            socket.send(request)
        else { return nil }
        while true {
            // A message that came in meanwhile is taken without waiting.
            let left = end - Waiting.now()
            guard left > 0, !Waiting.ready([socket.descriptor], milliseconds: Int(left)).isEmpty else { return nil }
            if let reply = socket.receive() { return reply.isEmpty ? nil : reply }
        }
    }
}
