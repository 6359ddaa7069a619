import Searching
import SourceText
import VaultFiles

/// The difference between two texts, as edits of the first. An editor shows them to the user before it applies them.
struct TextDifference {
    private let before: [UInt8]
    private let after: [UInt8]

    init(from before: [UInt8], to after: [UInt8]) {
        self.before = before
        self.after = after
    }

    /// A pair of corresponding byte ranges in both texts.
    private struct ChangedRanges {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Returns edits of whole words that turn the first text into the second, in order and without overlap.
    ///
    /// An edit within a unit (`PreviewUnits`) replaces the whole unit. For example, renaming a note gives one edit per
    /// link, with the whole target.
    ///
    /// - Parameter configuration: the vault's configuration, which determines how the text is parsed as a note.
    func edits(_ configuration: Configuration) -> [ByteEdit] {
        let lines = lineChanges
        let units = PreviewUnits(before, configuration).ranges(in: lines.map(\.old)).sorted {
            ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
        }
        var edits: [ChangedRanges] = []
        for change in lines.flatMap(wordChanges) {
            var wider = Self.widened(change, in: units)
            // Equal text between two changes has the same length in both texts.
            while let last = edits.last, wider.old.lowerBound <= last.old.upperBound {
                wider = Self.joined(last, wider)
                edits.removeLast()
            }
            edits.append(wider)
        }
        return edits.map { ByteEdit($0.old, Array(after[$0.new])) }
    }

    // MARK: Units

    /// Extends a change to the smallest unit that contains it. Without one, returns the change as it is.
    ///
    /// Complexity: O(log units).
    ///
    /// - Parameter units: ranges of the first text, sorted by their start.
    private static func widened(_ change: ChangedRanges, in units: [Range<Int>]) -> ChangedRanges {
        let (low, high) = (change.old.lowerBound, change.old.upperBound)
        var index = units.indices.partitioningIndex { units[$0].lowerBound > low }
        var best: Range<Int>?
        // Units nest only two deep. If a heading contains many links before the change, a longer search is not
        // worthwhile.
        for _ in 0..<8 where index > 0 {
            index -= 1
            let unit = units[index]
            if unit.upperBound >= high, best.map({ unit.count < $0.count }) ?? true { best = unit }
        }
        guard let best else { return change }
        let (before, behind) = (low - best.lowerBound, best.upperBound - high)
        return ChangedRanges(old: best, new: change.new.lowerBound - before..<change.new.upperBound + behind)
    }

    /// Merges two changes that touch or overlap in the first text.
    private static func joined(_ first: ChangedRanges, _ second: ChangedRanges) -> ChangedRanges {
        let low = min(first.old.lowerBound, second.old.lowerBound)
        let high = max(first.old.upperBound, second.old.upperBound)
        let start = first.new.lowerBound - (first.old.lowerBound - low)
        let end = second.new.upperBound + (high - second.old.upperBound)
        return ChangedRanges(old: low..<high, new: start..<end)
    }

    // MARK: Lines

    /// The lines that differ, as byte ranges: line by line if both sides have the same number of lines.
    private var lineChanges: [ChangedRanges] {
        let (start, end) = linesInCommon
        let old = Array(before[start..<before.count - end]).linesWithEnds
        let new = Array(after[start..<after.count - end]).linesWithEnds
        let oldStarts = old.map { start + $0.startIndex } + [before.count - end]
        let newStarts = new.map { start + $0.startIndex } + [after.count - end]
        func bytes(_ old: Range<Int>, _ new: Range<Int>) -> ChangedRanges {
            ChangedRanges(
                old: oldStarts[old.lowerBound]..<oldStarts[old.upperBound],
                new: newStarts[new.lowerBound]..<newStarts[new.upperBound])
        }
        return SequenceDifference.changes(from: old, to: new).flatMap { change in
            guard change.old.count == change.new.count else { return [bytes(change.old, change.new)] }
            return zip(change.old, change.new).map { bytes($0..<$0 + 1, $1..<$1 + 1) }
        }
    }

