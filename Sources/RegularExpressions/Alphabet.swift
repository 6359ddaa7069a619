import SourceText

/// The equivalence classes of scalars that a pattern distinguishes, numbered as letters. Two scalars in exactly the
/// same sets of the pattern are one letter.
///
/// The automata read letters instead of bytes. One step decodes a scalar, which for ASCII is one lookup. Three letters
/// are not scalars: invalid UTF-8, a carriage return before a line feed, and the end of the text.
struct Alphabet: Sendable {
    /// The maximum number of letters. A pattern with more is too large.
    static let maximumCount = 10_000
    /// The value in `bytes` for a byte that does not determine the letter.
    static let undecided = UInt16.max

    let count: Int
    let end: Int
    /// The letter of each byte that alone encodes a scalar.
    let bytes: [UInt16]
    let contexts: [Context]
    /// The number of the set of all letters except the end. The other sets keep their order as numbers.
    let everything: Int

    private let invalid: Int
    private let carriageReturn: Int
    private let seesLines: Bool
    /// The offset in `letters` of each page of 256 scalars, divided by 256.
    let pages: [UInt16]
    let letters: [UInt16]
    /// One bit for each letter, for each set.
    private let members: [UInt64]
    private let memberWords: Int

    /// Creates an alphabet. Returns nil if it has too many letters.
    init?(sets: [ScalarSet], assertions: Set<Assertion>) {
        let seesLines = !assertions.isDisjoint(with: [.lineStart, .lineEnd])
        let seesWords = !assertions.isDisjoint(with: [.wordBoundary, .noWordBoundary])
        let lineSets = seesLines ? [ScalarSet.lineFeed, ScalarSet([0x0D...0x0D])] : []
        let partition = Partition(sets + lineSets + (seesWords ? [.word] : []))
        guard partition.count <= Self.maximumCount else { return nil }
        self.seesLines = seesLines
        (invalid, carriageReturn, end) = (partition.count, partition.count + 1, partition.count + 2)
        count = end + 1
        everything = sets.count
        (pages, letters) = partition.pages()
        bytes = (UInt32(0)..<256).map {
            $0 > 0x7F || ($0 == 0x0D && seesLines) ? Self.undecided : UInt16(partition.letter(of: $0))
        }

        memberWords = (count + 63) / 64
        var members = [UInt64](repeating: 0, count: memberWords * (sets.count + 1))
        for (number, set) in sets.enumerated() {
            let returns = set.contains(0x0D) ? [carriageReturn] : []
            for letter in partition.letters(of: set).union(returns) {
                members[number * memberWords + letter / 64] |= 1 << UInt64(letter % 64)
            }
        }
        for letter in 0..<end { members[everything * memberWords + letter / 64] |= 1 << UInt64(letter % 64) }
        self.members = members

        var contexts = [Context](repeating: [], count: count)
        if seesWords {
            for letter in partition.letters(of: .word) { contexts[letter] = .word }
        }
        if seesLines { contexts[partition.letter(of: 0x0A)] = .lineFeed }
        contexts[carriageReturn] = .carriageReturn
        contexts[end] = .edge
        self.contexts = contexts
    }

    func contains(_ set: Int, _ letter: Int) -> Bool {
        members[set * memberWords + letter / 64] >> UInt64(letter % 64) & 1 == 1
    }

    /// Returns the letter that starts at `index` in the text that ends at `end`, and its length in bytes.
    func letter(in text: [UInt8], at index: Int, before end: Int) -> (letter: Int, length: Int) {
        let (scalar, length) = text.scalar(at: index, before: end)
        return (letter(scalar, endingAt: index + length, in: text, before: end), length)
    }

    /// Returns the letter that ends at `index`, which must be after the start of the range.
    func letter(in text: [UInt8], endingAt index: Int, within range: Range<Int>) -> (letter: Int, length: Int) {
        let (scalar, length) = text.scalar(endingAt: index, after: range.lowerBound)
        return (letter(scalar, endingAt: index, in: text, before: range.upperBound), length)
    }

    private func letter(_ scalar: Unicode.Scalar?, endingAt index: Int, in text: [UInt8], before end: Int) -> Int {
        guard let value = scalar?.value else { return invalid }
        if value == 0x0D, seesLines, index < end, text[index] == 0x0A { return carriageReturn }
        return Int(letters[Int(pages[Int(value >> 8)]) << 8 | Int(value & 0xFF)])
    }
}
