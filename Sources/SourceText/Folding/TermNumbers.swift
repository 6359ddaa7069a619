/// The distinct words of texts, numbered in the order of their first occurrence.
///
/// A hash table with open addressing. A word of up to seven bytes is its own key, so one access of the table finds it.
package struct TermNumbers: Sendable {
    /// A longer word is cut at this length, as FTS5 does.
    private static let longest = 32_768

    private struct Slot {
        /// The bytes of a word that is shorter than eight, else a hash of the word.
        var key: UInt64 = 0
        /// The length of the word in bytes, or 0 for a free slot.
        var length: UInt32 = 0
        var number: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 1 << 14)
    private var bits = 14
    /// The words one after another, and where each starts.
    package private(set) var bytes: [UInt8] = []
    private var starts: [Int] = [0]

    package init() {}

    package var count: Int { starts.count - 1 }

    /// Returns the range of a word in `bytes`.
    package func place(_ number: Int) -> Range<Int> { starts[number]..<starts[number + 1] }

    /// Appends the numbers of the words of a text, which is as `Words.append` writes it. Adds new words.
    package mutating func append(wordsOf text: Span<UInt8>, to numbers: inout [UInt32]) {
        var index = 0
        while index < text.count {
            var block = Self.load(text, at: index)
            var space = ASCIIBlock.equal(block, to: Byte.space)
            var length = space.trailingZeroBitCount >> 3
            var key = block & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
            if space == 0 {
                length = 8
                key = block
                repeat {
                    block = Self.load(text, at: index + length)
                    space = ASCIIBlock.equal(block, to: Byte.space)
                    let rest = space.trailingZeroBitCount >> 3
                    if space != 0 { block &= 1 &<< UInt64(truncatingIfNeeded: rest &* 8) &- 1 }
                    key = (key ^ block).mixed
                    length += rest
                } while space == 0 && length < Self.longest
            }
            if length > 0 { numbers.append(number(of: text, index, length, key: key)) }
            index += length
            while index < text.count, text[index] != Byte.space { index += 1 }
            index += 1
        }
    }

    /// Returns the eight bytes from `index` on, with spaces after the end.
    @inline(__always)
    private static func load(_ text: Span<UInt8>, at index: Int) -> UInt64 {
        if index &+ 8 <= text.count { return ASCIIBlock.load(text, at: index) }
        var block: UInt64 = 0x2020_2020_2020_2020
        for offset in 0..<max(0, text.count - index) {
            block ^= UInt64(text[index + offset] ^ Byte.space) << UInt64(offset * 8)
        }
        return block
    }

    /// Returns the number of the word of `length` bytes at `index`.
    @inline(__always)
    private mutating func number(of text: Span<UInt8>, _ index: Int, _ length: Int, key: UInt64) -> UInt32 {
        var place = slot(key)
        while true {
            let slot = slots[place]
            if slot.key == key, Int(slot.length) == length,
                length < 8 || isEqual(Int(slot.number), text, index, length)
            {
                return slot.number
            }
            if slot.length == 0 { break }
            place = (place &+ 1) & (slots.count &- 1)
        }
        let number = UInt32(count)
        slots[place] = Slot(key: key, length: UInt32(length), number: number)
        for offset in index..<index + length { bytes.append(text[offset]) }
        starts.append(bytes.count)
        if count * 2 > slots.count { grow() }
        return number
    }

    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        let hash = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash &>> UInt64(64 &- bits))
    }

    private func isEqual(_ number: Int, _ text: Span<UInt8>, _ index: Int, _ length: Int) -> Bool {
        let start = starts[number]
        for offset in 0..<length where bytes[start + offset] != text[index + offset] { return false }
        return true
    }

    private mutating func grow() {
        let old = slots
        bits += 1
        slots = [Slot](repeating: Slot(), count: 1 << bits)
        for entry in old where entry.length > 0 {
            var place = slot(entry.key)
            while slots[place].length > 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = entry
        }
    }

    /// Returns the numbers of all words in the order of their bytes.
    package func sorted() -> [Int] {
        // The first eight bytes decide between most words.
        let span = bytes.span
        let heads = (0..<count).map { number in
            let place = place(number)
            var head: UInt64 = 0
            for offset in 0..<8 {
                let index = place.lowerBound + offset
                head = head << 8 | (index < place.upperBound ? UInt64(span[index]) : 0)
            }
            return (head: head, number: number)
        }
        return heads.sorted { a, b in
            a.head != b.head
                ? a.head < b.head : bytes[place(a.number)].lexicographicallyPrecedes(bytes[place(b.number)])
        }.map(\.number)
    }
}
