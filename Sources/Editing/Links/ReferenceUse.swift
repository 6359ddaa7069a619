import SourceText

/// The form of one use of a reference definition: full `[text][label]`, collapsed `[label][]` or shortcut `[label]`. It
/// tells how to rename the label, and which text to keep when the definition is removed.
struct ReferenceUse {
    /// Whether the label follows a text in brackets.
    let isFull: Bool
    /// Whether empty brackets follow the label.
    let isCollapsed: Bool
    let shown: Range<Int>

    init(_ use: (range: Range<Int>, label: Range<Int>), in bytes: [UInt8]) {
        let (start, end) = (use.range.lowerBound, use.range.upperBound)
        isFull =
            use.label.upperBound + 1 == end && use.label.lowerBound > start + 2
            && bytes[use.label.lowerBound - 2] == Byte.rightBracket
        isCollapsed = !isFull && bytes.holds(Array("[]".utf8), at: end - 2)
        let first = start + (bytes[start] == Byte.bang ? 2 : 1)
        shown = isFull ? first..<max(first, use.label.lowerBound - 2) : use.label
    }
}
