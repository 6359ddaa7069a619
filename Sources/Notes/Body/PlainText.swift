import SourceText

/// Bytes that a reader does not see as they are.
struct PlainTextEdit {
    enum Kind {
        /// Not seen, in a heading's plain text and where the body is searched.
        case cut
        /// Not seen in a heading's plain text; where the body is searched they part words as they are.
        case plain
        /// Not seen, but searched: where a link leads.
        case out
        /// Seen, but searched for itself.
        case apart
    }

    var range: Range<Int>
    var kind: Kind
    var replacement: String?
}

/// A run of `*` or `_` that may begin or end emphasis (CommonMark 6.2).
struct EmphasisDelimiter {
    var mark: UInt8
    /// The delimiters not yet used: openers are used up from the end, closers from the start.
    var range: Range<Int>
    /// The length of the whole run.
    var count: Int
    var canOpen: Bool
    var canClose: Bool

    /// Among closers, those of the same kind fit the same openers.
    var kind: Int { (mark == Byte.star ? 0 : 6) + (canOpen ? 3 : 0) + count % 3 }

    /// Whether it fits `closer`: where one of the two could do both, their lengths must not add up to a multiple of
    /// three, unless both are such.
    func opens(for closer: EmphasisDelimiter) -> Bool {
        guard mark == closer.mark else { return false }
        return !(canClose || closer.canOpen) || (count + closer.count) % 3 != 0 || closer.count % 3 == 0
    }
}

/// What a reader sees of a heading.
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

    /// Notes a run of `*` or `_`; what it may do is found out when all are known.
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

    /// Whether what stands between two bytes may be all that parts the letters of a word: both are letters, or one of
    /// them a mark that is not seen either.
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

    /// What a reader does not see as it is written, in bytes of the file, once all of it is scanned. Marks that have no
    /// letter on one side are left out: they part nothing that something else does not.
    mutating func readingEdits() -> [ReadingEdit] {
        if joinsWords { matchDelimiters() }
        if edits.isEmpty { return [] }
        let sorted = edits.filter { $0.kind != .plain }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var result: [ReadingEdit] = []
        var index = 0
        while index < sorted.count {
            // Marks that touch count as one.
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

    /// The text from `start` less the marks, once all of it is scanned.
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

    /// Finds out what is emphasized, once all of it is scanned.
    mutating func pairDelimiters() { matchDelimiters() }

    /// Pairs the delimiters and cuts those used.
    ///
    /// CommonMark's "process emphasis". `bottoms` holds, for each kind of closer, below which depth no opener fits it,
    /// so that no opener is looked at in vain twice.
    private mutating func matchDelimiters() {
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
                    // Of three marks two are for what is strong: the inner ones first.
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
