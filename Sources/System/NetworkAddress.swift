internal import CLinux

/// An address of version 4 of the Internet Protocol.
package struct NetworkAddress: Hashable, Sendable {
    /// Its four bytes as a number, the first one highest.
    package var value: UInt32

    package init(_ value: UInt32) { self.value = value }

    init(networkOrder: UInt32) { value = UInt32(bigEndian: networkOrder) }

    var networkOrder: UInt32 { value.bigEndian }

    /// 127.0.0.1, which only this machine reaches.
    package static let loopback = NetworkAddress(0x7F00_0001)

    /// The four numbers, such as `192.168.1.20`.
    package var text: String {
        stride(from: UInt32(24), through: 0, by: -8).map { String(value >> $0 & 0xFF) }.joined(separator: ".")
    }
}

/// A network that this machine is part of.
package struct LocalNetwork: Hashable, Sendable {
    /// The address of this machine.
    package var address: NetworkAddress
    /// The bits that all addresses of the network share.
    package var mask: UInt32

    package init(_ address: NetworkAddress, mask: UInt32) {
        self.address = address
        self.mask = mask
    }

    /// Whether an address belongs to the network.
    package func contains(_ other: NetworkAddress) -> Bool { (other.value ^ address.value) & mask == 0 }

    /// The networks of this machine, that of the default route first. Without point-to-point links.
    package static func all() -> [LocalNetwork] {
        let networks = unsafe [slip_network](unsafeUninitializedCapacity: 64) { buffer, count in
            count = unsafe Int(slip_networks(buffer.baseAddress, Int32(buffer.count)))
        }
        let main = slip_main_address()
        return (networks.filter { $0.address == main } + networks.filter { $0.address != main }).map {
            LocalNetwork(NetworkAddress(networkOrder: $0.address), mask: UInt32(bigEndian: $0.mask))
        }
    }
}
