/// Finds a literal in bytes, most of which it skips (Horspool).
struct LiteralFinder: Sendable {
    private let literal: [UInt8]
    /// How far the literal can move on where this byte stands under its last one.
    private let shifts: [Int]

    /// The literal is not empty. Looking for it takes O(length) a byte at worst, hence its length is to be bounded.
    init(_ literal: [UInt8]) {
        self.literal = literal
        var shifts = [Int](repeating: literal.count, count: 256)
        for (index, byte) in literal.dropLast().enumerated() { shifts[Int(byte)] = literal.count - 1 - index }
        self.shifts = shifts
    }

    /// Where it stands first in the range.
    func first(in text: [UInt8], _ range: Range<Int>) -> Int? {
        guard let last = literal.last else { return range.lowerBound }
        var index = range.lowerBound + literal.count - 1
        while index < range.upperBound {
            let byte = text[index]
            if byte == last {
                let start = index - literal.count + 1
                if text[start..<index].elementsEqual(literal.dropLast()) { return start }
            }
            index += shifts[Int(byte)]
        }
        return nil
    }
}
