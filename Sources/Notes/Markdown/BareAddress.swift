import SourceText

/// Addresses without angle brackets (GFM 6.9). Unlike there, any scheme counts, and brackets, quotes and bars end one.
enum BareAddress {
    /// Returns the range of the address whose first slash is at `slash`, as in `https://host`, or nil if there is none.
    ///
    /// - Parameter start: the earliest start of the scheme.
    static func range(in text: [UInt8], aroundSlash slash: Int, from start: Int) -> Range<Int>? {
        guard slash > start + 1, slash + 2 < text.count, text[slash - 1] == Byte.colon, text[slash + 1] == Byte.slash,
            text[slash - 2].isLetter
        else { return nil }
        var lower = slash - 1
        while lower > start, text[lower - 1].isLetter || text[lower - 1].isDigit { lower -= 1 }
        let upper = end(in: text, from: slash + 2)
        return upper > slash + 2 ? lower..<upper : nil
    }

    /// Returns the range of the address `www.host` at `start`, or nil if there is none.
    static func web(in text: [UInt8], at start: Int) -> Range<Int>? {
        guard text.holds(Array("www.".utf8), at: start), startsWord(text, start) else { return nil }
        let upper = end(in: text, from: start)
        return text[(start + 4)..<max(upper, start + 4)].contains(Byte.dot) ? start..<upper : nil
    }

    /// Returns the range of the mail address around the `@` at `at`, or nil if there is none.
    ///
    /// - Parameter start: the earliest start of the address.
    static func mail(in text: [UInt8], around at: Int, from start: Int) -> Range<Int>? {
        func isPart(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || byte == Byte.hyphen || byte == Byte.underscore || byte == Byte.dot
        }
        var lower = at
        while lower > start, isPart(text[lower - 1]) || text[lower - 1] == Byte.plus { lower -= 1 }
        var upper = at + 1
        while upper < text.count, isPart(text[upper]) { upper += 1 }
        while upper > at + 1, text[upper - 1] == Byte.dot { upper -= 1 }
        guard lower < at, upper > at + 1, text[at + 1] != Byte.dot, text[(at + 1)..<upper].contains(Byte.dot),
            text[upper - 1] != Byte.hyphen, text[upper - 1] != Byte.underscore
        else { return nil }
        return lower..<upper
    }

    private static func startsWord(_ text: [UInt8], _ start: Int) -> Bool {
        start == 0 || text[start - 1].isWhiteSpace || "*_~(".utf8.contains(text[start - 1])
    }

    /// Returns the end of the address that continues at `start`, without punctuation that belongs to the sentence.
    private static func end(in text: [UInt8], from start: Int) -> Int {
        var end = start
        var depth = 0
        scan: while end < text.count, !text[end].isWhiteSpace {
            switch text[end] {
            case Byte.less, Byte.greater, Byte.leftBracket, Byte.rightBracket, Byte.backtick, Byte.quote, Byte.bar:
                break scan
            case Byte.leftParenthesis: depth += 1
            case Byte.rightParenthesis:
                if depth == 0 { break scan }
                depth -= 1
            default: break
            }
            end += 1
        }
        while end > start, "?!.,:*_~'(".utf8.contains(text[end - 1]) { end -= 1 }
        return end
    }
}
