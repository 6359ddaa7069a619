import SourceText

/// Divides code into strings, comments, numbers, keywords and the rest.
///
/// It knows no grammar, so that one small scanner serves all languages of `CodeLanguageTable.swift`.
struct CodeColors {
    /// The kind of a part, whose raw value is its class in HTML.
    enum Kind: String, Sendable { case string = "s", comment = "c", number = "n", keyword = "k" }

    private let language: CodeLanguage
    private let bytes: [UInt8]
    /// The bytes with which a comment or a string can start. Other bytes need no comparison with each of these.
    private let startsPart: [Bool]
    private var index = 0
    /// Whether the scan is between `<` and `>` of markup.
    private var isInTag = false
    private var parts: [(range: Range<Int>, kind: Kind)] = []

    /// Returns the colored parts of code, in order and without overlaps. Complexity: O(length).
    static func parts(of code: [UInt8], _ language: CodeLanguage) -> [(range: Range<Int>, kind: Kind)] {
        var colors = CodeColors(language: language, bytes: code)
        while colors.index < code.count { colors.readPart() }
        return colors.parts
    }

    private init(language: CodeLanguage, bytes: [UInt8]) {
        self.language = language
        self.bytes = bytes
        let starts = language.lineComments + language.blockComments.map(\.opening) + language.quotes.map(\.opening)
        var startsPart = Array(repeating: false, count: 256)
        for byte in starts.compactMap(\.first) { startsPart[Int(byte)] = true }
        self.startsPart = startsPart
    }

    private mutating func add(to end: Int, _ kind: Kind) {
        parts.append((index..<end, kind))
        index = end
    }

    private var isAtLineStart: Bool { index == 0 || bytes[index - 1] == Byte.newline }

    private func lineEnd(from start: Int) -> Int { bytes[start...].firstIndex(of: Byte.newline) ?? bytes.count }

    /// Returns the end of the first `text` from `start`, or the end of the code.
    private func end(of text: [UInt8], from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            if bytes.holds(text, at: end) { return end + text.count }
            end += 1
        }
        return bytes.count
    }

    private func isWord(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == Byte.underscore || byte >= 0x80 || language.wordBytes.contains(byte)
    }

    private func wordEnd(from start: Int) -> Int {
        var end = start
        while end < bytes.count, isWord(bytes[end]) { end += 1 }
        return end
    }

    private mutating func readPart() {
        switch language.structure {
        case .diff: return readChangedLine()
        case .markup: if readMarkup() { return }
        case .keys(let mark): if isAtLineStart, readKey(before: mark) { return }
        case .words: break
        }
        let byte = bytes[index]
        if startsPart[Int(byte)], readComment() || readString() { return }
        if byte.isDigit {
            var end = wordEnd(from: index)
            // A fraction, but not the end of a range.
            if end + 1 < bytes.count, bytes[end] == Byte.dot, bytes[end + 1].isDigit { end = wordEnd(from: end + 1) }
            add(to: end, .number)
        } else if isWord(byte) {
            let end = wordEnd(from: index)
            let word = bytes.text(index..<end)
            let isKeyword = language.keywords.contains(language.ignoresCase ? word.lowercased() : word)
            if isKeyword { add(to: end, .keyword) } else { index = end }
        } else if byte == language.prefix, index + 1 < bytes.count, bytes[index + 1].isLetter {
            add(to: wordEnd(from: index + 1), .keyword)
        } else {
            index += 1
        }
    }

    private mutating func readComment() -> Bool {
        for (opening, closing) in language.blockComments where bytes.holds(opening, at: index) {
            add(to: end(of: closing, from: index + opening.count), .comment)
            return true
        }
        if language.commentsStartWords, index > 0, !bytes[index - 1].isWhiteSpace { return false }
        guard language.lineComments.contains(where: { bytes.holds($0, at: index) }) else { return false }
        add(to: lineEnd(from: index), .comment)
        return true
    }

    private mutating func readString() -> Bool {
        for quote in language.quotes where bytes.holds(quote.opening, at: index) {
            if quote.isCharacter {
                guard let end = characterEnd else { continue }
                add(to: end, .string)
                return true
            }
            var end = index + quote.opening.count
            while end < bytes.count, quote.isMultiline || bytes[end] != Byte.newline {
                if bytes.holds(quote.closing, at: end) {
                    end += quote.closing.count
                    break
                }
                end += quote.hasEscapes && bytes[end] == Byte.backslash && end + 1 < bytes.count ? 2 : 1
            }
            add(to: end, .string)
            return true
        }
        return false
    }

    /// The end of a literal of one character or escape at the current quote, or nil if there is none: `'a` is a lifetime.
    private var characterEnd: Int? {
        var end = index + 1
        guard end < bytes.count, bytes[end] != Byte.apostrophe, bytes[end] != Byte.newline else { return nil }
        if bytes[end] == Byte.backslash {
            let limit = min(end + 12, bytes.count)
            end += 2
            while end < limit, bytes[end] != Byte.apostrophe, bytes[end] != Byte.newline { end += 1 }
        } else {
            end += 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        }
        return end < bytes.count && bytes[end] == Byte.apostrophe ? end + 1 : nil
    }

    /// Reads a key at the start of a line, after spaces and the hyphen of a list item, or the name of a section.
    private mutating func readKey(before mark: UInt8) -> Bool {
        var start = index
        while start < bytes.count, bytes[start].isBlank || bytes[start] == Byte.hyphen && mark == Byte.colon {
            start += 1
        }
        if mark == Byte.equals, start < bytes.count, bytes[start] == Byte.leftBracket {
            index = start
            add(to: lineEnd(from: start), .keyword)
            return true
        }
        let end = wordEnd(from: start)
        var next = end
        while next < bytes.count, bytes[next].isBlank { next += 1 }
        guard end > start, next < bytes.count, bytes[next] == mark else { return false }
        index = start
        add(to: end, .keyword)
        return true
    }

    /// Reads the start or the end of a tag, or a byte of text. Returns false in tags and comments.
    private mutating func readMarkup() -> Bool {
        if isInTag {
            if bytes[index] != Byte.greater { return false }
            isInTag = false
            index += 1
            return true
        }
        if language.blockComments.contains(where: { bytes.holds($0.opening, at: index) }) { return false }
        guard bytes[index] == Byte.less, index + 1 < bytes.count,
            bytes[index + 1].isLetter || [Byte.slash, Byte.bang, Byte.question].contains(bytes[index + 1])
        else {
            index += 1
            return true
        }
        var end = index + 2
        while end < bytes.count, isWord(bytes[end]) || bytes[end] == Byte.hyphen || bytes[end] == Byte.colon {
            end += 1
        }
        add(to: end, .keyword)
        isInTag = true
        return true
    }

    private mutating func readChangedLine() {
        let end = min(lineEnd(from: index) + 1, bytes.count)
        switch bytes[index] {
        case Byte.plus: add(to: end, .string)
        case Byte.hyphen: add(to: end, .keyword)
        case Byte.at: add(to: end, .comment)
        default: index = end
        }
    }
}
