internal import CLinux

/// One end of a conversation between two processes of this machine, in messages: unix(7), `SOCK_SEQPACKET`.
package final class LocalSocket {
    package let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Calls `body` with a path of the name `name` in `directory` that an address can hold, which is 107 bytes: a
    /// longer one leads through the open directory.
    static func withAddress<Result>(
        _ directory: [UInt8], _ name: [UInt8], _ body: ([UInt8]) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let path = directory + [UInt8(ascii: "/")] + name
        if path.count < slip_address_size { return try body(path) }
        let descriptor = directory.withCPath { unsafe slip_open($0, O_RDONLY | O_DIRECTORY, 0) }
        guard descriptor >= 0 else { throw SystemError("open", directory) }
        defer { close(descriptor) }
        return try body(Array("/proc/self/fd/\(descriptor)/".utf8) + name)
    }

    /// Connects with the one that listens at `name` in `directory`; nil where nobody does, or too many wait for it.
    package static func connect(_ directory: [UInt8], _ name: [UInt8]) -> LocalSocket? {
        let socket = LocalSocket(descriptor: slip_socket())
        guard socket.descriptor >= 0 else { return nil }
        // A path that is too long for a socket has no watcher behind it.
        let done = try? withAddress(directory, name) { path throws(SystemError) in
            path.withCPath { unsafe slip_connect(socket.descriptor, $0) }
        }
        return done == 0 ? socket : nil
    }

    /// The user whose process is at the other end.
    package var peer: UInt32? {
        var user: uid_t = 0
        return unsafe slip_peer_user(descriptor, &user) == 0 ? user : nil
    }

    /// Sends a message; false where it cannot go out at once.
    package func send(_ message: [UInt8]) -> Bool {
        unsafe message.withUnsafeBytes { unsafe slip_send(descriptor, $0.baseAddress, $0.count) } == message.count
    }

    /// The next message: nil where none is there yet, empty where the other end is gone.
    ///
    /// - Parameter limit: what is longer is cut.
    package func receive(limit: Int = 256) -> [UInt8]? {
        var failed = false
        let message = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = unsafe recv(descriptor, buffer.baseAddress, limit, 0)
            failed = result < 0 && (slip_errno() == EAGAIN || slip_errno() == EINTR)
            count = max(0, result)
        }
        return failed ? nil : message
    }
}
