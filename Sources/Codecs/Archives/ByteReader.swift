/// An error: data is invalid, truncated or in a form that is not supported.
package struct DamagedData: Error {
    @inlinable package init() {}
}

/// Reads numbers and bytes in order. Every function throws at the end of the input.
package struct ByteReader {
    package let bytes: [UInt8]
    package var index = 0

    @inlinable package init(_ bytes: [UInt8]) { self.bytes = bytes }

    @inlinable package var isAtEnd: Bool { index >= bytes.count }

    @inlinable package mutating func byte() throws(DamagedData) -> UInt8 {
        guard index < bytes.count else { throw DamagedData() }
        index += 1
        return bytes[index - 1]
    }

    /// Reads a big-endian number of `count` bytes.
    @inlinable package mutating func number(_ count: Int) throws(DamagedData) -> Int {
        var number = 0
        for _ in 0..<count { number = number << 8 | Int(try byte()) }
        return number
    }

    /// Reads a little-endian number of two bytes.
    @inlinable package mutating func littleNumber() throws(DamagedData) -> Int {
        Int(try byte()) | Int(try byte()) << 8
    }

    /// Reads a little-endian number of four bytes.
    @inlinable package mutating func longLittleNumber() throws(DamagedData) -> Int {
        try littleNumber() | (try littleNumber()) << 16
    }

    @inlinable package mutating func take(_ count: Int) throws(DamagedData) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - index else { throw DamagedData() }
        index += count
        return bytes[(index - count)..<index]
    }
}
