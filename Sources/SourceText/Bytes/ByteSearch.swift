/// The search for bytes. The generic methods of the standard library take a hundred times as long, because they are not
/// compiled for bytes.
extension [UInt8] {
    /// Returns the first range with some bytes, or nil if there is none. No bytes are found at the start.
    ///
    /// Complexity: O(bytes), but O(n · m) for texts such as `aaaa`.
    package func firstRange(of bytes: [UInt8]) -> Range<Int>? { self[...].firstRange(of: bytes) }
}

extension ArraySlice<UInt8> {
    /// Returns the first range with some bytes, or nil if there is none. No bytes are found at the start.
    ///
    /// Complexity: O(bytes), but O(n · m) for texts such as `aaaa`.
    package func firstRange(of bytes: [UInt8]) -> Range<Int>? {
        guard let first = bytes.first else { return startIndex..<startIndex }
        let (text, wanted) = (span, bytes.span)
        let last = text.count - wanted.count
        var index = 0
        while index <= last {
            // Eight bytes at once without the first byte.
            while index &+ 8 <= text.count {
                let found = ASCIIBlock.equal(ASCIIBlock.load(text, at: index), to: first)
                if found != 0 {
                    index += found.trailingZeroBitCount >> 3
                    break
                }
                index += 8
            }
            if index > last { return nil }
            var length = 0
            while length < wanted.count, text[index &+ length] == wanted[length] { length += 1 }
            if length == wanted.count { return startIndex + index..<startIndex + index + length }
            index += 1
        }
        return nil
    }
}
