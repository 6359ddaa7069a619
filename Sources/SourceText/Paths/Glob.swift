/// A pattern for names and paths. `*` matches any run within a path part, `**` any run across parts, `?` one character
/// within a part. A backslash escapes the next character. The pattern must match the whole text.
///
/// `**/` at the start or after a slash also matches nothing, as in gitignore(5): `**/x` matches `x`.
package struct Glob: Hashable, Sendable {
    /// A byte to match, or a wildcard: `?` (`one`), `*` (`within`) or `**` (`across`).
    private enum Piece: Hashable {
        case byte(UInt8)
        case one, within, across
        /// One character of a set, or outside of it.
        case oneOf(CharacterClass)
        /// `**/`: nothing, or any text that ends in a slash.
        case parts
    }

    private let pieces: [Piece]
    /// The pieces as bit masks, or nil for 64 pieces or more.
    private let bits: Bits?

    /// - Parameters:
    ///   - isPath: whether the texts are paths. If not, a slash has no meaning, and `*` also matches it.
    ///   - hasClasses: whether `[a-z]` is a class of characters, as in gitignore(5). Otherwise brackets are literal.
    ///   - fold: the folding of literal text. The caller must apply it to the texts passed to `matches` as well.
    package init(
        _ pattern: [UInt8], isPath: Bool = true, hasClasses: Bool = false, folding fold: ([UInt8]) -> [UInt8] = { $0 }
    ) {
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
            case Byte.star where !isPath:
                flush()
                if pieces.last != .across { pieces.append(.across) }
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
            case Byte.leftBracket where hasClasses:
                guard let (characters, end) = CharacterClass.read(pattern, at: index) else {
                    literal.append(byte)
                    continue
                }
                flush()
                pieces.append(.oneOf(characters))
                index = end
            default:
                literal.append(byte)
            }
        }
        flush()
        self.init(pieces: pieces)
    }

    private init(pieces: [Piece]) {
        self.pieces = pieces
        bits = Bits(pieces)
    }

    package static func == (a: Glob, b: Glob) -> Bool { a.pieces == b.pieces }
    package func hash(into hasher: inout Hasher) { hasher.combine(pieces) }

    /// Creates a pattern that matches only `text`, treating all characters as literals.
    package init(escaping text: [UInt8], folding fold: ([UInt8]) -> [UInt8] = { $0 }) {
        self.init(pieces: fold(text).map { .byte($0) })
    }

    /// Whether `pattern` contains an unescaped star or question mark.
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

    /// Returns `pattern` without its escaping backslashes: the literal text of a pattern without wildcards.
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

    /// Whether the pattern matches the whole text. Complexity: O(text × pattern), regardless of stars.
    package func matches(_ text: [UInt8]) -> Bool {
        if let bits { return bits.matches(text) }
        // The set of pattern positions reachable after the text so far, one bit each.
        var places = [UInt64](repeating: 0, count: pieces.count / 64 + 1)
        var next = places
        Self.insert(0, into: &places)
        close(&places, after: nil)
        for index in text.indices {
            let byte = text[index]
            let ends = index + 1 == text.count || text[index + 1] & 0xC0 != 0x80
            var isAlive = false
            for word in places.indices {
                var left = places[word]
                while left != 0 {
                    let place = word << 6 | left.trailingZeroBitCount
                    left &= left - 1
                    if place == pieces.count { break }
                    isAlive = true
                    switch pieces[place] {
                    case .byte(let wanted): if wanted == byte { Self.insert(place + 1, into: &next) }
                    // A question mark consumes all bytes of one scalar.
                    case .one: if byte != Byte.slash { Self.insert(ends ? place + 1 : place, into: &next) }
                    case .oneOf(let characters):
                        if !ends {
                            Self.insert(place, into: &next)
                        } else if characters.contains(CharacterClass.scalar(endingAt: index, in: text)) {
                            Self.insert(place + 1, into: &next)
                        }
                    case .within: if byte != Byte.slash { Self.insert(place, into: &next) }
                    case .across, .parts: Self.insert(place, into: &next)
                    }
                }
                // Clear the word for reuse as `next`.
                places[word] = 0
            }
            if !isAlive { return false }
            close(&next, after: byte)
            swap(&places, &next)
        }
        return places[pieces.count >> 6] & 1 << UInt64(pieces.count & 63) != 0
    }

    private static func insert(_ place: Int, into places: inout [UInt64]) {
        places[place >> 6] |= 1 << UInt64(place & 63)
    }

    /// Adds the positions reachable without a byte. `.parts` can be skipped only at the start of a part.
    private func close(_ places: inout [UInt64], after byte: UInt8?) {
        for word in places.indices {
            var seen: UInt64 = 0
            // Also visit positions added by this loop.
            while case let left = places[word] & ~seen, left != 0 {
                let place = word << 6 | left.trailingZeroBitCount
                seen |= left & (0 &- left)
                if place == pieces.count { return }
                switch pieces[place] {
                case .within, .across: Self.insert(place + 1, into: &places)
                case .parts: if byte == nil || byte == Byte.slash { Self.insert(place + 1, into: &places) }
                case .byte, .one, .oneOf: break
                }
            }
        }
    }

    /// A matcher that keeps the reachable positions in one integer. Each byte takes a few operations, and nothing is
    /// allocated.
    private struct Bits: Sendable {
        /// For each byte, the positions that expect it.
        private var expecting = [UInt64](repeating: 0, count: 256)
        private var ones: UInt64 = 0
        /// The positions of classes, also as one mask.
        private var classes: [(bit: UInt64, characters: CharacterClass)] = []
        private var inClasses: UInt64 = 0
        private var withins: UInt64 = 0
        private var acrosses: UInt64 = 0
        private var parts: UInt64 = 0
        private let end: UInt64

        init?(_ pieces: [Piece]) {
            guard pieces.count < 64 else { return nil }
            end = 1 << UInt64(pieces.count)
            for (place, piece) in pieces.enumerated() {
                let bit: UInt64 = 1 << UInt64(place)
                switch piece {
                case .byte(let byte): expecting[Int(byte)] |= bit
                case .one: ones |= bit
                case .oneOf(let characters):
                    classes.append((bit, characters))
                    inClasses |= bit
                case .within: withins |= bit
                case .across: acrosses |= bit
                case .parts: parts |= bit
                }
            }
        }

        func matches(_ text: [UInt8]) -> Bool {
            var places = reached(1, startsPart: true)
            for index in text.indices {
                let byte = text[index]
                var next = (places & expecting[Int(byte)]) << 1 | places & (acrosses | parts)
                if byte != Byte.slash {
                    next |= places & withins
                    // A question mark consumes all bytes of one scalar.
                    let ends = index + 1 == text.count || text[index + 1] & 0xC0 != 0x80
                    next |= ends ? (places & ones) << 1 : places & ones
                    if places & inClasses != 0 {
                        next |= ends ? matched(places, endingAt: index, in: text) : places & inClasses
                    }
                }
                if next == 0 { return false }
                places = reached(next, startsPart: byte == Byte.slash)
            }
            return places & end != 0
        }

        /// Returns the positions after the classes at `places` that contain the character that ends at `index`.
        private func matched(_ places: UInt64, endingAt index: Int, in text: [UInt8]) -> UInt64 {
            let scalar = CharacterClass.scalar(endingAt: index, in: text)
            return classes.reduce(0) { places & $1.bit != 0 && $1.characters.contains(scalar) ? $0 | $1.bit << 1 : $0 }
        }

        /// Adds the positions reachable without a byte. `parts` can be skipped only at the start of a part.
        private func reached(_ places: UInt64, startsPart: Bool) -> UInt64 {
            let leaving = startsPart ? withins | acrosses | parts : withins | acrosses
            var places = places
            while case let more = places | (places & leaving) << 1, more != places { places = more }
            return places
        }
    }
}
