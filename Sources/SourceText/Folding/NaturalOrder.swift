/// The order of `sort:`: ignores case and diacritics, and compares numbers by value.
package enum NaturalOrder {
    /// Returns a key whose byte order (`memcmp`, then length) is the order of the texts.
    ///
    /// The text is folded. A run of ASCII digits becomes `0`, its length without leading zeros, and the digits. `2` and
    /// `02` are thus equal and come before `10`. The key contains NUL only if the text does, but need not be UTF-8, so
    /// it must be stored as a BLOB.
    package static func key(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return key(bytes, bytes.indices)
    }

    /// Returns the key of the text in `range`.
    package static func key(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
        let folded = Folding.fold(text, range)
        guard folded.contains(where: \.isDigit) else { return folded }
        var key: [UInt8] = []
        key.reserveCapacity(folded.count + 8)
        var index = 0
        while index < folded.count {
            guard folded[index].isDigit else {
                key.append(folded[index])
                index += 1
                continue
            }
            var end = index + 1
            while end < folded.count, folded[end].isDigit { end += 1 }
            // Of only zeros, one is kept.
            while index + 1 < end, folded[index] == zero { index += 1 }
            key.append(zero)
            appendLength(end - index, to: &key)
            key.append(contentsOf: folded[index..<end])
            index = end
        }
        return key
    }

    private static let zero = UInt8(ascii: "0")

    /// Appends a length of at least 1 so that a longer one is greater. `FF` means 254 and that another byte follows.
    private static func appendLength(_ length: Int, to key: inout [UInt8]) {
        var rest = length
        while rest > 254 {
            key.append(0xFF)
            rest -= 254
        }
        key.append(UInt8(rest))
    }
}
