import SourceText

/// The result of a merge by units while it is put together and checked.
///
/// It is built with our lines where there are conflicts, so that it can be read and checked. The final result is built
/// again, with conflict markers.
struct MergeDraft {
    /// A unit of the result.
    struct Element {
        /// The units of each version for which it stands.
        var units: Versions<Range<Int>>
        /// The region of the unit, or the last one before it, or -1.
        var region: Int
        /// Whether a side added the unit in a region that both changed.
        var isAdded = false
        /// Whether the unit is ours because of a conflict.
        var isOurs = false
    }

    private let texts: Versions<MergeText>
    private let regions: [MergedRegion]
    private var bytes: [UInt8] = []
    private var elements: [Element] = []
    private var hasConflicts = false
    /// The region whose result is not as meant. Nil if all are.
    private(set) var failedRegion: Int?
    /// The regions in which a unit is repeated, or there though a side deleted it.
    private(set) var repeatingRegions: Set<Int> = []
    /// The new numbers of list items, by their index in `elements`.
    private var numbers: [Int: Int] = [:]
    /// The changed texts of moved units, by their index in the version that moved them.
    private var moves = Versions<[Int: [UInt8]]>(base: [:], ours: [:], theirs: [:])
    private var appliedMoves = 0
    private var places: [(rule: MergeRule, offset: Int)] = []

    /// The result, after it was built with conflict markers.
    var merged: MergedText {
        var merged = MergedText(bytes: bytes, hasConflicts: hasConflicts)
        let lines = LineTable(bytes)
        merged.decisions = places.map { MergeDecision(rule: $0.rule, line: lines.line(at: $0.offset)) }
        return merged
    }

    init(_ texts: Versions<MergeText>, _ regions: [MergedRegion]) throws {
        self.texts = texts
        self.regions = regions
        for move in regions.filter(\.resolvesConflict).flatMap(\.merge.moves) {
            if move.isOurs { moves.ours[move.unit] = move.text } else { moves.theirs[move.unit] = move.text }
        }
        try build(nil)
        var result = MergeText(bytes, startingLike: texts.ours)
        numbers = ListNumbers(result, elements, texts).changes
        if !numbers.isEmpty {
            try build(nil)
            result = MergeText(bytes, startingLike: result)
        }
        if let failed = MergeCheck(result, elements, texts).firstFailure {
            failedRegion = elements.isEmpty ? 0 : max(0, elements[min(failed, elements.count - 1)].region)
        } else if appliedMoves != moves.ours.count + moves.theirs.count {
            failedRegion = regions.firstIndex { $0.resolvesConflict && !$0.merge.moves.isEmpty } ?? 0
        } else {
            repeatingRegions =
                RepetitionCheck(
                    result: result, elements: elements, texts: texts, regions: regions
                ).failedRegions
        }
    }

    /// Builds the result.
    ///
    /// - Parameter mergeLines: makes conflicts. Nil for our lines in their places.
    mutating func build(_ mergeLines: MergedText.MergeLines?) throws {
        bytes = []
        elements = []
        places = []
        appliedMoves = 0
        var units = texts.map { _ in 0 }
        var position = 0
        for (index, merged) in regions.enumerated() {
            let region = merged.region
            addEqual(from: units, count: region.units.ours.lowerBound - units.ours, after: index - 1, position)
            switch merged.method {
            case .side(let isOurs): addSide(merged, number: index, isOurs: isOurs)
            case .units: try add(merged, number: index, mergeLines)
            case .lines: try addLines(of: merged, number: index, mergeLines)
            }
            units = region.units.map(\.upperBound)
            position = region.bytes.ours.upperBound
        }
        addEqual(from: units, count: texts.ours.units.count - units.ours, after: regions.count - 1, position)
        if regions.last?.region.bytes.ours.upperBound != texts.ours.bytes.count {
            bytes += texts.ours.gap(before: texts.ours.units.count)
        }
    }

    // MARK: Outside of regions

    /// Adds units that are equal in all versions.
    private mutating func addEqual(from starts: Versions<Int>, count: Int, after region: Int, _ position: Int) {
        if count <= 0 { return }
        var position = position
        for offset in 0..<count {
            let units = starts.map { $0 + offset..<$0 + offset + 1 }
            let range = texts.ours.units[starts.ours + offset].range
            if let text = changedText(units, texts.ours.slice(starts.ours + offset), number: numbers[elements.count]) {
                bytes += texts.ours.bytes[position..<range.lowerBound]
                bytes += text
                position = range.upperBound
            }
            elements.append(Element(units: units, region: region))
        }
        bytes += texts.ours.bytes[position..<texts.ours.end(of: starts.ours + count - 1)]
    }

