/// A filter for words within an edit distance of another one. It allocates nothing per word and keeps a column of the
/// distance table in bit vectors (Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances",
/// Nordic Journal of Computing 10, 2003). It may accept some words beyond the distance, but rejects none within it.
struct TypoFilter {
    /// For the low bits of a scalar, a bit set of its positions in the word.
    private let places: [UInt64]
    private let last: UInt64
    private let count: Int
    private let distance: Int

    /// - Parameters:
    ///   - word: the scalars of the word, at least one.
    ///   - distance: the largest edit distance.
    init(_ word: [UInt32], distance: Int) {
        var places = [UInt64](repeating: 0, count: 256)
        for (index, scalar) in word.enumerated() where index < 64 { places[Int(scalar & 255)] |= 1 << UInt64(index) }
        self.places = places
        count = word.count
        last = count <= 64 ? 1 << UInt64(count - 1) : 0
        self.distance = distance
    }

    /// Returns whether a word may be within the distance. Complexity: O(bytes).
    func mayPass(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        // A scalar has up to four bytes.
        if last == 0 || range.count < count - distance || range.count > 4 * (count + distance) { return last == 0 }
        var (up, down, same, before) = (~UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        var steps = count
        var length = 0
        var index = range.lowerBound
        let places = places.span
        while index < range.upperBound {
            var scalar = UInt32(bytes[index])
            index += 1
            // The low six bits of each byte distinguish most scalars.
            while index < range.upperBound, bytes[index] & 0xC0 == 0x80 {
                scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
                index += 1
            }
            let here = places[Int(scalar & 255)]
            same = (((here & up) &+ up) ^ up) | here | down | ((~same & here) << 1 & before)
            let right = down | ~(same | up)
            let left = same & up
            if right & last != 0 { steps += 1 } else if left & last != 0 { steps -= 1 }
            let shifted = right << 1 | 1
            up = left << 1 | ~(same | shifted)
            down = shifted & same
            before = here
            length += 1
            if length > count + distance { return false }
        }
        return steps <= distance
    }
}
