/// Finds a literal in bytes: two of its bytes, the rarest, are looked for in thirty-two places at once.
struct LiteralFinder: Sendable {
    private let literal: [UInt8]
    /// Where in the literal the two bytes are, the first of them first.
    private let first: Int
    private let second: Int

    /// From the most frequent byte of texts to the rarest; what is not listed is rarer.
    private static let frequent = Array(
        " eaintorslduchmpgy\u{C3}\u{C5}zkbwfv.,\n-jxq".unicodeScalars.map { UInt8($0.value) })

    /// The literal is not empty. Looking for it takes O(length) a byte at worst, hence its length is to be bounded.
    init(_ literal: [UInt8]) {
        self.literal = literal
        func rank(_ byte: UInt8) -> Int { Self.frequent.firstIndex(of: byte) ?? Self.frequent.count }
        let rarest = literal.indices.sorted { (rank(literal[$0]), $0) > (rank(literal[$1]), $1) }
        let other = rarest.dropFirst().first { literal[$0] != literal[rarest[0]] } ?? rarest.last ?? 0
        first = min(rarest.first ?? 0, other)
        second = max(rarest.first ?? 0, other)
    }

    /// Where it stands first in the range.
    func first(in text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let last = literal.last else { return range.lowerBound }
        let text = text.span
        let (a, b) = (literal[first], literal[second])
        var index = range.lowerBound
        // Places of the first of the two bytes; the literal begins before and ends behind it.
        let gap = second - first
        let end = range.upperBound - literal.count + 1
        while index + 32 <= end {
            let left = text.extracting(index + first..<index + first + 32)
            let right = text.extracting(index + first + gap..<index + first + gap + 32)
            // Zero where both bytes fit: without a branch for each place, it becomes vector instructions.
            var least: UInt8 = 0xFF
            for lane in 0..<32 { least = min(least, (left[lane] ^ a) | (right[lane] ^ b)) }
            if least == 0 {
                for lane in 0..<32 where (left[lane] ^ a) | (right[lane] ^ b) == 0 {
                    if holds(text, at: index + lane) { return index + lane }
                }
            }
            index += 32
        }
        while index < end {
            if text[index + literal.count - 1] == last, holds(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    private func holds(_ text: Span<UInt8>, at start: Int) -> Bool {
        for index in literal.indices where text[start + index] != literal[index] { return false }
        return true
    }
}
