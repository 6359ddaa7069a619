/// Finds the words in a text that is folded already.
struct WordScanner {
    let bytes: [UInt8]
    /// Whether a separator, or the start of the text, stands before the last word.
    private(set) var startsRun = true
    private var index = 0
    private let table = FoldingTable.shared

    init(_ folded: [UInt8]) { bytes = folded }

    /// The range of the next word, or nil at the end.
    mutating func next() -> Range<Int>? {
        startsRun = index == 0
        // A mark that stands on no letter separates too.
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

    /// A character that is a word by itself, up to `after`, and its marks.
    private mutating func single(_ after: Int) -> Range<Int> {
        let start = index
        index = after
        while index < bytes.count, bytes[index] >= 0x80 {
            let (scalar, after) = FoldingScalar.read(bytes.span, at: index, before: bytes.count)
            if table[scalar].kind != FoldingTable.Kind.mark { break }
            index = after
        }
        return start..<index
    }
}
