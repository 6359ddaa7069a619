import SourceText

/// Bytes that count differently in the plain text or for search than as written.
struct PlainTextEdit {
    /// How the bytes count in the plain text (`plainText`) and for search (`readingEdits`).
    enum Kind {
        /// Removed or replaced in both. For search, they do not separate words.
        case cut
        /// Removed in plain text. For search, they stay and separate words.
        case plain
        /// Removed in both, but searchable after the running text: a link destination.
        case out
        /// Kept in both. For search, they are not part of a sentence: code and addresses.
        case apart
    }

    var range: Range<Int>
    var kind: Kind
    var replacement: String?
}

/// A run of `*` or `_` that may start or end emphasis (CommonMark 6.2).
struct EmphasisDelimiter {
    var mark: UInt8
    /// The unused delimiters. Openers are used from the end, closers from the start.
    var range: Range<Int>
    /// The length of the whole run.
    var count: Int
    var canOpen: Bool
    var canClose: Bool

    /// The kind of a closer. Closers of the same kind match the same openers.
    var kind: Int { (mark == Byte.star ? 0 : 6) + (canOpen ? 3 : 0) + count % 3 }

    /// Whether the delimiter can open emphasis that `closer` closes. If either can do both, the sum of their lengths
    /// must not be a multiple of 3, unless both lengths are.
    func opens(for closer: EmphasisDelimiter) -> Bool {
        guard mark == closer.mark else { return false }
        return !(canClose || closer.canOpen) || (count + closer.count) % 3 != 0 || closer.count % 3 == 0
    }
}

/// The rendered text of a heading.
extension InlineScanner {
    mutating func cut(_ range: Range<Int>, _ kind: PlainTextEdit.Kind = .cut) {
        if kind == .plain, !collectsText { return }
        edits.append(PlainTextEdit(range: range, kind: kind))
    }

    mutating func passEntity(at index: Int) -> Int {
        guard let entity = Entity(in: bytes, at: index) else { return index + 1 }
        edits.append(PlainTextEdit(range: index..<entity.end, kind: .cut, replacement: entity.text))
        return entity.end
    }

    /// Records a run of `*` or `_`. Its role is determined once all runs are known.
    mutating func passDelimiters(at index: Int) -> Int {
        let mark = bytes[index]
        var end = index
        while end < bytes.count, bytes[end] == mark { end += 1 }
        runs.append(index..<end)
        if mark == Byte.star, index > 0, end < bytes.count, Self.mayJoin(bytes[index - 1], bytes[end]) {
            joinsWords = true
        }
        return end
    }

    /// Whether removing the text between two bytes may join a word: both are letters, or one belongs to other hidden
    /// markup.
    private static func mayJoin(_ before: UInt8, _ after: UInt8) -> Bool {
        switch (isWordPart(before), isWordPart(after)) {
        case (true, true): true
        case (true, false): "*_[]&<".utf8.contains(after)
        case (false, true): "*_[]);>".utf8.contains(before)
        case (false, false): false
        }
    }

