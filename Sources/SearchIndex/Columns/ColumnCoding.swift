/// The encoding of numbers and lists of numbers in a part of a column.
enum ColumnCoding {
    /// Returns numbers as the bytes of a part, all as wide as the widest, or nil if all equal `absent`.
    /// `Row.readNumbers` reads them.
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

    /// Returns concatenated lists, 4 bytes per number, or nil if all are empty.
    static func encode(_ lists: [[Int64]]) -> [UInt8]? {
        let all = lists.flatMap { $0 }
        return all.isEmpty ? nil : bytes(all, Int32.self)
    }

    /// Splits numbers into lists of the given lengths. Lengths from a corrupt file are clamped.
    static func lists(_ numbers: [Int32], _ counts: [Int64]) -> [[Int64]] {
        var start = 0
        return counts.map { count in
            let end = start + max(0, min(Int(clamping: count), numbers.count - start))
            defer { start = end }
            return numbers[start..<end].map { Int64($0) }
        }
    }
}
