internal import CLinux

/// A socket that listens on one address of this machine.
package final class NetworkListener {
    package let descriptor: Int32

    /// - Parameter port: 0 for any free port.
    package init(_ address: NetworkAddress, port: UInt16) throws(SystemError) {
        descriptor = slip_listen(address.networkOrder, port)
        guard descriptor >= 0 else { throw SystemError("listen on", Array("port \(port)".utf8)) }
    }

    /// Listens on ::1, which only this machine reaches.
    package init(loopback6 port: UInt16) throws(SystemError) {
        descriptor = slip_listen_loopback6(port)
        guard descriptor >= 0 else { throw SystemError("listen on", Array("port \(port)".utf8)) }
    }

    deinit { close(descriptor) }

    package var port: UInt16 { slip_port(descriptor) }

    /// Accepts the next connection, if any.
    package func accept() -> NetworkSocket? {
        let accepted = slip_accept(descriptor)
        return accepted < 0 ? nil : NetworkSocket(descriptor: accepted)
    }
}

/// A TCP connection. Its calls never wait.
package final class NetworkSocket {
    package let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a server of this machine.
    package init(loopbackPort port: UInt16) throws(SystemError) {
        descriptor = slip_connect_loopback(port)
        guard descriptor >= 0 else { throw SystemError("connect to", Array("port \(port)".utf8)) }
    }

    deinit { close(descriptor) }

    /// The address of the other end, or nil for version 6 of IP.
    package var peer: NetworkAddress? {
        let address = slip_peer_address(descriptor)
        return address == 0 ? nil : NetworkAddress(networkOrder: address)
    }

    /// Returns at most `limit` bytes that have arrived. Returns nil if there are none yet, and no bytes if the other end
    /// is closed or the connection failed.
    package func read(limit: Int) -> [UInt8]? {
        var isWaiting = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = unsafe recv(descriptor, buffer.baseAddress, limit, 0)
            isWaiting = result < 0 && (slip_errno() == EAGAIN || slip_errno() == EINTR)
            count = max(0, result)
        }
        return isWaiting ? nil : bytes
    }

    /// Sends some of the bytes. Returns how many, which is 0 if none can be sent now, or nil if the connection failed.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { unsafe slip_send(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        return slip_errno() == EAGAIN || slip_errno() == EINTR ? 0 : nil
    }
}
