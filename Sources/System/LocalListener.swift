internal import CLinux

/// A listening Unix socket at a name in a directory: unix(7).
package final class LocalListener {
    private let socket: LocalSocket

    /// Binds the socket to the name. A file with that name is removed, so the caller must ensure that no other process
    /// listens there.
    package init(_ directory: [UInt8], _ name: [UInt8]) throws(SystemError) {
        let path = directory + [UInt8(ascii: "/")] + name
        socket = LocalSocket(descriptor: slip_socket())
        guard socket.descriptor >= 0 else { throw SystemError("listen at", path) }
        try Files.removeAlone(path)
        try LocalSocket.withAddress(directory, name) { address throws(SystemError) in
            let done = address.withCPath { address in
                // No process can connect before the call of `listen`, so there is no race with chmod.
                unsafe slip_bind(socket.descriptor, address) == 0 && chmod(address, 0o600) == 0
            }
            guard done else { throw SystemError("listen at", path) }
        }
        guard listen(socket.descriptor, 64) == 0 else { throw SystemError("listen at", path) }
    }

    package var descriptor: Int32 { socket.descriptor }

    /// Accepts the next connection, if any.
    package func accept() -> LocalSocket? {
        let accepted = slip_accept(socket.descriptor)
        return accepted < 0 ? nil : LocalSocket(descriptor: accepted)
    }
}
