/// A pattern for names and paths: `*` is any run within a path part, `**` any run across parts, `?` one character
/// within a part, and a backslash takes the next character as it is. It has to match the whole text.
///
/// `**/` at the start or after a slash also stands for nothing, as in gitignore(5): `**/x` matches `x`.
package struct Glob: Hashable, Sendable {
    private enum Piece: Hashable {
        case byte(UInt8)
        case one, within, across
        /// `**/`: nothing, or anything that ends in a slash.
        case parts
    }

    private let pieces: [Piece]

    /// - Parameter fold: applied to the literal stretches, as it must be to the texts given to `matches`.
    package init(_ pattern: [UInt8], folding fold: ([UInt8]) -> [UInt8] = { $0 }) {
        var pieces: [Piece] = []
        var literal: [UInt8] = []
        func flush() {
            pieces += fold(literal).map { .byte($0) }
            literal = []
        }
        var index = 0
        while index < pattern.count {
            let byte = pattern[index]
            index += 1
            switch byte {
            case Byte.backslash where index < pattern.count:
                literal.append(pattern[index])
                index += 1
            case Byte.question:
                flush()
                pieces.append(.one)
            case Byte.star where index < pattern.count && pattern[index] == Byte.star:
                let startsPart = literal.last.map { $0 == Byte.slash } ?? (pieces.isEmpty || pieces.last == .parts)
                flush()
                while index < pattern.count, pattern[index] == Byte.star { index += 1 }
                if startsPart, index < pattern.count, pattern[index] == Byte.slash {
                    index += 1
                    pieces.append(.parts)
                } else {
                    pieces.append(.across)
                }
            case Byte.star:
                flush()
                pieces.append(.within)
            default:
                literal.append(byte)
            }
        }
        flush()
        self.pieces = pieces
    }

    /// A pattern that stands for `text` alone, whatever signs it has.
    package init(escaping text: [UInt8], folding fold: ([UInt8]) -> [UInt8] = { $0 }) {
        pieces = fold(text).map { .byte($0) }
    }

    /// Whether `pattern` has a star or question mark that no backslash takes away.
    package static func isPattern(_ pattern: [UInt8]) -> Bool {
        var escaped = false
        for byte in pattern {
            if escaped {
                escaped = false
            } else if byte == Byte.backslash {
                escaped = true
            } else if byte == Byte.star || byte == Byte.question {
                return true
            }
        }
        return false
    }

    /// `pattern` with its backslashes taken out: the text that it stands for where it is no pattern.
    package static func literal(_ pattern: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var escaped = false
        for byte in pattern {
            if !escaped, byte == Byte.backslash {
                escaped = true
            } else {
                escaped = false
                result.append(byte)
            }
        }
        return escaped ? result + [Byte.backslash] : result
    }

    /// Complexity: O(text × pattern), whatever the stars.
    package func matches(_ text: [UInt8]) -> Bool {
        if pieces.count < UInt64.bitWidth { return matchesFew(text) }
        // The set of places in the pattern that the text so far may have led to.
        var states = [Bool](repeating: false, count: pieces.count + 1)
        states[0] = true
        close(&states)
        for (index, byte) in text.enumerated() {
            var next = [Bool](repeating: false, count: pieces.count + 1)
            let ends = index + 1 == text.count || text[index + 1] & 0xC0 != 0x80
            var alive = false
            for index in 0..<pieces.count where states[index] {
                switch pieces[index] {
                case .byte(let wanted):
                    if wanted == byte { next[index + 1] = true }
                case .one:
                    // A question mark takes all the bytes of one scalar.
                    if byte != Byte.slash { next[ends ? index + 1 : index] = true }
                case .within:
                    if byte != Byte.slash { next[index] = true }
                case .across:
                    next[index] = true
                case .parts:
                    next[index] = true
                }
                alive = true
            }
            if !alive { return false }
            close(&next, after: byte)
            states = next
        }
        return states[pieces.count]
    }

    /// The same for a pattern whose places fit the bits of a number, as those of nearly all do.
    private func matchesFew(_ text: [UInt8]) -> Bool {
        var states = closed(1, after: nil)
        for index in text.indices {
            let byte = text[index]
            let ends = index + 1 == text.count || text[index + 1] & 0xC0 != 0x80
            var left = states & ~(1 << UInt64(pieces.count))
            if left == 0 { return false }
            var next: UInt64 = 0
            while left != 0 {
                let place = UInt64(left.trailingZeroBitCount)
                left &= left - 1
                switch pieces[Int(place)] {
                case .byte(let wanted): if wanted == byte { next |= 1 << (place + 1) }
                case .one: if byte != Byte.slash { next |= 1 << (ends ? place + 1 : place) }
                case .within: if byte != Byte.slash { next |= 1 << place }
                case .across, .parts: next |= 1 << place
                }
            }
            states = closed(next, after: byte)
        }
        return states & 1 << UInt64(pieces.count) != 0
    }

    private func closed(_ states: UInt64, after byte: UInt8?) -> UInt64 {
        var states = states
        var left = states
        while left != 0 {
            let place = UInt64(left.trailingZeroBitCount)
            left &= left - 1
            if place >= pieces.count { break }
            let isLeft =
                switch pieces[Int(place)] {
                case .within, .across: true
                case .parts: byte == nil || byte == Byte.slash
                case .byte, .one: false
                }
            if isLeft, states & 1 << (place + 1) == 0 {
                states |= 1 << (place + 1)
                left |= 1 << (place + 1)
            }
        }
        return states
    }

    /// Adds the places that are reached without a byte. `.parts` may be left only where a part begins.
    private func close(_ states: inout [Bool], after byte: UInt8? = nil) {
        for index in 0..<pieces.count where states[index] {
            switch pieces[index] {
            case .within, .across: states[index + 1] = true
            case .parts: if byte == nil || byte == Byte.slash { states[index + 1] = true }
            default: break
            }
        }
    }
}
