internal import CLinux

/// Waits for others of this machine at a name in a folder: unix(7).
package final class LocalListener {
    private let socket: LocalSocket

    /// Takes the name, which its caller has made sure nobody else listens at; what bears it is removed.
    package init(_ directory: [UInt8], _ name: [UInt8]) throws(SystemError) {
        let path = directory + [UInt8(ascii: "/")] + name
        socket = LocalSocket(descriptor: slip_socket())
        guard socket.descriptor >= 0 else { throw SystemError("listen at", path) }
        try Files.removeAlone(path)
        try LocalSocket.withAddress(directory, name) { address throws(SystemError) in
            let done = address.withCPath { address in
                // Nobody can connect before the listening begins.
                unsafe slip_bind(socket.descriptor, address) == 0 && chmod(address, 0o600) == 0
            }
            guard done else { throw SystemError("listen at", path) }
        }
        guard listen(socket.descriptor, 64) == 0 else { throw SystemError("listen at", path) }
    }

    package var descriptor: Int32 { socket.descriptor }

    /// The next one that connected, or nil.
    package func accept() -> LocalSocket? {
        let accepted = slip_accept(socket.descriptor)
        return accepted < 0 ? nil : LocalSocket(descriptor: accepted)
    }
}
