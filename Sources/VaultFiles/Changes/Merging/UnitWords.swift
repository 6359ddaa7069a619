import Notes
import SourceText

/// The text of a unit as words, for the comparison and the merge of changes inside it.
struct UnitWords {
    struct Word: Hashable {
        /// The white space and the marks of quotes before the word.
        var space: [UInt8]
        var text: [UInt8]

        /// Whether the word is a character of Chinese, Japanese or Korean.
        var isIdeograph: Bool { text.count == 3 && text.first.map { UnitWords.beginsIdeograph($0) } ?? false }

        /// Whether a sentence ends after the word.
        var endsSentence: Bool {
            let text = text.reversed().drop { "\"')]*_”’»".utf8.contains($0) }
            if let last = text.first, ".!?".utf8.contains(last) { return true }
            return ["。", "！", "？"].contains { self.text == Array($0.utf8) }
        }
    }

    /// The indentation and the markers of containers before the text.
    var marker: [UInt8]
    /// The check box of a task, or nothing.
    var box: [UInt8]
    var words: [Word]
    /// The properties at the end of a task, each with its sign or name first.
    var properties: [[Word]] = []
    /// The white space after the last word.
    var end: [UInt8]

    var bytes: [UInt8] { marker + box + allWords.flatMap { $0.space + $0.text } + end }

    /// The words with those of the properties.
    var allWords: [Word] { words + properties.flatMap { $0 } }

    init(_ unit: MergeUnit, _ text: [UInt8]) {
        let isQuoted = unit.containers.contains(.quote)
        var cursor = 0
        /// Skips white space, and marks of quotes at the start of a line.
        func skip(isLineStart: Bool) -> [UInt8] {
            let start = cursor
            var isLineStart = isLineStart
            while cursor < text.count {
                if text[cursor] == Byte.newline {
                    isLineStart = true
                } else if !text[cursor].isWhiteSpace {
                    guard isQuoted, isLineStart, text[cursor] == Byte.greater else { break }
                }
                cursor += 1
            }
            return Array(text[start..<cursor])
        }
        var marker = skip(isLineStart: true)
        if unit.startsItem || unit.containers.contains(.footnote) {
            while let length = Self.markerLength(text[cursor...]) {
                marker += text[cursor..<cursor + length]
                cursor += length
                marker += skip(isLineStart: false)
            }
        }
        self.marker = marker
        box = []
        if unit.startsItem, cursor + 2 < text.count, text[cursor] == Byte.leftBracket,
            text[cursor + 2] == Byte.rightBracket, cursor + 3 == text.count || text[cursor + 3].isWhiteSpace
        {
            box = Array(text[cursor..<cursor + 3])
            cursor += 3
        }
        words = []
        var isRow = false
        if case .block(.row(_)) = unit.kind { isRow = true }
        var space = skip(isLineStart: false)
        while cursor < text.count {
            let length = Self.wordLength(text[cursor...], isRow: isRow)
            words.append(Word(space: space, text: Array(text[cursor..<cursor + length])))
            cursor += length
            space = skip(isLineStart: false)
        }
        end = space
        if !box.isEmpty { splitProperties() }
    }

    /// Returns the length of a list marker or the label of a footnote.
    private static func markerLength(_ text: ArraySlice<UInt8>) -> Int? {
        var length = 0
        if let first = text.first, "-*+".utf8.contains(first) {
            length = 1
        } else if text.starts(with: Array("[^".utf8)), let end = text.firstIndex(of: Byte.colon) {
            length = end - text.startIndex + 1
        } else {
            length = text.prefix(while: \.isDigit).count
            guard length > 0, length < 10, let mark = text.dropFirst(length).first, ".)".utf8.contains(mark) else {
                return nil
            }
            length += 1
        }
        guard let next = text.dropFirst(length).first, next.isWhiteSpace else { return nil }
        return length
    }

    /// Returns the length of a word. A bar between cells is a word, and so is each character of Chinese, Japanese and
    /// Korean, which have no spaces.
    private static func wordLength(_ text: ArraySlice<UInt8>, isRow: Bool) -> Int {
        guard let first = text.first else { return 0 }
        if isRow, first == Byte.bar { return 1 }
        if beginsIdeograph(first), text.count > 2 { return 3 }
        var previous = first
        let rest = text.dropFirst().prefix { byte in
            defer { previous = byte }
            return !byte.isWhiteSpace && !(isRow && byte == Byte.bar && previous != Byte.backslash)
                && !beginsIdeograph(byte)
        }
        return 1 + rest.count
    }

