/// The width of text on a terminal.
package enum TextWidth {
    /// Returns the number of columns of a text. Complexity: O(length).
    package static func columns(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns($1) }
    }

    /// Returns at most `width` columns of a path, with an ellipsis in the middle if it is longer.
    package static func clippedInside(_ text: String, to width: Int) -> String {
        if columns(text) <= width { return text }
        guard width > 2 else { return width > 0 ? "…" : "" }
        func taken(_ characters: some Sequence<Character>, _ width: Int) -> [Character] {
            var left = width
            return Array(
                characters.prefix { character in
                    left -= columns(character)
                    return left >= 0
                })
        }
        // The name at the end is more important than the folders before it.
        let end = (width - 1) * 2 / 3
        return String(taken(text, width - 1 - end)) + "…" + String(taken(text.reversed(), end).reversed())
    }

    /// Returns the number of columns of one character: two for East Asian wide characters and emoji, zero for single
    /// marks.
    ///
    /// A sequence of scalars, such as an accented letter, a family joined by U+200D or a flag, is as wide as its widest
    /// part. U+FE0F selects the emoji form (Unicode Standard Annex 11; Technical Standard 51, section 1.4.3).
    package static func columns(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count == 1 { return columns(first) }
        // A carriage return with its line feed.
        if first.value < 0x20 { return 1 }
        if isFlagPart(first) { return 2 }
        var widest = columns(first)
        for scalar in scalars.dropFirst() {
            if scalar.value == 0xFE0F, first.properties.isEmoji { return 2 }
            widest = max(widest, columns(scalar))
        }
        return min(widest, 2)
    }

    private static func isFlagPart(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    package static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        // Hangul vowels and finals written as separate jamo combine with the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
            0x20000...0x3FFFD:
            return 2
        case 0x2300...: return scalar.properties.isEmojiPresentation && !isFlagPart(scalar) ? 2 : 1
        default: return 1
        }
    }

    /// Returns the offset at which the scalars from `offset` on fill `columns`, at most `end`, and the unused columns.
    /// Bytes that are not UTF-8 take one column each.
    package static func forward(
        from offset: Int, to end: Int, in bytes: [UInt8], columns: Int
    ) -> (offset: Int, left: Int) {
        var offset = offset
        var left = columns
        while offset < end {
            let next = self.next(after: offset, to: end, in: bytes)
            let width = width(offset..<next, in: bytes)
            if width > left { break }
            left -= width
            offset = next
        }
        return (offset, left)
    }

    /// Does the same as `forward`, towards the start.
    package static func backward(
        from offset: Int, to start: Int, in bytes: [UInt8], columns: Int
    ) -> (offset: Int, left: Int) {
        var offset = offset
        var left = columns
        while offset > start {
            var before = offset - 1
            while before > start, offset - before < 4, bytes[before] & 0xC0 == 0x80 { before -= 1 }
            // Bytes that form no scalar count individually.
            if next(after: before, to: offset, in: bytes) != offset { before = offset - 1 }
            let width = width(before..<offset, in: bytes)
            if width > left { break }
            left -= width
            offset = before
        }
        return (offset, left)
    }

    /// Returns the end of the scalar that starts at `offset`.
    private static func next(after offset: Int, to end: Int, in bytes: [UInt8]) -> Int {
        var next = offset + 1
        if bytes[offset] >= 0xC0 { while next < end, next - offset < 4, bytes[next] & 0xC0 == 0x80 { next += 1 } }
        return next
    }

    private static func width(_ range: Range<Int>, in bytes: [UInt8]) -> Int {
        range.count == 1 ? 1 : columns(bytes.text(range))
    }
}
