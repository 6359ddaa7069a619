import Notes
import SourceText

/// The lines of one unit of a body: a paragraph, the first block of a list item, a heading, a code block, a table row.
struct MergeUnit {
    enum UnitKind: Hashable {
        case block(BlockUnit.Kind)
        /// A live block, with the lines that `slip` writes between its comments.
        case live
        /// Lines that start no block, such as an empty list item.
        case empty
    }

    /// A container without its place and its number.
    enum Enclosure: Hashable {
        case quote, footnote
        case item(mark: Character?)
    }

    var kind: UnitKind
    var containers: [Enclosure]
    /// The whole lines, without blank lines around them.
    var range: Range<Int>
    /// The unit that starts the innermost container in which this one is, or else the heading above it.
    var parent: Int?
    /// Whether the unit starts a list item.
    var startsItem: Bool
    /// The lines without indentation and without the number of an ordered item, except in code and HTML. Units with
    /// equal keys differ in layout at most.
    var key: [UInt8]
}

/// A body and its units.
final class MergeText {
    let bytes: [UInt8]
    let units: [MergeUnit]
    /// The unit with a key, or nil if several have it.
    private lazy var unitsByKey: [[UInt8]: Int?] = units.indices.reduce(into: [:]) { units, index in
        let key = self.units[index].key
        units.updateValue(units[key] == nil ? index : nil, forKey: key)
    }

    private(set) lazy var groups = EntryGroups(self)

    /// - Parameters:
    ///   - bytes: a body with `\n` line ends, the last line included.
    ///   - other: a text that may begin with the same bytes. Its units for these bytes are reused.
    /// - Complexity: O(bytes).
    init(_ bytes: [UInt8], startingLike other: MergeText? = nil) {
        self.bytes = bytes
        let known = other.map { $0.units(before: bytes.commonPrefixLength(with: $0.bytes)) } ?? []
        var reader = MergeUnitReader(bytes: bytes, known: known)
        for unit in BlockUnit.all(in: bytes, from: known.last?.range.upperBound ?? 0) { reader.add(unit) }
        reader.addEmpty(before: bytes.count)
        units = reader.units
    }

    /// Returns the units up to the last heading outside of lists and quotes that ends before `end`. No block continues
    /// after it, so reading can start there.
    private func units(before end: Int) -> [MergeUnit] {
        var index = units.indices.partitioningIndex { units[$0].range.upperBound >= end } - 1
        while index >= 0 {
            if case .block(.heading) = units[index].kind, units[index].containers.isEmpty {
                return Array(units[...index])
            }
            index -= 1
        }
        return []
    }

    /// Returns the unit with a key, if it is the only one.
    func unit(withKey key: [UInt8]) -> Int? { unitsByKey[key] ?? nil }

    /// Returns the words of a unit. Code, HTML and very long texts have none.
    func words(_ unit: Int) -> [UnitWords.Word] {
        units[unit].isRaw ? [] : UnitWords(units[unit], text(unit)).words
    }

    /// Returns the properties of a task as written.
    func properties(_ unit: Int) -> Set<[[UInt8]]> {
        if units[unit].isRaw || !units[unit].startsItem { return [] }
        return Set(UnitWords(units[unit], text(unit)).properties.map { $0.map(\.text) })
    }

    /// Returns whether a unit is another one with some changes.
    func isVersion(_ unit: Int, of other: Int, in text: MergeText) -> Bool {
        guard units[unit].kind == text.units[other].kind else { return false }
        return units[unit].isRaw
            || UnitWords.similarity(words(unit), text.words(other)) >= UnitAlignment.minimumSimilarity
    }

    func slice(_ unit: Int) -> ArraySlice<UInt8> { bytes[units[unit].range] }

    func text(_ unit: Int) -> [UInt8] { Array(slice(unit)) }

    /// Returns the lines of neighboring units, with the blank lines between them.
    func text(_ range: Range<Int>) -> [UInt8] {
        guard let first = range.first, let last = range.last else { return [] }
        return Array(bytes[units[first].range.lowerBound..<units[last].range.upperBound])
    }

    /// Returns the end of a unit, or 0 before the first.
    func end(of unit: Int) -> Int { unit < 0 ? 0 : units[unit].range.upperBound }

    /// Returns the blank lines before a unit, or after the last one.
    func gap(before unit: Int) -> [UInt8] {
        Array(bytes[end(of: unit - 1)..<(unit < units.count ? units[unit].range.lowerBound : bytes.count)])
    }
}

/// Collects the units of a body in order.
private struct MergeUnitReader {
    let bytes: [UInt8]
    private(set) var units: [MergeUnit] = []
    /// The end of the lines that are read.
    private var end = 0
    /// The unit that starts each open container, by the offset of the container.
    private var openers: [(start: Int, unit: Int)] = []
    /// The headings that enclose the next unit, by level.
    private var headings: [(level: Int, unit: Int)] = []
    /// The first unit of a live block that is not closed yet, with its containers.
    private var live: (unit: Int, containers: Int)?

    /// - Parameter known: the units at the start, the last of them a heading.
    init(bytes: [UInt8], known: [MergeUnit]) {
        self.bytes = bytes
        units = known
        end = known.last?.range.upperBound ?? 0
        var index = known.indices.last
        while let unit = index {
            if case .block(.heading(let level)) = known[unit].kind { headings.insert((level, unit), at: 0) }
            index = known[unit].parent
        }
    }