    /// The number of bytes in whole lines that both texts begin with, and that both end with. Usually nearly all.
    private var linesInCommon: (start: Int, end: Int) {
        let (old, new) = (before.span, after.span)
        let least = min(old.count, new.count)
        var (index, start) = (0, 0)
        while index < least, old[index] == new[index] {
            index += 1
            if old[index - 1] == Byte.newline { start = index }
        }
        var (count, end) = (0, 0)
        // A line boundary counts only if both texts have it.
        while count < least - start, old[old.count - 1 - count] == new[new.count - 1 - count] {
            if old[old.count - 1 - count] == Byte.newline { end = count }
            count += 1
        }
        return (start, end)
    }

    // MARK: Words

    private func wordChanges(_ lines: ChangedRanges) -> [ChangedRanges] {
        let (old, new) = (Self.words(before[lines.old]), Self.words(after[lines.new]))
        let oldStarts = old.map(\.startIndex) + [lines.old.upperBound]
        let newStarts = new.map(\.startIndex) + [lines.new.upperBound]
        return SequenceDifference.changes(from: old, to: new).map { change in
            ChangedRanges(
                old: oldStarts[change.old.lowerBound]..<oldStarts[change.old.upperBound],
                new: newStarts[change.new.lowerBound]..<newStarts[change.new.upperBound])
        }
    }

    /// Splits a text into words and single symbols, never inside a character or a line ending.
    private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var words: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        while start < text.endIndex {
            var end = start + 1
            if isWordByte(text[start]) {
                while end < text.endIndex, isWordByte(text[end]) { end += 1 }
            } else if text[start] == Byte.carriageReturn, end < text.endIndex, text[end] == Byte.newline {
                end += 1
            }
            words.append(text[start..<end])
            start = end
        }
        return words
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }
}

/// The parts of a note that a user sees as one unit when they change: targets and fragments of links, keywords,
/// headings, the title, block ids and labels of definitions.
///
/// Parses only the changed lines, each alone, because a plan may change a thousand notes. A missed unit only makes the
/// list of edits longer.
private struct PreviewUnits {
    private let bytes: [UInt8]
    private let configuration: Configuration

    init(_ bytes: [UInt8], _ configuration: Configuration) {
        self.bytes = bytes
        self.configuration = configuration
    }

    /// Returns the byte ranges of the units in some lines, unordered. `lines` are byte ranges too.
    func ranges(in lines: [Range<Int>]) -> [Range<Int>] {
        let bodyStart = note(bytes).bodyStart
        var parts = lines.filter { $0.lowerBound >= bodyStart }.map { line in
            // Skip the indentation: a single indented line would be parsed as code.
            let start = bytes[line].firstIndex { !$0.isBlank } ?? line.lowerBound
            return start..<line.upperBound
        }
        if parts.count < lines.count { parts.append(0..<bodyStart) }
        return parts.flatMap { part in
            Self.units(of: note(Array(bytes[part]))).map {
                $0.lowerBound + part.lowerBound..<$0.upperBound + part.lowerBound
            }
        }
    }

    private func note(_ bytes: [UInt8]) -> OpenNote {
        OpenNote(path: VaultPath("note.md"), bytes: bytes, rules: configuration.rules)
    }

    private static func units(of note: OpenNote) -> [Range<Int>] {
        var units = note.keywords.map(\.range) + note.headings.map(\.raw) + note.definitions.map(\.labelRange)
        units += note.blocks.compactMap(\.idRange)
        if let title = note.titleRange { units.append(title) }
        for link in note.links {
            guard let destination = link.destination else { continue }
            guard let fragment = link.fragmentRange else {
                units.append(destination)
                continue
            }
            // The '#' belongs to neither.
            let end = min(destination.upperBound, max(destination.lowerBound, fragment.lowerBound - 1))
            units += [destination.lowerBound..<end, fragment]
        }
        return units
    }
}