    private static func beginsIdeograph(_ byte: UInt8) -> Bool { (0xE3...0xED).contains(byte) || byte == 0xEF }

    // MARK: Properties of tasks

    private static let signs = TaskProperty.allCases.flatMap { property in
        property.emoji.map { (bytes: Array($0.utf8), property: property) }
    }

    /// Returns the name of the property that a word begins: of a sign, `[due::`, a hashtag or the identifier of a
    /// block. All signs and keys of one property have one name.
    private static func propertyName(_ word: [UInt8]) -> [UInt8]? {
        if let sign = signs.first(where: { word.starts(with: $0.bytes) }) { return Array(sign.property.rawValue.utf8) }
        guard let first = word.first, word.count > 1 else { return nil }
        if first == Byte.hash || first == Byte.caret { return word }
        guard "[(".utf8.contains(first), word.suffix(2).elementsEqual("::".utf8) else { return nil }
        let key = word.text(1..<word.count - 2)
        return Array((TaskProperty(bracketKey: key)?.rawValue ?? key).utf8)
    }

    private static func beginsProperty(_ word: [UInt8]) -> Bool { propertyName(word) != nil }

    /// Returns the name of a property, by which the versions of a task are compared.
    static func name(_ property: [Word]) -> [UInt8] {
        property.first.map { propertyName($0.text) ?? $0.text } ?? []
    }

    /// How often a task has each property, in any notation.
    var taskProperties: [TaskProperty: Int] {
        if box.isEmpty { return [:] }
        let line = allWords.prefix { !$0.space.contains(Byte.newline) }.flatMap { $0.space + $0.text }
        return TaskLine(line, line.indices).entries.reduce(into: [:]) { $0[$1.property, default: 0] += 1 }
    }

    /// Moves the properties at the end of the words, which begin with a sign or a bracket, with the hashtags and the
    /// identifier of the block before, between and after them.
    private mutating func splitProperties() {
        func isTag(_ word: Word) -> Bool { word.text.first == Byte.hash || word.text.first == Byte.caret }
        var first = words.firstIndex { Self.beginsProperty($0.text) && !isTag($0) } ?? words.count
        while first > 1, isTag(words[first - 1]), Self.beginsProperty(words[first - 1].text),
            !words[first - 1].space.contains(Byte.newline)
        {
            first -= 1
        }
        guard first < words.count else { return }
        for word in words[first...] {
            if Self.beginsProperty(word.text) || properties.isEmpty {
                properties.append([word])
            } else {
                properties[properties.count - 1].append(word)
            }
        }
        words.removeSubrange(first...)
    }

    /// The same item, whose properties are split off as those of a task even if it has no check box.
    var asTask: UnitWords {
        var item = self
        if box.isEmpty { item.splitProperties() }
        return item
    }

    // MARK: Comparison

    /// Returns the share of words that two units have in common, from 0 to 1.
    static func similarity(_ left: [Word], _ right: [Word]) -> Double {
        var numbers = WordNumbers()
        return WordNumbers.similarity(numbers.sorted(left), numbers.sorted(right))
    }
}

/// Numbers for words, so that many texts can be compared.
struct WordNumbers {
    private var numbers: [[UInt8]: Int] = [:]

    /// Returns the numbers of words in ascending order.
    mutating func sorted(_ words: [UnitWords.Word]) -> [Int] {
        words.map { word in
            if let number = numbers[word.text] { return number }
            numbers[word.text] = numbers.count
            return numbers.count - 1
        }.sorted()
    }

    /// Returns the share of words that two texts have in common, from 0 to 1. A word counts as often as it occurs.
    static func similarity(_ left: [Int], _ right: [Int]) -> Double {
        var (i, j, common) = (0, 0, 0)
        while i < left.count, j < right.count {
            if left[i] == right[j] {
                (i, j, common) = (i + 1, j + 1, common + 1)
            } else if left[i] < right[j] {
                i += 1
            } else {
                j += 1
            }
        }
        return left.isEmpty || right.isEmpty ? 0 : Double(2 * common) / Double(left.count + right.count)
    }
}
