internal import SourceText

extension Span<UInt8> {
    /// Returns the offset of the first `first` in `range` that `second` follows in `range`. Compares eight bytes at a
    /// time, so that it can exclude most notes from slower tests.
    func firstIndex(of first: UInt8, before second: UInt8, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            let found = ASCIIBlock.equal(ASCIIBlock.load(self, at: index), to: first)
            if found == 0 {
                index &+= 8
                continue
            }
            index &+= found.trailingZeroBitCount >> 3
            if index &+ 1 < range.upperBound, self[index &+ 1] == second { return index }
            index &+= 1
        }
        while index &+ 1 < range.upperBound {
            if self[index] == first, self[index &+ 1] == second { return index }
            index &+= 1
        }
        return nil
    }
}
