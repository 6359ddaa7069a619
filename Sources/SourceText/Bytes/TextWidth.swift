/// How much room text takes on a terminal.
package enum TextWidth {
    /// The columns of a text: East Asian wide characters take two, marks none. Complexity: O(length).
    package static func columns(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns($1) } }

    package static func columns(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// Where the scalars that begin at `offset` have filled `columns`, no later than `end`; and the columns that are
    /// left. Bytes that are not UTF-8 take one each.
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

    /// As `forward`, towards the start.
    package static func backward(
        from offset: Int, to start: Int, in bytes: [UInt8], columns: Int
    ) -> (offset: Int, left: Int) {
        var offset = offset
        var left = columns
        while offset > start {
            var before = offset - 1
            while before > start, offset - before < 4, bytes[before] & 0xC0 == 0x80 { before -= 1 }
            // What leads nowhere is bytes of their own.
            if next(after: before, to: offset, in: bytes) != offset { before = offset - 1 }
            let width = width(before..<offset, in: bytes)
            if width > left { break }
            left -= width
            offset = before
        }
        return (offset, left)
    }

    /// The end of the scalar that begins at `offset`.
    private static func next(after offset: Int, to end: Int, in bytes: [UInt8]) -> Int {
        var next = offset + 1
        if bytes[offset] >= 0xC0 { while next < end, next - offset < 4, bytes[next] & 0xC0 == 0x80 { next += 1 } }
        return next
    }

    private static func width(_ range: Range<Int>, in bytes: [UInt8]) -> Int {
        range.count == 1 ? 1 : columns(bytes.text(range))
    }
}
