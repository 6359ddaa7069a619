import SourceText

/// A matcher for a pattern, in time linear in the text. It caches states. Each thread needs its own.
package struct Matcher: Sendable {
    private let pattern: Pattern
    private var forward: LazyAutomaton
    private var backward: LazyAutomaton

    /// Creates a matcher with empty caches, which may grow to about 20 MB.
    package init(_ pattern: Pattern) {
        self.pattern = pattern
        forward = LazyAutomaton(pattern.forward, alphabet: pattern.alphabet, tellsIdle: pattern.prefix != nil)
        backward = LazyAutomaton(pattern.backward, alphabet: pattern.alphabet, tellsIdle: false)
    }

    /// Whether the pattern matches anywhere in the range, whose ends count as those of the text.
    ///
    /// Bytes that are not UTF-8 never match.
    package mutating func matches(_ text: [UInt8], in range: Range<Int>) -> Bool {
        let range = range.clamped(to: text.indices)
        return matchEnd(in: text, range, from: range.lowerBound, isAnyEnough: true) != nil
    }

    /// Returns the first match that starts at or after `from`. Of several with the same start, Perl's choice is
    /// returned: the earlier branch of `|`, and the longer repetition unless it is lazy.
    ///
    /// The ends of `range` count as those of the text, and text before `from` counts for `^` and `\b`. To find all
    /// matches, continue at the end of the last one, or after the next scalar if it was empty. A `from` inside a scalar
    /// counts as its end. Bytes that are not UTF-8 never match.
    package mutating func firstMatch(_ text: [UInt8], in range: Range<Int>, from: Int) -> Range<Int>? {
        let range = range.clamped(to: text.indices)
        guard from <= range.upperBound else { return nil }
        let from = text.scalarBoundary(from: max(from, range.lowerBound), in: range)
        guard let end = matchEnd(in: text, range, from: from, isAnyEnough: false) else { return nil }
        return matchStart(in: text, range, from: from, end: end)..<end
    }

    /// Returns the end of the first match, or of any match if `isAnyEnough` is set.
    private mutating func matchEnd(in text: [UInt8], _ range: Range<Int>, from: Int, isAnyEnough: Bool) -> Int? {
        var index = from
        if let required = pattern.required, required.first(in: text, index..<range.upperBound) == nil { return nil }
        var step = forward.start(context(before: index, in: text, range))
        var found: Int?
        while true {
            if step.isIdle, let prefix = pattern.prefix {
                guard let next = prefix.first(in: text, index..<range.upperBound) else { return found }
                if next > index {
                    index = next
                    step = forward.start(context(before: index, in: text, range))
                }
            }
            (step, index) = run(from: step, at: index, in: text, before: range.upperBound)
            let (letter, length) =
                index < range.upperBound
                ? pattern.alphabet.letter(in: text, at: index, before: range.upperBound) : (pattern.alphabet.end, 0)
            step = forward.step(from: step.row, reading: letter)
            if step.isMatch {
                found = index
                if isAnyEnough { return found }
            }
            if step.isDead || length == 0 { return found }
            index += length
        }
    }

    /// Advances while steps are cached and plain, through ASCII and valid UTF-8 of two or three bytes.
    private func run(
        from step: LazyAutomaton.Step, at index: Int, in text: [UInt8], before end: Int
    ) -> (LazyAutomaton.Step, Int) {
        let rows = forward.rows.span
        let bytes = pattern.alphabet.bytes.span
        let pages = pattern.alphabet.pages.span
        let letters = pattern.alphabet.letters.span
        let text = text.span
        var (step, index) = (step, index)
        while index < end {
            let byte = text[index]
            var letter = bytes[Int(byte)]
            var length = 1
            if letter == Alphabet.undecided {
                // The caller handles bytes that may be invalid (Unicode, table 3-7).
                var value: UInt32
                if byte >= 0xC2, byte <= 0xDF, index + 1 < end, text[index + 1] & 0xC0 == 0x80 {
                    value = UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
                    length = 2
                } else if byte >= 0xE1, byte <= 0xEF, byte != 0xED, index + 2 < end,
                    text[index + 1] & 0xC0 == 0x80, text[index + 2] & 0xC0 == 0x80
                {
                    value = UInt32(byte & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6
                    value |= UInt32(text[index + 2] & 0x3F)
                    length = 3
                } else {
                    break
                }
                letter = letters[Int(pages[Int(value >> 8)]) << 8 | Int(value & 0xFF)]
            }
            let next = rows[step.row + Int(letter)]
            if !next.isPlain { break }
            step = next
            index += length
        }
        return (step, index)
    }

    /// Returns the start of the longest match that ends at `end`.
    private mutating func matchStart(in text: [UInt8], _ range: Range<Int>, from: Int, end: Int) -> Int {
        let alphabet = pattern.alphabet
        var after = alphabet.end
        if end < range.upperBound { after = alphabet.letter(in: text, at: end, before: range.upperBound).letter }
        var step = backward.start(alphabet.contexts[after])
        var index = end
        var start = end
        while true {
            let (letter, length) =
                index > range.lowerBound ? alphabet.letter(in: text, endingAt: index, within: range) : (alphabet.end, 0)
            step = backward.step(from: step.row, reading: letter)
            if step.isMatch { start = index }
            if step.isDead || index <= from { return start }
            index -= length
        }
    }

    private func context(before index: Int, in text: [UInt8], _ range: Range<Int>) -> Context {
        guard pattern.looksAround else { return [] }
        let alphabet = pattern.alphabet
        if index == range.lowerBound { return alphabet.contexts[alphabet.end] }
        return alphabet.contexts[alphabet.letter(in: text, endingAt: index, within: range).letter]
    }
}

extension [UInt8] {
    /// Returns the first offset at or after `index` that is not inside a scalar.
    fileprivate func scalarBoundary(from index: Int, in range: Range<Int>) -> Int {
        guard range.contains(index), self[index] & 0xC0 == 0x80 else { return index }
        for start in stride(from: index - 1, through: Swift.max(index - 3, range.lowerBound), by: -1)
        where self[start] & 0xC0 != 0x80 {
            return Swift.max(index, start + scalar(at: start, before: range.upperBound).length)
        }
        return index
    }
}
