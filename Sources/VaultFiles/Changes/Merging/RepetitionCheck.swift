import Notes
import SourceText

/// A check that a merged body has no unit more often than the changes of both sides allow. A unit that one side deleted
/// is gone, also where the other side moved it. A unit that both sides moved to different places is there once. No label
/// is defined twice.
struct RepetitionCheck {
    /// The regions that must be merged by lines.
    private(set) var failedRegions: Set<Int> = []

    private let result: MergeText
    private let elements: [MergeDraft.Element]
    private let texts: Versions<MergeText>
    private let regions: [MergedRegion]
    private var counts: [[UInt8]: Counts] = [:]

    /// How often a unit is in the regions of each version.
    private struct Counts {
        var sides = Versions(base: 0, ours: 0, theirs: 0)
        /// The region of the base that has the unit.
        var region: Int?
        /// Whether a conflict shows the unit of the base.
        var isDisputed = false
        /// The elements of the result.
        var elements: [Int] = []
    }

    init(
        result: MergeText, elements: [MergeDraft.Element], texts: Versions<MergeText>, regions: [MergedRegion]
    ) {
        self.result = result
        self.elements = elements
        self.texts = texts
        self.regions = regions
        for (index, region) in regions.enumerated() { count(region, number: index) }
        let changed = elements.indices.filter { index in
            let element = elements[index]
            return regions.indices.contains(element.region) && !element.isOurs
                && regions[element.region].contains(element)
        }
        for index in changed { counts[result.units[index].key]?.elements.append(index) }
        for (key, count) in counts where !count.isDisputed {
            let added = count.elements.count { elements[$0].units.base.isEmpty }
            let isAddedTwice = added > max(count.sides.ours, count.sides.theirs) && count.sides.base == 0
            if count.elements.count > Self.maximum(count.sides) || isAddedTwice && Self.isDistinctive(key) {
                fail(count.region, or: count.elements)
            }
        }
        checkMoves(changed.filter { elements[$0].isOneSided })
        checkLabels(changed)
    }

    private mutating func count(_ region: MergedRegion, number: Int) {
        func add(_ units: Range<Int>, of text: MergeText, to side: WritableKeyPath<Versions<Int>, Int>) {
            for unit in units {
                let key = text.units[unit].key
                if Self.hasText(key) { counts[key, default: Counts()].sides[keyPath: side] += 1 }
            }
        }
        add(region.region.units.base, of: texts.base, to: \.base)
        add(region.region.units.ours, of: texts.ours, to: \.ours)
        add(region.region.units.theirs, of: texts.theirs, to: \.theirs)
        for unit in region.region.units.base { counts[texts.base.units[unit].key]?.region = number }
        for unit in region.disputedUnits { counts[texts.base.units[unit].key]?.isDisputed = true }
    }

    private static func hasText(_ key: [UInt8]) -> Bool {
        key.contains { $0.isLetter || $0.isDigit || $0 > 0x7F }
    }

    /// Returns how often a unit may be in the result.
    private static func maximum(_ sides: Versions<Int>) -> Int {
        // Both sides may have removed the same one, but not one that neither removed.
        if sides.ours <= sides.base, sides.theirs <= sides.base { return min(sides.ours, sides.theirs) }
        return max(0, sides.ours + sides.theirs - sides.base)
    }

    /// Whether a unit is no heading and has several words. Others, such as those of a template, may be new in two
    /// places.
    private static func isDistinctive(_ key: [UInt8]) -> Bool {
        key.first != Byte.hash && key.split(separator: Byte.space).count { hasText(Array($0)) } > 1
    }

    /// Marks a region that is merged by units: that of the base, or else the last one of some elements. Git merges all
    /// others in the same way.
    private mutating func fail(_ region: Int?, or indices: [Int]) {
        let candidates = [region].compactMap { $0 } + indices.reversed().map { elements[$0].region }
        if let failed = candidates.first(where: { regions[$0].resolvesConflict }) { failedRegions.insert(failed) }
    }

