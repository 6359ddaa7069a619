/// How numbers and lists of numbers stand in a part of a column.
enum ColumnCoding {
    /// Numbers as the bytes of a part, all as wide as the widest needs; nil where all of them are `absent`.
    static func encode(_ numbers: [Int64], absent: Int64) -> [UInt8]? {
        var least = Int64.max
        var most = Int64.min
        for number in numbers {
            least = min(least, number)
            most = max(most, number)
        }
        if numbers.isEmpty || (least == absent && most == absent) { return nil }
        func fits<Number: FixedWidthInteger>(_ type: Number.Type) -> Bool {
            least >= Int64(Number.min) && most <= Int64(Number.max)
        }
        if fits(Int8.self) { return bytes(numbers, Int8.self) }
        if fits(Int16.self) { return bytes(numbers, Int16.self) }
        return fits(Int32.self) ? bytes(numbers, Int32.self) : bytes(numbers, Int64.self)
    }

    private static func bytes<Number: FixedWidthInteger>(_ numbers: [Int64], _ type: Number.Type) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(numbers.count * Number.bitWidth / 8)
        for number in numbers {
            var rest = Number(truncatingIfNeeded: number)
            for _ in 0..<(Number.bitWidth / 8) {
                out.append(UInt8(truncatingIfNeeded: rest))
                if Number.bitWidth > 8 { rest >>= 8 }
            }
        }
        return out
    }

    /// Reads a part of so many numbers into `out`, from `start` on. A part of another length, which no writer makes, is
    /// read as far as it goes.
    static func decode(_ bytes: Span<UInt8>, to out: inout [Int64], from start: Int) {
        let width = bytes.count / ColumnPart.size
        switch width {
        case 1: for index in 0..<ColumnPart.size { out[start + index] = Int64(Int8(bitPattern: bytes[index])) }
        case 2: decode(bytes, Int16.self, to: &out, from: start)
        case 4: decode(bytes, Int32.self, to: &out, from: start)
        case 8: decode(bytes, Int64.self, to: &out, from: start)
        default: break
        }
    }

    @inline(__always)
    private static func decode<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: Span<UInt8>, _ type: Number.Type, to out: inout [Int64], from start: Int
    ) {
        let width = MemoryLayout<Number>.size
        for index in 0..<ColumnPart.size {
            let number = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index * width, as: Number.self)
            out[start + index] = Int64(truncatingIfNeeded: number)
        }
    }

    // MARK: Lists

    /// Lists as the bytes of a part; nil where all of them are empty.
    static func encode(_ lists: [[Int64]]) -> [UInt8]? {
        guard let last = lists.lastIndex(where: { !$0.isEmpty }) else { return nil }
        var out: [UInt8] = []
        for list in lists[...last] {
            append(UInt64(list.count), to: &out)
            for number in list { append(UInt64(bitPattern: number), to: &out) }
        }
        return out
    }

    /// Calls `begin` for each list of a part, then `each` for its numbers.
    @inline(__always)
    static func decode(_ bytes: Span<UInt8>, begin: () -> Void, each: (Int64) -> Void) {
        var index = 0
        for _ in 0..<ColumnPart.size {
            begin()
            guard index < bytes.count else { continue }
            var rest = varint(bytes, &index)
            while rest > 0, index < bytes.count {
                each(Int64(bitPattern: varint(bytes, &index)))
                rest -= 1
            }
        }
    }

    /// Seven bits a byte, the lowest first.
    private static func append(_ number: UInt64, to out: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            out.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        out.append(UInt8(rest))
    }

    @inline(__always)
    private static func varint(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 || shift > 56 { break }
            shift += 7
        }
        return value
    }
}
