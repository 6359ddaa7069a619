import Foundation
import Glibc

/// A TCP connection to this machine, for tests of servers.
package final class TCPClient {
    private let descriptor: Int32

    /// - Parameter host: the address of this machine, as a number.
    package init(port: Int, host: UInt32 = 0x7F00_0001) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(host).bigEndian
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if result != 0 { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(descriptor) }

    /// Ends the connection. Calls on other threads that receive return.
    package func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Receives until the text contains `end`, the connection ends, or nothing arrives for 10 seconds.
    package func receive(until end: String) -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { break }
            received += buffer[..<count]
            if String(decoding: received, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// Sends a request, and receives until the connection ends.
    package func exchange(_ request: String) throws -> String {
        send(request)
        return receive(until: "\u{0}never\u{0}")
    }
}