    // MARK: Moves with changes

    /// The largest number of pairs of units that are compared by their words.
    private static let maximumPairs = 20_000

    /// Fails where one side deleted a unit, and the other moved and changed it.
    private mutating func checkMoves(_ added: [Int]) {
        let removed = regions.enumerated().filter(\.element.resolvesConflict).flatMap { number, region in
            region.merge.removed.map { (unit: $0, region: number) }
        }
        if removed.isEmpty || added.isEmpty { return }
        guard removed.count * added.count <= Self.maximumPairs else {
            for (_, region) in removed { failedRegions.insert(region) }
            return
        }
        var numbers = WordNumbers()
        let new = added.map { (result.units[$0].shape, numbers.sorted(result.words($0))) }
        for (unit, region) in removed where !failedRegions.contains(region) {
            let (shape, words) = (texts.base.units[unit].shape, numbers.sorted(texts.base.words(unit)))
            let isMoved =
                words.count > 1
                && new.contains {
                    $0.0.isLike(shape) && WordNumbers.similarity(words, $0.1) > UnitAlignment.minimumSimilarity
                }
            if isMoved { failedRegions.insert(region) }
        }
    }

    // MARK: Labels

    /// Fails where a footnote or reference definition is there more often than on both sides.
    private mutating func checkLabels(_ changed: [Int]) {
        var labels: [[UInt8]: [Int]] = [:]
        for index in changed { if let label = result.label(index) { labels[label, default: []].append(index) } }
        if labels.isEmpty { return }
        func counts(_ text: MergeText) -> [[UInt8]: Int] {
            text.units.indices.reduce(into: [:]) { if let label = text.label($1) { $0[label, default: 0] += 1 } }
        }
        let (all, own, other) = (counts(result), counts(texts.ours), counts(texts.theirs))
        for (label, indices) in labels where all[label] ?? 0 > max(1, own[label] ?? 0, other[label] ?? 0) {
            fail(nil, or: indices)
        }
    }
}

extension MergeUnit.Shape {
    /// Whether the shapes are the same but for the number of columns of a table.
    fileprivate func isLike(_ other: MergeUnit.Shape) -> Bool {
        if case (.block(.row), .block(.row)) = (kind, other.kind) { return true }
        return self == other
    }
}

extension MergeDraft.Element {
    /// Whether only one side has the unit, and it was not in the base at this place.
    fileprivate var isOneSided: Bool { units.base.isEmpty && units.ours.isEmpty != units.theirs.isEmpty }
}

extension MergedRegion {
    fileprivate func contains(_ element: MergeDraft.Element) -> Bool {
        element.units.ours.first.map { region.units.ours.contains($0) }
            ?? element.units.theirs.first.map { region.units.theirs.contains($0) } ?? false
    }

    /// The units of the base that are in conflict.
    fileprivate var disputedUnits: [Int] {
        switch method {
        case .lines: Array(region.units.base)
        case .side: []
        case .units: merge.pieces.filter { $0.text == nil }.flatMap(\.units.base)
        }
    }
}

extension MergeText {
    /// Returns the label of a footnote or reference definition that a unit starts, without differences that do not
    /// count (CommonMark 4.7).
    fileprivate func label(_ unit: Int) -> [UInt8]? {
        let isFootnote = units[unit].containers.last == .footnote
        guard isFootnote || units[unit].kind == .block(.definition) else { return nil }
        let key = units[unit].key.drop { $0 == Byte.greater || $0 == Byte.space }
        guard key.first == Byte.leftBracket, let end = key.firstRange(of: Array("]:".utf8)),
            isFootnote == key.dropFirst().starts(with: [Byte.caret])
        else { return nil }
        return Array(String(decoding: key[..<end.lowerBound], as: UTF8.self).lowercased().utf8)
    }
}
