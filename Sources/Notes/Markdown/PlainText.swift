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
        /// Replaced for search. Another edit says how they count in plain text.
        case markup
        /// Replaced for search, and searchable after the running text: a footnote mark. Another edit says how they count
        /// in plain text.
        case aside
        /// The start of a table cell, which no phrase crosses. Kept in plain text.
        case boundary

        /// Whether the edit concerns only search.
        var isForSearch: Bool { self == .apart || self == .markup || self == .aside || self == .boundary }

        /// How search reads the bytes.
        var reading: ReadingEdit.Kind {
            switch self {
            case .cut, .plain, .markup: .cut
            case .out, .aside: .out
            case .apart: .apart
            case .boundary: .boundary
            }
        }
    }

    var range: Range<Int>
    var kind: Kind
    var replacement: String?
}

/// A run of `*` or `_` that may start or end emphasis (CommonMark 6.2), of `~` for struck text (GFM 6.5) or of `=` for
/// highlighted text.
struct EmphasisDelimiter {
    var mark: UInt8
    /// The unused delimiters. Openers are used from the end, closers from the start.
    var range: Range<Int>
    /// The length of the whole run.
    var count: Int
    var canOpen: Bool
    var canClose: Bool

    /// The number of values of `kind`.
    static let kinds = 15

    /// The kind of a closer. Closers of the same kind match the same openers.
    var kind: Int {
        switch mark {
        case Byte.star: (canOpen ? 3 : 0) + count % 3
        case Byte.underscore: 6 + (canOpen ? 3 : 0) + count % 3
        case Byte.tilde: 11 + count
        default: 14
        }
    }

    /// Whether the delimiter can open emphasis that `closer` closes. If either can do both, the sum of their lengths
    /// must not be a multiple of 3, unless both lengths are.
    func opens(for closer: EmphasisDelimiter) -> Bool {
        guard mark == closer.mark else { return false }
        if mark == Byte.tilde || mark == Byte.equals { return count == closer.count }
        return !(canClose || closer.canOpen) || (count + closer.count) % 3 != 0 || closer.count % 3 == 0
    }
}

/// The rendered text of a heading.
extension InlineScanner {
    mutating func cut(_ range: Range<Int>, _ kind: PlainTextEdit.Kind = .cut) {
        if kind == .plain, !collectsText { return }
        edits.append(PlainTextEdit(range: range, kind: kind))
    }

    /// Removes a tag from the plain text. A line break between words becomes a space.
    mutating func cutTag(_ range: Range<Int>) {
        cut(range, .plain)
        guard collectsText, HTMLTag(bytes, range)?.name == "br",
            range.lowerBound > 0, !bytes[range.lowerBound - 1].isWhiteSpace,
            range.upperBound < bytes.count, !bytes[range.upperBound].isWhiteSpace
        else { return }
        edits[edits.count - 1].replacement = " "
    }

    mutating func passEntity(at index: Int) -> Int {
        guard let entity = Entity(in: bytes, at: index) else { return index + 1 }
        edits.append(PlainTextEdit(range: index..<entity.end, kind: .cut, replacement: entity.text))
        record(.replaced(entity.text), index..<entity.end)
        return entity.end
    }

    /// Records a run of delimiters. Its role is determined once all runs are known.
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
        let isUsable =
            switch mark {
            case Byte.tilde: range.count <= 2
            case Byte.equals: range.count == 2
            default: true
            }
        return EmphasisDelimiter(
            mark: mark, range: range, count: range.count,
            canOpen: isUsable && isLeftFlanking && (!isWithinWords || !isRightFlanking || isAfterMark),
            canClose: isUsable && isRightFlanking && (!isWithinWords || !isLeftFlanking || isBeforeMark))
    }

    /// Returns the reading edits in file offsets. Call it after the scan. Hidden markup is omitted unless letters,
    /// digits or non-ASCII bytes are on both sides of it, since it affects no word there. Other edits are always
    /// included.
    mutating func readingEdits() -> [ReadingEdit] {
        if joinsWords { matchDelimiters() }
        let breaks = text.breaksInWords.map { ReadingEdit(range: $0, kind: .cut) }
        if edits.isEmpty { return breaks }
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
                    result.append(
                        ReadingEdit(
                            range: text.fileRange(edit.range), kind: edit.kind.reading, replacement: edit.replacement))
                }
            }
            index = next
        }
        return breaks.isEmpty ? result : Self.merged(result, breaks)
    }

    /// Returns edits in order, without the line breaks inside other edits, such as code.
    private static func merged(_ edits: [ReadingEdit], _ breaks: [ReadingEdit]) -> [ReadingEdit] {
        var merged: [ReadingEdit] = []
        for edit in (edits + breaks).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if let last = merged.last, edit.range.lowerBound < last.range.upperBound { continue }
            merged.append(edit)
        }
        return merged
    }

    /// Returns the text from `start` without markup. Call it after the scan.
    mutating func plainText(from start: Int) -> String {
        matchDelimiters()
        var plain: [UInt8] = []
        var index = start
        var edits = edits.filter { !$0.kind.isForSearch }
        if edits.count > 1 {
            // The whole of a tag comes before its parts.
            edits.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
        }
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

    /// Pairs the delimiters of the runs from `first` on, cuts the used ones, and records their spans. Call it at the end
    /// of a label, and after the scan. Further calls have no effect.
    ///
    /// This is CommonMark's "process emphasis". `bottoms` contains, for each kind of closer, the depth below which no
    /// opener matches, so that no opener is tested twice in vain.
    mutating func matchDelimiters(from first: Int = 0) {
        guard first < runs.count else { return }
        let delimiters = runs[first...].map(delimiter)
        runs.removeLast(runs.count - first)
        var openers: [EmphasisDelimiter] = []
        var bottoms = [Int](repeating: 0, count: EmphasisDelimiter.kinds)
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
                recordEmphasis(opener, delimiter, count: used)
                opener.range = opener.range.lowerBound..<opener.range.upperBound - used
                delimiter.range = delimiter.range.lowerBound + used..<delimiter.range.upperBound
                if !opener.range.isEmpty { openers.append(opener) }
                for kind in bottoms.indices { bottoms[kind] = min(bottoms[kind], depth) }
            }
            if delimiter.canOpen, !delimiter.range.isEmpty { openers.append(delimiter) }
        }
    }

    /// Cuts `count` delimiters on each side of a text, and records its spans from the inside out. Of three delimiters,
    /// the inner two are for strong emphasis.
    private mutating func recordEmphasis(_ opener: EmphasisDelimiter, _ closer: EmphasisDelimiter, count: Int) {
        let upper = opener.range.upperBound
        let lower = closer.range.lowerBound
        cut(upper - count..<upper)
        cut(lower..<lower + count)
        var used = 0
        while used < count {
            let width = min(count - used, 2)
            let kind: Inline.Kind =
                switch opener.mark {
                case Byte.tilde: .strikethrough
                case Byte.equals: .highlight
                default: width == 2 ? .strong : .emphasis
                }
            record(
                .node(kind), upper - used - width..<lower + used + width, inner: upper - used..<lower + used)
            used += width
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
