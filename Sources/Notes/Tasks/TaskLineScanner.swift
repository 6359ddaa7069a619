import SourceText

/// Finds the properties in the text of a task.
struct TaskLineScanner {
    private let bytes: [UInt8]
    private let range: Range<Int>
    /// Code and comments, in order.
    private let opaque: [Range<Int>]
    /// The first opener of each kind of code and comment that nothing in the text closes, in order.
    let unclosed: [Range<Int>]

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = Self.withoutBreak(bytes, range)
        (opaque, unclosed) = Self.opaque(bytes, self.range)
    }

    /// Returns a text without the backslash at its end that breaks the line.
    static func withoutBreak(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        let count = bytes[range].reversed().prefix { $0 == Byte.backslash }.count
        return count % 2 == 0 ? range : range.lowerBound..<range.upperBound - 1
    }

    /// The properties in order, and the block id at the end.
    var entries: (entries: [TaskLine.Entry], blockID: Range<Int>?) {
        let brackets = bracketEntries
        let (emoji, suffixID) = emojiEntries(brackets)
        let all = (brackets + emoji).sorted { $0.range.lowerBound < $1.range.lowerBound }
        return (all, suffixID ?? trailingBlockID)
    }

    // MARK: Code and comments

    private static func opaque(
        _ bytes: [UInt8], _ range: Range<Int>
    ) -> (closed: [Range<Int>], unclosed: [Range<Int>]) {
        if !bytes[range].contains(where: { [Byte.backtick, Byte.less, Byte.percent].contains($0) }) { return ([], []) }
        // Without those that nothing closes, so that each is searched once.
        var comments = [("<!--", "-->"), ("%%", "%%")].map { (open: Array($0.0.utf8), close: Array($0.1.utf8)) }
        var found: [Range<Int>] = []
        // The lengths of backtick runs that nothing closes, so that each is searched once.
        var unclosed: Set<Int> = []
        var openers: [Range<Int>] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == Byte.backtick {
                let run = bytes[index..<range.upperBound].prefix { $0 == Byte.backtick }.count
                if let end = unclosed.contains(run) ? nil : close(run, bytes, in: index + run..<range.upperBound) {
                    found.append(index..<end)
                    index = end
                } else {
                    if unclosed.insert(run).inserted { openers.append(index..<index + run) }
                    index += run
                }
                continue
            }
            guard let number = comments.firstIndex(where: { bytes.holds($0.open, at: index) }) else {
                index += 1
                continue
            }
            let rest = min(index + comments[number].open.count, range.upperBound)..<range.upperBound
            if let end = bytes[rest].firstRange(of: comments[number].close) {
                found.append(index..<end.upperBound)
                index = end.upperBound
            } else {
                openers.append(index..<rest.lowerBound)
                comments.remove(at: number)
                index += 1
            }
        }
        return (found, openers)
    }

    /// Whether the lines below a text, up to the end of its paragraph, close a code span of the text.
    static func isCodeClosed(_ opener: Range<Int>, _ bytes: [UInt8], below end: Int) -> Bool {
        var start = bytes.lineEnd(from: end) + 1
        while start < bytes.count {
            let stop = bytes.lineEnd(from: start)
            let text = bytes[start..<stop].drop { $0.isBlank || $0 == Byte.greater }
            if endsParagraph(text) { return false }
            if close(opener.count, bytes, in: start..<stop) != nil { return true }
            start = stop + 1
        }
        return false
    }

    /// Whether a line is blank or starts a heading, a list item or fenced code.
    private static func endsParagraph(_ line: ArraySlice<UInt8>) -> Bool {
        if line.allSatisfy(\.isWhiteSpace) { return true }
        if ["```", "~~~"].contains(where: { line.starts(with: $0.utf8) }) { return true }
        let marker = line.prefix { !$0.isWhiteSpace }
        return ["-", "*", "+"].contains { marker.elementsEqual($0.utf8) } || marker.allSatisfy { $0 == Byte.hash }
            || marker.dropLast().allSatisfy(\.isDigit) && ".)".utf8.contains(marker.last ?? 0)
    }

    /// Returns the end of a run of exactly `count` backticks.
    private static func close(_ count: Int, _ bytes: [UInt8], in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while let start = bytes[index..<range.upperBound].firstIndex(of: Byte.backtick) {
            let run = bytes[start..<range.upperBound].prefix { $0 == Byte.backtick }.count
            if run == count { return start + run }
            index = start + run
        }
        return nil
    }

    /// Returns the end of the code or comment that contains a byte.
    private func opaqueEnd(at index: Int) -> Int? {
        let next = opaque.indices.partitioningIndex { opaque[$0].upperBound > index }
        return next < opaque.count && opaque[next].contains(index) ? opaque[next].upperBound : nil
    }

    // MARK: Brackets

    private var bracketEntries: [TaskLine.Entry] {
        var found: [TaskLine.Entry] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == Byte.leftBracket || bytes[index] == Byte.leftParenthesis else {
                index += 1
                continue
            }
            if let end = opaqueEnd(at: index) {
                index = end
            } else if let entry = bracketEntry(at: index) {
                found.append(entry)
                index = entry.range.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    /// A limit in bytes, so that brackets that nothing closes take linear time.
    private static let longestValue = 1000

    private func bracketEntry(at start: Int) -> TaskLine.Entry? {
        let open = bytes[start]
        let close = open == Byte.leftBracket ? Byte.rightBracket : Byte.rightParenthesis
        var index = start + 1
        while index < range.upperBound, bytes[index].isBlank { index += 1 }
        let key = index..<(bytes[index..<range.upperBound].firstIndex { !$0.isLetter } ?? range.upperBound)
        index = key.upperBound
        while index < range.upperBound, bytes[index].isBlank { index += 1 }
        guard !key.isEmpty, index + 1 < range.upperBound, bytes[index] == Byte.colon, bytes[index + 1] == Byte.colon,
            let property = TaskProperty(bracketKey: bytes.text(key))
        else { return nil }
        index += 2
        let valueStart = index
        var depth = 1
        let most = min(range.upperBound, valueStart + Self.longestValue)
        while index < most {
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close { depth -= 1 }
            if depth == 0 { break }
            index += 1
        }
        guard depth == 0 else { return nil }
        let value = bytes.trimmed(valueStart..<index)
        return TaskLine.Entry(
            property: property, notation: .brackets, range: start..<index + 1, value: value,
            isReadable: isReadable(value, property))
    }

    private func isReadable(_ value: Range<Int>, _ property: TaskProperty) -> Bool {
        switch property.kind {
        case .date: TaskLine.day(bytes.text(value)) != nil
        case .priority: TaskPriority(TaskLine.withoutSelectors(bytes.text(value))) != nil
        case .rule, .word, .words: !value.isEmpty
        }
    }

    // MARK: Emoji

    private struct Sign {
        let property: TaskProperty
        let bytes: [UInt8]
    }

    private static let signs = TaskProperty.allCases.flatMap { property in
        property.emoji.map { Sign(property: property, bytes: Array($0.utf8)) }
    }

    /// Returns the emoji of a property at `index`, and the end of its variation selectors.
    private func sign(at index: Int) -> (property: TaskProperty, sign: Range<Int>, end: Int)? {
        guard index < range.upperBound, bytes[index] >= 0xE2 else { return nil }
        guard let sign = Self.signs.first(where: { bytes.holds($0.bytes, at: index) }) else { return nil }
        var end = index + sign.bytes.count
        // U+FE0E and U+FE0F.
        while end + 3 <= range.upperBound, bytes[end] == 0xEF, bytes[end + 1] == 0xB8, bytes[end + 2] & 0xFE == 0x8E {
            end += 3
        }
        return (sign.property, index..<index + sign.bytes.count, end)
    }

    /// Returns the emoji properties at the end of the text, and the block id among them.
    private func emojiEntries(_ brackets: [TaskLine.Entry]) -> ([TaskLine.Entry], Range<Int>?) {
        let bracketEnds = Dictionary(brackets.map { ($0.range.lowerBound, $0.range.upperBound) }) { first, _ in first }
        var index = range.lowerBound
        while index < range.upperBound {
            if let end = bracketEnds[index] ?? opaqueEnd(at: index) {
                index = end
            } else if sign(at: index) != nil {
                var suffix = Suffix(scanner: self, bracketEnds: bracketEnds)
                // What stops this suffix also stops those that start before it.
                guard let stop = suffix.read(from: index) else { return (suffix.entries, suffix.blockID) }
                index = max(stop, index + 1)
            } else {
                index += 1
            }
        }
        return ([], nil)
    }

    /// A run of emoji properties, hashtags, a block id and bracket properties up to the end of the text.
    private struct Suffix {
        let scanner: TaskLineScanner
        let bracketEnds: [Int: Int]
        var entries: [TaskLine.Entry] = []
        var blockID: Range<Int>?

        private var bytes: [UInt8] { scanner.bytes }
        private var end: Int { scanner.range.upperBound }

        /// Reads the run. Returns the offset of the first word that is none of these, or nil if there is none.
        mutating func read(from start: Int) -> Int? {
            var index = start
            while true {
                while index < end, bytes[index].isBlank { index += 1 }
                if index == end { return nil }
                if let bracket = bracketEnds[index] {
                    index = bracket
                } else if let (property, sign, next) = scanner.sign(at: index) {
                    index = readProperty(property, sign: sign, from: next)
                } else if bytes[index] == Byte.hash, let word = word(at: index), word.count > 1 {
                    index = word.upperBound
                } else if let id = scanner.blockID(at: index) {
                    blockID = id
                    index = id.upperBound
                } else if bytes[index] != Byte.backtick, let comment = scanner.opaqueEnd(at: index) {
                    index = comment
                } else {
                    return index
                }
            }
        }

        /// Returns the word at `start`, which also ends before an emoji of a property and a bracket property.
        private func word(at start: Int) -> Range<Int>? {
            var index = start
            while index < end, !bytes[index].isBlank, bracketEnds[index] == nil, scanner.sign(at: index) == nil {
                index += 1
            }
            return index == start ? nil : start..<index
        }

        private mutating func readProperty(_ property: TaskProperty, sign: Range<Int>, from next: Int) -> Int {
            var start = next
            while start < end, bytes[start].isBlank { start += 1 }
            var value = next..<next
            switch property.kind {
            case .priority: value = sign
            case .date, .word: value = valueWord(at: start) ?? value
            case .words: value = words(from: start) ?? value
            case .rule: value = rule(from: start) ?? value
            }
            let stop = max(next, property.kind == .priority ? next : value.upperBound)
            entries.append(
                TaskLine.Entry(
                    property: property, notation: .emoji, range: sign.lowerBound..<stop, value: value,
                    isReadable: scanner.isReadable(value, property)))
            return stop
        }

        /// Returns the word at `start` if it can be a value. Hashtags and block ids belong to the text.
        private func valueWord(at start: Int) -> Range<Int>? {
            guard start < end, bytes[start] != Byte.hash, scanner.blockID(at: start) == nil
            else { return nil }
            return word(at: start)
        }

        /// Returns words that commas separate.
        private func words(from start: Int) -> Range<Int>? {
            guard var last = valueWord(at: start) else { return nil }
            while true {
                var index = last.upperBound
                let endsInComma = bytes[index - 1] == Byte.comma
                while index < end, bytes[index].isBlank { index += 1 }
                let startsWithComma = index < end && bytes[index] == Byte.comma
                guard endsInComma || startsWithComma, let next = valueWord(at: index) else {
                    return start..<last.upperBound
                }
                last = next
            }
        }

        /// Returns the words of a rule, up to a hashtag, a block id or another property.
        private func rule(from start: Int) -> Range<Int>? {
            var stop = start
            var index = start
            while index < end, bytes[index] != Byte.hash, scanner.blockID(at: index) == nil, let word = word(at: index)
            {
                stop = word.upperBound
                index = stop
                while index < end, bytes[index].isBlank { index += 1 }
            }
            return stop == start ? nil : start..<stop
        }
    }

    // MARK: Block ids

    /// Returns the block id at `start`: `^call-ada`.
    private func blockID(at start: Int) -> Range<Int>? {
        guard start < range.upperBound, bytes[start] == Byte.caret,
            start == range.lowerBound || bytes[start - 1].isBlank
        else { return nil }
        let end =
            bytes[start + 1..<range.upperBound].firstIndex { !$0.isLetter && !$0.isDigit && $0 != Byte.hyphen }
            ?? range.upperBound
        return end > start + 1 && (end == range.upperBound || bytes[end].isBlank) ? start..<end : nil
    }

    private var trailingBlockID: Range<Int>? {
        guard let caret = bytes[range].lastIndex(of: Byte.caret), let id = blockID(at: caret) else { return nil }
        return id.upperBound == range.upperBound ? id : nil
    }
}
