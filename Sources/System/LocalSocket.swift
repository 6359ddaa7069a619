internal import CLinux

/// One end of a message connection between two local processes: unix(7), `SOCK_SEQPACKET`.
package final class LocalSocket {
    package let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Calls `body` with a path for `name` in `directory` that fits into a socket address (107 bytes). A longer path is
    /// replaced by one through `/proc/self/fd`.
    static func withAddress<Result>(
        _ directory: [UInt8], _ name: [UInt8], _ body: ([UInt8]) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let path = directory + [UInt8(ascii: "/")] + name
        if path.count < slip_address_size { return try body(path) }
        let descriptor = try Files.open(directory, O_RDONLY | O_DIRECTORY, to: "open")
        defer { close(descriptor) }
        return try body(Array("/proc/self/fd/\(descriptor)/".utf8) + name)
    }

    /// Connects to the process that listens at `name` in `directory`. Returns nil if there is none, or its backlog is
    /// full.
    package static func connect(_ directory: [UInt8], _ name: [UInt8]) -> LocalSocket? {
        let socket = LocalSocket(descriptor: slip_socket())
        guard socket.descriptor >= 0 else { return nil }
        // If the directory of a long path cannot be opened, there is no watcher.
        let done = try? withAddress(directory, name) { path throws(SystemError) in
            path.withCPath { unsafe slip_connect(socket.descriptor, $0) }
        }
        return done == 0 ? socket : nil
    }

    /// The user of the process at the other end.
    package var peer: UInt32? {
        var user: uid_t = 0
        return unsafe slip_peer_user(descriptor, &user) == 0 ? user : nil
    }

    /// Sends a message. Returns false if it cannot be sent at once.
    package func send(_ message: [UInt8]) -> Bool {
        unsafe message.withUnsafeBytes { unsafe slip_send(descriptor, $0.baseAddress, $0.count) } == message.count
    }

    /// Returns the next message. Returns nil if there is none yet, and an empty one if the other end is closed or the
    /// connection failed.
    ///
    /// - Parameter limit: the maximum length in bytes. Longer messages are truncated.
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
