extension [UInt8] {
    /// Returns the scalar that starts at `index`, and its length. For invalid bytes, returns nil and the length of the
    /// maximal prefix, at least 1 (Unicode, section 3.9, table 3-7 and "substitution of maximal subparts").
    func scalar(at index: Int, before end: Int) -> (value: UInt32?, length: Int) {
        let lead = self[index]
        let length: Int
        var valid: ClosedRange<UInt8> = 0x80...0xBF
        var value: UInt32
        switch lead {
        case 0x00...0x7F: return (UInt32(lead), 1)
        case 0xC2...0xDF: (length, value) = (2, UInt32(lead & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(lead & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(lead & 0x07))
        default: return (nil, 1)
        }
        switch lead {
        case 0xE0: valid = 0xA0...0xBF
        case 0xED: valid = 0x80...0x9F
        case 0xF0: valid = 0x90...0xBF
        case 0xF4: valid = 0x80...0x8F
        default: break
        }
        for offset in 1..<length {
            guard index + offset < end, valid.contains(self[index + offset]) else { return (nil, offset) }
            value = value << 6 | UInt32(self[index + offset] & 0x3F)
            valid = 0x80...0xBF
        }
        return (value, length)
    }

    /// Returns the scalar, or part of one, that ends at `index`. Another scalar or the end must follow.
    func scalar(endingAt index: Int, after start: Int) -> (value: UInt32?, length: Int) {
        for length in 1...4 where index - length >= start {
            if self[index - length] & 0xC0 == 0x80 { continue }
            let found = scalar(at: index - length, before: index)
            if found.length == length { return found }
            break
        }
        return (nil, 1)
    }

    /// Returns the first offset at or after `index` that is not inside a scalar.
    func scalarBoundary(from index: Int, in range: Range<Int>) -> Int {
        guard range.contains(index), self[index] & 0xC0 == 0x80 else { return index }
        for start in stride(from: index - 1, through: Swift.max(index - 3, range.lowerBound), by: -1)
        where self[start] & 0xC0 != 0x80 {
            return Swift.max(index, start + scalar(at: start, before: range.upperBound).length)
        }
        return index
    }
}