    mutating func add(_ block: BlockUnit) {
        let starts = block.containers.map(\.start)
        let kept = zip(openers.map(\.start), starts).prefix { $0 == $1 }.count
        openers.removeLast(openers.count - kept)
        let first = min(starts.dropFirst(kept).first ?? block.range.lowerBound, block.range.lowerBound)
        let range = bytes.lineStart(of: first)..<min(bytes.lineEnd(from: block.range.upperBound), bytes.count - 1) + 1
        addEmpty(before: range.lowerBound)
        // Two blocks of one line, such as nested items, are one unit.
        guard range.lowerBound >= end else { return }
        let containers = block.containers.map { MergeUnit.Enclosure($0.kind) }
        if extendLive(to: range, containers) { return }
        var parent = openers.last?.unit
        if case .heading(let level) = block.kind, containers.isEmpty {
            while let last = headings.last, last.level >= level { headings.removeLast() }
            parent = headings.last?.unit
            headings.append((level, units.count))
        }
        for start in starts.dropFirst(kept) { openers.append((start, units.count)) }
        let isItem = block.containers.dropFirst(kept).contains { if case .item = $0.kind { true } else { false } }
        units.append(
            MergeUnit(
                kind: .block(block.kind), containers: containers, range: range,
                parent: parent ?? headings.last { $0.unit != units.count }?.unit, startsItem: isItem,
                key: Self.key(bytes[range], isRaw: block.kind == .code || block.kind == .html)))
        end = range.upperBound
        let comment = Array("<!-- slip:".utf8)
        if block.kind == .html, bytes.holds(comment, at: block.range.lowerBound) {
            live = (units.count - 1, containers.count)
        }
    }

    /// Adds lines between blocks that are not blank.
    mutating func addEmpty(before start: Int) {
        while end < start {
            let line = end..<min(bytes.lineEnd(from: end) + 1, bytes.count)
            end = line.upperBound
            // The mark of a quote alone separates its blocks, as a blank line does.
            if bytes[line].allSatisfy({ $0.isWhiteSpace || $0 == Byte.greater }) { continue }
            units.append(
                MergeUnit(
                    kind: .empty, containers: [], range: line, parent: headings.last?.unit, startsItem: false,
                    key: Self.key(bytes[line], isRaw: false)))
        }
    }

    /// Extends an open live block, and closes it at its last comment. Returns false if none is open.
    private mutating func extendLive(to range: Range<Int>, _ containers: [MergeUnit.Enclosure]) -> Bool {
        guard let (unit, depth) = live else { return false }
        guard containers.count >= depth, hasLiveEnd(from: range.lowerBound) else {
            live = nil
            return false
        }
        let whole = units[unit].range.lowerBound..<range.upperBound
        units[unit].range = whole
        units[unit].kind = .live
        units[unit].key = Array(bytes[whole])
        end = whole.upperBound
        if Self.isLiveEnd(bytes[bytes.lineStart(of: whole.upperBound - 1)..<whole.upperBound]) { live = nil }
        return true
    }

    private static let liveEnd = Array("<!-- /slip".utf8)

    private static func isLiveEnd(_ line: ArraySlice<UInt8>) -> Bool {
        line.drop { $0.isWhiteSpace || $0 == Byte.greater }.starts(with: liveEnd)
    }

    /// Returns whether the last comment of a live block comes before the next first comment.
    private func hasLiveEnd(from start: Int) -> Bool {
        var position = start
        while position < bytes.count {
            let line = bytes[position..<bytes.lineEnd(from: position)]
            if Self.isLiveEnd(line) { return true }
            if line.drop(while: \.isWhiteSpace).starts(with: Array("<!-- slip:".utf8)) { return false }
            position = line.endIndex + 1
        }
        return false
    }

    private static func key(_ text: ArraySlice<UInt8>, isRaw: Bool) -> [UInt8] {
        if isRaw { return Array(text) }
        var key: [UInt8] = []
        key.reserveCapacity(text.count)
        var isAfterSpace = false
        for byte in text {
            if byte.isWhiteSpace {
                isAfterSpace = !key.isEmpty
            } else {
                if isAfterSpace { key.append(Byte.space) }
                isAfterSpace = false
                key.append(byte)
            }
        }
        let digits = key.prefix(while: \.isDigit)
        if !digits.isEmpty, digits.count < 10, key.count > digits.count + 1,
            ".)".utf8.contains(key[digits.count]), key[digits.count + 1] == Byte.space
        {
            key.removeSubrange(digits.indices)
        }
        return key
    }
}

extension MergeUnit.Enclosure {
    fileprivate init(_ kind: Block.Container.Kind) {
        switch kind {
        case .quote: self = .quote
        case .item(let marker): self = .item(mark: marker.last)
        case .footnote: self = .footnote
        }
    }
}

extension [UInt8] {
    fileprivate func commonPrefixLength(with other: [UInt8]) -> Int {
        var length = 0
        while length < Swift.min(count, other.count), self[length] == other[length] { length += 1 }
        return length
    }
}