    /// Returns the text of a unit that is moved or gets another number, or nil.
    private mutating func changedText(
        _ units: Versions<Range<Int>>, _ text: ArraySlice<UInt8>, number: Int?
    ) -> [UInt8]? {
        var changed: [UInt8]?
        // A unit that takes the place of another one may have the other side's changes of that one, which would be lost.
        if !moves.ours.isEmpty, let unit = units.ours.first, texts.ours.slice(unit) == text {
            changed = moves.ours[unit]
        }
        if changed == nil, !moves.theirs.isEmpty, let unit = units.theirs.first, texts.theirs.slice(unit) == text {
            changed = moves.theirs[unit]
        }
        if changed != nil {
            places.append((.moved, bytes.count))
            appliedMoves += 1
        }
        guard let number else { return changed }
        return ListNumbers.numbered(changed ?? Array(text), number)
    }

    // MARK: Regions

    /// Adds a region that one side changed. Only units that the other moved or renumbers differ from its bytes.
    private mutating func addSide(_ merged: MergedRegion, number: Int, isOurs: Bool) {
        let text = isOurs ? texts.ours : texts.theirs
        let range = isOurs ? merged.region.bytes.ours : merged.region.bytes.theirs
        var position = range.lowerBound
        for piece in merged.merge.pieces {
            guard let unit = isOurs ? piece.units.ours.first : piece.units.theirs.first else { continue }
            let lines = text.units[unit].range
            if let changed = changedText(piece.units, text.slice(unit), number: numbers[elements.count]) {
                bytes += text.bytes[position..<lines.lowerBound]
                bytes += changed
                position = lines.upperBound
            }
            elements.append(Element(units: piece.units, region: number))
        }
        bytes += text.bytes[position..<range.upperBound]
    }

    /// Adds a region that is merged by lines.
    private mutating func addLines(
        of merged: MergedRegion, number: Int, _ mergeLines: MergedText.MergeLines?
    ) throws {
        let range = merged.region.bytes
        try addConflict(
            Versions(
                base: Array(texts.base.bytes[range.base]), ours: Array(texts.ours.bytes[range.ours]),
                theirs: Array(texts.theirs.bytes[range.theirs])), mergeLines)
        for units in merged.merge.counterparts(of: merged.region.units.ours) {
            elements.append(Element(units: units, region: number, isOurs: true))
        }
    }

    private mutating func addConflict(_ lines: Versions<[UInt8]>, _ mergeLines: MergedText.MergeLines?) throws {
        guard let mergeLines else {
            bytes += lines.ours
            return
        }
        let result = try mergeLines(lines.base, lines.ours, lines.theirs)
        if result.hasConflicts {
            hasConflicts = true
            places.append((.conflict, bytes.count))
        }
        bytes += result.bytes
    }

    /// Adds a region that is merged by units.
    private mutating func add(_ merged: MergedRegion, number: Int, _ mergeLines: MergedText.MergeLines?) throws {
        let gaps = MergeGaps(texts)
        let region = merged.region
        var previous = region.units.map { $0.lowerBound - 1..<$0.lowerBound }
        for piece in merged.merge.pieces {
            guard let text = piece.text else {
                if mergeLines != nil || !piece.units.ours.isEmpty {
                    bytes += gaps.gap(after: previous, before: piece.units)
                    let lines = Versions(
                        base: texts.base.text(piece.units.base), ours: texts.ours.text(piece.units.ours),
                        theirs: texts.theirs.text(piece.units.theirs))
                    try addConflict(lines, mergeLines)
                    previous = piece.units
                }
                for units in merged.merge.counterparts(of: piece.units.ours) {
                    elements.append(Element(units: units, region: number, isOurs: true))
                }
                continue
            }
            bytes += gaps.gap(after: previous, before: piece.units)
            if let rule = piece.rule { places.append((rule, bytes.count)) }
            bytes += changedText(piece.units, text[...], number: numbers[elements.count]) ?? text
            elements.append(Element(units: piece.units, region: number, isAdded: piece.units.base.isEmpty))
            previous = piece.units
        }
        // Another region ends with a unit, and the blank lines after it are outside.
        if region.bytes.ours.upperBound == texts.ours.bytes.count {
            bytes += gaps.gap(after: previous, before: texts.map { $0.units.count..<$0.units.count + 1 })
        }
    }
}