    private static func isWordPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }

    private func delimiter(_ range: Range<Int>) -> EmphasisDelimiter {
        let mark = bytes[range.lowerBound]
        let before = text.scalar(before: range.lowerBound) ?? "\n"
        let after = text.scalar(at: range.upperBound) ?? "\n"
        let isAfterSpace = before.properties.isWhitespace
        let isBeforeSpace = after.properties.isWhitespace
        let isAfterMark = Self.isPunctuation(before)
        let isBeforeMark = Self.isPunctuation(after)
        let isLeftFlanking = !isBeforeSpace && (!isBeforeMark || isAfterSpace || isAfterMark)
        let isRightFlanking = !isAfterSpace && (!isAfterMark || isBeforeSpace || isBeforeMark)
        let isWithinWords = mark == Byte.underscore
        return EmphasisDelimiter(
            mark: mark, range: range, count: range.count,
            canOpen: isLeftFlanking && (!isWithinWords || !isRightFlanking || isAfterMark),
            canClose: isRightFlanking && (!isWithinWords || !isLeftFlanking || isBeforeMark))
    }

    /// Returns the reading edits in file offsets. Call it after the scan. Hidden markup is omitted unless letters,
    /// digits or non-ASCII bytes are on both sides of it, since it affects no word there. Other edits are always
    /// included.
    mutating func readingEdits() -> [ReadingEdit] {
        if joinsWords { matchDelimiters() }
        if edits.isEmpty { return [] }
        let sorted = edits.filter { $0.kind != .plain }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var result: [ReadingEdit] = []
        var index = 0
        while index < sorted.count {
            // Adjacent edits count as one.
            var next = index + 1
            while next < sorted.count, sorted[next].range.lowerBound == sorted[next - 1].range.upperBound { next += 1 }
            let start = sorted[index].range.lowerBound
            let end = sorted[next - 1].range.upperBound
            let group = sorted[index..<next]
            let isInWord =
                start > 0 && end < bytes.count && Self.isWordPart(bytes[start - 1]) && Self.isWordPart(bytes[end])
            if isInWord || group.contains(where: { $0.kind != .cut || $0.replacement != nil }) {
                for edit in group {
                    let kind: ReadingEdit.Kind = edit.kind == .out ? .out : edit.kind == .apart ? .apart : .cut
                    result.append(
                        ReadingEdit(range: text.fileRange(edit.range), kind: kind, replacement: edit.replacement))
                }
            }
            index = next
        }
        return result
    }

    /// Returns the text from `start` without markup. Call it after the scan.
    mutating func plainText(from start: Int) -> String {
        matchDelimiters()
        var plain: [UInt8] = []
        var index = start
        var edits = edits.filter { $0.kind != .apart }
        if edits.count > 1 { edits.sort { $0.range.lowerBound < $1.range.lowerBound } }
        for edit in edits {
            guard edit.range.lowerBound >= index else { continue }
            plain += bytes[index..<edit.range.lowerBound]
            if let replacement = edit.replacement { plain += replacement.utf8 }
            index = edit.range.upperBound
        }
        plain += bytes[index...]
        for index in plain.indices where plain[index] == Byte.newline { plain[index] = Byte.space }
        return plain.text(plain.trimmed(plain.indices))
    }

    /// Pairs the delimiters, cuts the used ones, and determines the emphasized ranges if `collectsText` is set. Call it
    /// after the scan. Further calls have no effect.
    ///
    /// This is CommonMark's "process emphasis". `bottoms` contains, for each kind of closer, the depth below which no
    /// opener matches, so that no opener is tested twice in vain.
    mutating func matchDelimiters() {
        if runs.isEmpty { return }
        let delimiters = runs.map(delimiter)
        runs = []
        var openers: [EmphasisDelimiter] = []
        var bottoms = [Int](repeating: 0, count: 12)
        for var delimiter in delimiters {
            while delimiter.canClose, !delimiter.range.isEmpty {
                let bottom = bottoms[delimiter.kind]
                guard let depth = openers[bottom...].lastIndex(where: { $0.opens(for: delimiter) }) else {
                    bottoms[delimiter.kind] = openers.count
                    break
                }
                var opener = openers[depth]
                openers.removeLast(openers.count - depth)
                let used = min(opener.range.count, delimiter.range.count)
                let middle = opener.range.upperBound - used
                if collectsText {
                    // Of three delimiters two are for strong emphasis, starting with the inner ones.
                    let inner = opener.range.upperBound..<delimiter.range.lowerBound
                    if used >= 2 { emphasis.append((inner, isStrong: true)) }
                    if used % 2 == 1 { emphasis.append((inner, isStrong: false)) }
                }
                cut(middle..<opener.range.upperBound)
                cut(delimiter.range.lowerBound..<delimiter.range.lowerBound + used)
                opener.range = opener.range.lowerBound..<middle
                delimiter.range = delimiter.range.lowerBound + used..<delimiter.range.upperBound
                if !opener.range.isEmpty { openers.append(opener) }
                for kind in bottoms.indices { bottoms[kind] = min(bottoms[kind], depth) }
            }
            if delimiter.canOpen, !delimiter.range.isEmpty { openers.append(delimiter) }
        }
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }
}
