import SourceText

/// A character reference (CommonMark 2.5): numeric, or one of the names of HTML 5.
package struct Entity {
    /// One scalar. A few names have two.
    package private(set) var text: String
    package private(set) var end: Int

    /// The longest name is `CounterClockwiseContourIntegral`.
    private static let maximumLength = 31

    /// Parses the reference whose `&` is at `start`.
    package init?(in text: [UInt8], at start: Int) {
        let from = start + 1
        guard from < text.count else { return nil }
        if text[from] == Byte.hash {
            guard let (scalar, end) = Self.number(in: text, from: from + 1) else { return nil }
            self.text = String(scalar)
            self.end = end
            return
        }
        var index = from
        while index < text.count, text[index].isLetter || text[index].isDigit {
            index += 1
            if index - from > Self.maximumLength { return nil }
        }
        guard index > from, index < text.count, text[index] == UInt8(ascii: ";"),
            let named = Self.named(text[from..<index])
        else { return nil }
        self.text = named
        end = index + 1
    }

    /// Parses a decimal number of up to seven digits, or `x` and a hexadecimal number of up to six.
    private static func number(in text: [UInt8], from start: Int) -> (Unicode.Scalar, end: Int)? {
        guard start < text.count else { return nil }
        let isHexadecimal = text[start].lowercased == UInt8(ascii: "x")
        let from = isHexadecimal ? start + 1 : start
        var index = from
        var value: UInt32 = 0
        while index < text.count, let digit = text[index].hexValue, isHexadecimal || digit < 10 {
            index += 1
            if index - from > (isHexadecimal ? 6 : 7) { return nil }
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        guard index > from, index < text.count, text[index] == UInt8(ascii: ";") else { return nil }
        return (value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}", index + 1)
    }

    /// Returns the text of a named reference. Complexity: O(log names).
    private static func named(_ name: ArraySlice<UInt8>) -> String? {
        let table = EntityData.table
        var low = 0
        var high = table.count
        while low < high {
            // Move back to the start of the entry.
            var start = (low + high) / 2
            while start > low, !table[start - 1].isWhiteSpace { start -= 1 }
            var colon = start
            while colon < table.count, table[colon] != Byte.colon { colon += 1 }
            var end = colon
            while end < table.count, !table[end].isWhiteSpace { end += 1 }
            let found = table[start..<colon]
            if found.elementsEqual(name) { return scalars(table[(colon + 1)..<end]) }
            if found.lexicographicallyPrecedes(name) {
                low = end
                while low < high, table[low].isWhiteSpace { low += 1 }
            } else {
                high = start
            }
        }
        return nil
    }

    private static func scalars(_ digits: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for number in digits.split(separator: Byte.plus) {
            let value = number.reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexValue ?? 0) }
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }
}
