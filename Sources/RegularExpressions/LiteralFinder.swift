/// Finds a literal in bytes. It tests for the two rarest bytes of the literal at 32 positions at once.
struct LiteralFinder: Sendable {
    private let literal: [UInt8]
    /// The offsets of the two bytes in the literal, in ascending order.
    private let first: Int
    private let second: Int

    /// The most frequent bytes of texts, in order. All others are rarer.
    private static let frequent = Array(
        " eaintorslduchmpgy\u{C3}\u{C5}zkbwfv.,\n-jxq".unicodeScalars.map { UInt8($0.value) })

    /// Creates a finder of a non-empty literal. Callers must bound its length: a search takes up to O(length) per byte.
    init(_ literal: [UInt8]) {
        self.literal = literal
        func rank(_ byte: UInt8) -> Int { Self.frequent.firstIndex(of: byte) ?? Self.frequent.count }
        let rarest = literal.indices.sorted { (rank(literal[$0]), $0) > (rank(literal[$1]), $1) }
        let other = rarest.dropFirst().first { literal[$0] != literal[rarest[0]] } ?? rarest.last ?? 0
        first = min(rarest.first ?? 0, other)
        second = max(rarest.first ?? 0, other)
    }

    /// Returns the offset of the first occurrence that is entirely in the range, or nil if there is none.
    func first(in text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let last = literal.last else { return range.lowerBound }
        let text = text.span
        let (a, b) = (literal[first], literal[second])
        var index = range.lowerBound
        // The remaining positions of the literal. Its bytes `first` and `second` are `gap` apart.
        let gap = second - first
        let end = range.upperBound - literal.count + 1
        while index + 32 <= end {
            let left = text.extracting(index + first..<index + first + 32)
            let right = text.extracting(index + first + gap..<index + first + gap + 32)
            // Zero if both bytes match. Without a branch per position, this becomes vector instructions.
            var least: UInt8 = 0xFF
            for lane in 0..<32 { least = min(least, (left[lane] ^ a) | (right[lane] ^ b)) }
            if least == 0 {
                for lane in 0..<32 where (left[lane] ^ a) | (right[lane] ^ b) == 0 {
                    if matches(text, at: index + lane) { return index + lane }
                }
            }
            index += 32
        }
        while index < end {
            if text[index + literal.count - 1] == last, matches(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    private func matches(_ text: Span<UInt8>, at start: Int) -> Bool {
        for index in literal.indices where text[start + index] != literal[index] { return false }
        return true
    }
}
