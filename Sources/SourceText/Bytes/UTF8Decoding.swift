extension [UInt8] {
    /// Returns the scalar that starts at `index`, and its length. For invalid bytes, returns nil and the length of the
    /// maximal prefix, at least 1 (Unicode, section 3.9, table 3-7 and "substitution of maximal subparts").
    package func scalar(at index: Int, before end: Int) -> (value: Unicode.Scalar?, length: Int) {
        let (value, next) = FoldingScalar.read(span, at: index, before: end)
        // The text itself may contain U+FFFD, encoded in three bytes of which 0xEF is the first.
        if value == FoldingScalar.replacement, next - index != 3 || self[index] != 0xEF { return (nil, next - index) }
        return (Unicode.Scalar(value), next - index)
    }

    /// Returns the scalar that ends at `index`, and its length. A scalar or the end of the text must start at `index`,
    /// and no byte before `start` is read. For invalid bytes and at `start`, returns nil and a length of at least 1.
    package func scalar(endingAt index: Int, after start: Int) -> (value: Unicode.Scalar?, length: Int) {
        for length in 1...4 where index - length >= start {
            if self[index - length] & 0xC0 == 0x80 { continue }
            let found = scalar(at: index - length, before: index)
            if found.length == length { return found }
            break
        }
        return (nil, 1)
    }
}

extension [Unicode.Scalar] {
    /// Returns the text of `range`.
    package func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in self[range] { view.append(scalar) }
        return String(view)
    }
}
