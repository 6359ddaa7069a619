/// Finds the words in folded text.
struct WordScanner {
    let bytes: [UInt8]
    /// Whether a separator, or the start of the text, precedes the last word.
    private(set) var startsRun = true
    private var index = 0
    private let table = FoldingTable.shared

    init(_ folded: [UInt8]) { bytes = folded }

    /// Returns the range of the next word, or nil at the end.
    mutating func next() -> Range<Int>? {
        startsRun = index == 0
        // A mark without a letter is also a separator.
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if Self.isWord(byte) { return word() }
                index += 1
            } else {
                let (scalar, after) = FoldingScalar.read(bytes.span, at: index, before: bytes.count)
                switch table[scalar].kind {
                case FoldingTable.Kind.word: return word()
                case FoldingTable.Kind.single: return single(after)
                default: index = after
                }
            }
            startsRun = true
        }
        return nil
    }

    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte.isDigit }

    private mutating func word() -> Range<Int> {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if !Self.isWord(byte) { break }
                index += 1
            } else {
                let (scalar, after) = FoldingScalar.read(bytes.span, at: index, before: bytes.count)
                let kind = table[scalar].kind
                if kind != FoldingTable.Kind.word, kind != FoldingTable.Kind.mark { break }
                index = after
            }
        }
        return start..<index
    }

    /// Returns a single-character word that ends at `after`, extended to its extended grapheme cluster (UAX #29).
    ///
    /// The cluster includes marks and letters bound by a stacking sign (rule GB9c, of Unicode 16 for Khmer and Burmese
    /// too). It also includes the second half of SARA AM, whose compatibility form is two scalars.
    private mutating func single(_ after: Int) -> Range<Int> {
        let start = index
        index = after
        var stacks = false
        var isBeforeAa = false
        while index < bytes.count, bytes[index] >= 0x80 {
            let (scalar, after) = FoldingScalar.read(bytes.span, at: index, before: bytes.count)
            let kind = table[scalar].kind
            if kind == FoldingTable.Kind.single {
                guard stacks && Self.isStacked(scalar) || isBeforeAa && Self.isAa(scalar) else { break }
                stacks = false
            } else if kind == FoldingTable.Kind.mark {
                // Other marks may occur between the sign and the letter, and a tone mark between the halves.
                stacks = stacks || scalar == Self.khmerCoeng || scalar == Self.burmeseVirama
            } else {
                break
            }
            isBeforeAa = kind == FoldingTable.Kind.mark && (isBeforeAa || Self.isNikhahit(scalar))
            index = after
        }
        return start..<index
    }

    private static let khmerCoeng: UInt32 = 0x17D2
    private static let burmeseVirama: UInt32 = 0x1039

    /// Whether the scalar is a Khmer or Burmese letter.
    private static func isStacked(_ scalar: UInt32) -> Bool {
        scalar & ~0x7F == 0x1780 || scalar &- 0x1000 < 0xA0 || scalar &- 0xA9E0 < 0x20 || scalar &- 0xAA60 < 0x20
    }
    /// Whether the scalar is the Thai or Lao nikhahit, the mark that is the first half of SARA AM.
    private static func isNikhahit(_ scalar: UInt32) -> Bool { scalar & ~0x80 == 0xE4D }
    /// Whether the scalar is the Thai or Lao SARA AA, the second half of SARA AM.
    private static func isAa(_ scalar: UInt32) -> Bool { scalar & ~0x80 == 0xE32 }
}
