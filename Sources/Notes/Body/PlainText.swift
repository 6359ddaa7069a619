import SourceText

/// Bytes that a reader does not see as they are.
struct PlainTextEdit {
    var range: Range<Int>
    var replacement: Unicode.Scalar?
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
    mutating func cut(_ range: Range<Int>) { edits?.append(PlainTextEdit(range: range)) }

    mutating func passEntity(at index: Int) -> Int {
        guard let entity = Entity(in: bytes, at: index) else { return index + 1 }
        edits?.append(PlainTextEdit(range: index..<entity.end, replacement: entity.scalar))
        return entity.end
    }

    mutating func passDelimiters(at index: Int) -> Int {
        let mark = bytes[index]
        var end = index
        while end < bytes.count, bytes[end] == mark { end += 1 }
        let before = text.scalar(before: index) ?? "\n"
        let after = text.scalar(at: end) ?? "\n"
        let isAfterSpace = before.properties.isWhitespace
        let isBeforeSpace = after.properties.isWhitespace
        let isAfterMark = Self.isPunctuation(before)
        let isBeforeMark = Self.isPunctuation(after)
        let isLeftFlanking = !isBeforeSpace && (!isBeforeMark || isAfterSpace || isAfterMark)
        let isRightFlanking = !isAfterSpace && (!isAfterMark || isBeforeSpace || isBeforeMark)
        let isWithinWords = mark == Byte.underscore
        delimiters.append(
            EmphasisDelimiter(
                mark: mark, range: index..<end, count: end - index,
                canOpen: isLeftFlanking && (!isWithinWords || !isRightFlanking || isAfterMark),
                canClose: isRightFlanking && (!isWithinWords || !isLeftFlanking || isBeforeMark)))
        return end
    }

    /// The text from `start` less the marks, once all of it is scanned.
    mutating func plainText(from start: Int) -> String {
        matchDelimiters()
        var plain: [UInt8] = []
        var index = start
        var edits = edits ?? []
        if edits.count > 1 { edits.sort { $0.range.lowerBound < $1.range.lowerBound } }
        for edit in edits {
            guard edit.range.lowerBound >= index else { continue }
            plain += bytes[index..<edit.range.lowerBound]
            if let replacement = edit.replacement { plain += String(replacement).utf8 }
            index = edit.range.upperBound
        }
        plain += bytes[index...]
        for index in plain.indices where plain[index] == Byte.newline { plain[index] = Byte.space }
        return plain.text(plain.trimmed(plain.indices))
    }

    /// Pairs the delimiters and cuts those used.
    ///
    /// CommonMark's "process emphasis". `bottoms` holds, for each kind of closer, below which depth no opener fits it,
    /// so that no opener is looked at in vain twice.
    private mutating func matchDelimiters() {
        if delimiters.isEmpty { return }
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
