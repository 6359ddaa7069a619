import Searching
import SourceText
import VaultFiles

/// The difference between two texts as edits of the first, which an editor shows to the user before they are made.
struct TextDifference {
    private let before: [UInt8]
    private let after: [UInt8]

    init(from before: [UInt8], to after: [UInt8]) {
        self.before = before
        self.after = after
    }

    /// What stands for what, as ranges of bytes in both texts.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// Returns edits of whole words, in order, none overlapping another.
    ///
    /// An edit within a unit replaces all of it: renaming a note gives one edit for each link, with the whole target.
    ///
    /// - Parameter configuration: of the vault. It says how the text is read as a note.
    func edits(_ configuration: Configuration) -> [ByteEdit] {
        let lines = lineChanges
        let units = PreviewUnits(before, configuration).ranges(in: lines.map(\.old)).sorted {
            ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
        }
        var edits: [Change] = []
        for change in lines.flatMap(wordChanges) {
            var wider = Self.widened(change, in: units)
            // What is the same between two changes is as long in both texts.
            while let last = edits.last, wider.old.lowerBound <= last.old.upperBound {
                wider = Self.joined(last, wider)
                edits.removeLast()
            }
            edits.append(wider)
        }
        return edits.map { ByteEdit($0.old, Array(after[$0.new])) }
    }

    // MARK: Units

    /// Extends a change to the smallest unit around it.
    ///
    /// Complexity: O(log units).
    private static func widened(_ change: Change, in units: [Range<Int>]) -> Change {
        let (low, high) = (change.old.lowerBound, change.old.upperBound)
        var index = units.indices.partitioningIndex { units[$0].lowerBound > low }
        var best: Range<Int>?
        // Units nest two deep: a heading that has so many links before the change is not worth a longer search.
        for _ in 0..<8 where index > 0 {
            index -= 1
            let unit = units[index]
            if unit.upperBound >= high, best.map({ unit.count < $0.count }) ?? true { best = unit }
        }
        guard let best else { return change }
        let (before, behind) = (low - best.lowerBound, best.upperBound - high)
        return Change(old: best, new: change.new.lowerBound - before..<change.new.upperBound + behind)
    }

    /// One change in place of two that touch or overlap in the first text.
    private static func joined(_ first: Change, _ second: Change) -> Change {
        let low = min(first.old.lowerBound, second.old.lowerBound)
        let high = max(first.old.upperBound, second.old.upperBound)
        let start = first.new.lowerBound - (first.old.lowerBound - low)
        let end = second.new.upperBound + (high - second.old.upperBound)
        return Change(old: low..<high, new: start..<end)
    }

    // MARK: Lines

    /// The lines that differ, as byte ranges: one by one where as many lines stand for as many.
    private var lineChanges: [Change] {
        let (start, end) = linesInCommon
        let old = Array(before[start..<before.count - end]).linesWithEnds
        let new = Array(after[start..<after.count - end]).linesWithEnds
        let oldStarts = old.map { start + $0.startIndex } + [before.count - end]
        let newStarts = new.map { start + $0.startIndex } + [after.count - end]
        func bytes(_ old: Range<Int>, _ new: Range<Int>) -> Change {
            Change(
                old: oldStarts[old.lowerBound]..<oldStarts[old.upperBound],
                new: newStarts[new.lowerBound]..<newStarts[new.upperBound])
        }
        return SequenceDifference.changes(from: old, to: new).flatMap { change in
            guard change.old.count == change.new.count else { return [bytes(change.old, change.new)] }
            return zip(change.old, change.new).map { bytes($0..<$0 + 1, $1..<$1 + 1) }
        }
    }

    /// How many bytes of whole lines both begin with, and both end with: most often nearly all.
    private var linesInCommon: (start: Int, end: Int) {
        let (old, new) = (before.span, after.span)
        let least = min(old.count, new.count)
        var (index, start) = (0, 0)
        while index < least, old[index] == new[index] {
            index += 1
            if old[index - 1] == Byte.newline { start = index }
        }
        var (count, end) = (0, 0)
        // A line ends where the one before it has ended in both.
        while count < least - start, old[old.count - 1 - count] == new[new.count - 1 - count] {
            if old[old.count - 1 - count] == Byte.newline { end = count }
            count += 1
        }
        return (start, end)
    }

    // MARK: Words

    /// The words that differ within a change of lines.
    private func wordChanges(_ lines: Change) -> [Change] {
        let (old, new) = (Self.words(before[lines.old]), Self.words(after[lines.new]))
        let oldStarts = old.map(\.startIndex) + [lines.old.upperBound]
        let newStarts = new.map(\.startIndex) + [lines.new.upperBound]
        return SequenceDifference.changes(from: old, to: new).map { change in
            Change(
                old: oldStarts[change.old.lowerBound]..<oldStarts[change.old.upperBound],
                new: newStarts[change.new.lowerBound]..<newStarts[change.new.upperBound])
        }
    }

    /// Divides a text into words and single signs, never within a character or the end of a line.
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

/// The parts of a note that a user sees as one when they change: targets and fragments of links, keywords, headings, the
/// title, block ids and labels of definitions.
///
/// Only lines that change are read, each alone: a plan may change a thousand notes, and a part that is missed costs nothing
/// but a longer list of edits.
private struct PreviewUnits {
    private let bytes: [UInt8]
    private let configuration: Configuration

    init(_ bytes: [UInt8], _ configuration: Configuration) {
        self.bytes = bytes
        self.configuration = configuration
    }

    /// Returns the parts in some lines, in no order.
    func ranges(in lines: [Range<Int>]) -> [Range<Int>] {
        let bodyStart = note(bytes).bodyStart
        var parts = lines.filter { $0.lowerBound >= bodyStart }.map { line in
            // Indented text alone would be code.
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
            // The sign '#' belongs to neither.
            let end = min(destination.upperBound, max(destination.lowerBound, fragment.lowerBound - 1))
            units += [destination.lowerBound..<end, fragment]
        }
        return units
    }
}
