import Notes
import SourceText

/// A value for each of the three versions.
struct Versions<Value> {
    var base: Value
    var ours: Value
    var theirs: Value

    func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Versions<Other> {
        Versions<Other>(base: try transform(base), ours: try transform(ours), theirs: try transform(theirs))
    }
}

extension Versions: Sendable where Value: Sendable {}

/// One unit of a merged region, or a conflict.
struct MergePiece {
    /// The units for which the piece stands.
    var units: Versions<Range<Int>>
    /// The merged lines, or nil for a conflict.
    var text: [UInt8]?
    var rule: MergeRule?
}

/// The merge of a region of a body, unit by unit.
struct RegionMerge {
    /// A unit that one side moved, with the changes of the other.
    struct MovedUnit {
        var isOurs: Bool
        var unit: Int
        var text: [UInt8]
    }

    private(set) var pieces: [MergePiece] = []
    private(set) var moves: [MovedUnit] = []
    /// The units of the base that both sides removed.
    private(set) var removed: [Int] = []
    /// The units whose lines are mixed from both sides.
    var mixed: [Versions<Range<Int>>] = []
    let texts: Versions<MergeText>
    let units: Versions<Range<Int>>
    private var theirsFirst: Bool
    private let ours: UnitAlignment
    private let theirs: UnitAlignment
    private let counterparts: [Versions<Range<Int>>]

    init(_ texts: Versions<MergeText>, _ units: Versions<Range<Int>>) {
        self.texts = texts
        self.units = units
        theirsFirst = false
        ours = UnitAlignment((texts.base, units.base), (texts.ours, units.ours))
        theirs = UnitAlignment((texts.base, units.base), (texts.theirs, units.theirs))
        counterparts = Self.counterparts(units, ours: ours, theirs: theirs)
        merge()
    }

    /// Merges again, with their additions before ours.
    mutating func putTheirsFirst() {
        theirsFirst = true
        (pieces, moves, removed, mixed) = ([], [], [], [])
        merge()
    }

    private mutating func merge() {
        var unit = units.base.lowerBound
        while true {
            addAdditions(before: unit)
            if unit == units.base.upperBound { break }
            let group = group(around: unit)
            merge(group)
            unit = group.upperBound
        }
        markNeighbors()
    }

    /// Whether a rule decided something.
    var isDecided: Bool { pieces.contains { $0.rule != nil && $0.rule != .conflict } }

    // MARK: Additions

    private mutating func addAdditions(before unit: Int) {
        let place = unit - units.base.lowerBound
        let (own, other) = (ours.additions[place], theirs.additions[place])
        if own.isEmpty || other.isEmpty {
            for unit in own { add(ours: unit) }
            for unit in other { add(theirs: unit) }
            return
        }
        let order = AdditionOrder(
            ours: (texts.ours, own), theirs: (texts.theirs, other), theirsFirst: theirsFirst)
        if hasNearDuplicates(order.additions) {
            addConflict(Versions(base: unit..<unit, ours: own, theirs: other))
            return
        }
        let first = pieces.count
        let repeated = RepeatedEntries(order.additions, texts)
        for addition in order.additions {
            if let pair = addition.ours.flatMap({ repeated.pairs[$0] }) {
                addConflict(Versions(base: unit..<unit, ours: pair.ours, theirs: pair.theirs))
            } else if !repeated.contains(addition) {
                add(ours: addition.ours, theirs: addition.theirs)
            }
        }
        let isSame = order.additions.allSatisfy { $0.ours != nil && $0.theirs != nil }
        if let index = pieces[first...].firstIndex(where: { $0.rule == nil }) {
            pieces[index].rule = isSame ? .sameChange : order.isSorted ? .additionsInOrder : .additions
        }
    }

    /// The share of common words from which two long texts that both sides add are versions of one text.
    private static let duplicateSimilarity = 0.8
    private static let minimumDuplicateWords = 8

    /// Returns whether both sides add the same text with small differences, except for list items and table rows.
    private func hasNearDuplicates(_ additions: [AdditionOrder.Addition]) -> Bool {
        func texts(_ side: MergeText, _ units: [Int]) -> [(MergeUnit.UnitKind, [UnitWords.Word])] {
            units.compactMap { index in
                let unit = side.units[index]
                if unit.startsItem { return nil }
                if case .block(.row(_)) = unit.kind { return nil }
                let words = side.words(index)
                return words.count < Self.minimumDuplicateWords ? nil : (unit.kind, words)
            }
        }
        let own = texts(self.texts.ours, additions.filter { $0.theirs == nil }.compactMap(\.ours))
        let other = texts(self.texts.theirs, additions.filter { $0.ours == nil }.compactMap(\.theirs))
        // A conflict is no loss, so a large comparison is not worth its time.
        if own.count * other.count > 10_000 { return true }
        return own.contains { kind, words in
            other.contains { $0 == kind && UnitWords.similarity(words, $1) >= Self.duplicateSimilarity }
        } || hasVersions(additions)
    }

    /// Returns whether both sides add a text that differs in one paragraph or code block: each side has one, next to an
    /// addition that is the same on both sides.
    private func hasVersions(_ additions: [AdditionOrder.Addition]) -> Bool {
        func isSame(_ index: Int) -> Bool {
            additions.indices.contains(index) && additions[index].ours != nil && additions[index].theirs != nil
        }
        func isSingle(_ index: Int) -> Bool { additions.indices.contains(index) && !isSame(index) }
        return additions.indices.contains { index in
            guard isSingle(index), isSingle(index + 1), !isSingle(index - 1), !isSingle(index + 2),
                isSame(index - 1) || isSame(index + 2),
                let own = additions[index].ours ?? additions[index + 1].ours,
                let other = additions[index].theirs ?? additions[index + 1].theirs
            else { return false }
            let (left, right) = (texts.ours.units[own], texts.theirs.units[other])
            guard left.kind == right.kind, !left.isEntry, !right.isEntry else { return false }
            return left.kind == .block(.code)
                || UnitWords.similarity(texts.ours.words(own), texts.theirs.words(other))
                    >= UnitAlignment.minimumSimilarity
        }
    }

    // MARK: Units of the base

    /// Returns the smallest range of the base with a unit and all that either side replaced as a whole.
    private func group(around unit: Int) -> Range<Int> {
        let first = units.base.lowerBound
        var group = unit..<unit + 1
        var index = unit
        while index < group.upperBound {
            for run in [ours.run(around: index, first: first), theirs.run(around: index, first: first)] {
                group = min(group.lowerBound, run.lowerBound)..<max(group.upperBound, run.upperBound)
            }
            index += 1
        }
        return group
    }

    private mutating func merge(_ group: Range<Int>) {
        let own = SideUnits(ours, texts.ours, for: group, first: units.base.lowerBound)
        let other = SideUnits(theirs, texts.theirs, for: group, first: units.base.lowerBound)
        let old = group.map { texts.base.text($0) }
        let all = Versions(base: group, ours: own.units, theirs: other.units)
        if own.isKept, own.lines == old {
            add(other.units, all, isOurs: false)
        } else if other.isKept, other.lines == old {
            add(own.units, all, isOurs: true)
        } else if own.units.isEmpty, other.units.isEmpty {
            removed += group
        } else if group.count == 1, own.units.isEmpty || other.units.isEmpty {
            mergeRemoved(group.lowerBound, ours: own.units, theirs: other.units, keeps: own.isKept || other.isKept)
        } else if own.keys == other.keys {
            for (unit, their) in zip(own.units, other.units) { add(ours: unit, theirs: their, base: group) }
            pieces[pieces.count - own.units.count].rule = .sameChange
        } else if group.count == 1, own.units.count == 1, other.units.count == 1 {
            mergeVersions(all)
        } else {
            addConflict(all)
        }
    }

    /// The units of a side for a range of the base.
    private struct SideUnits {
        /// Empty if all are removed.
        var units: Range<Int>
        /// Whether each unit of the base is there, and nothing is added between them.
        var isKept: Bool
        var lines: [[UInt8]]
        var keys: [[UInt8]]

        init(_ alignment: UnitAlignment, _ text: MergeText, for group: Range<Int>, first: Int) {
            var (lower, upper) = (Int.max, 0)
            var isKept = true
            func extend(_ range: Range<Int>) {
                if range.isEmpty { return }
                (lower, upper) = (min(lower, range.lowerBound), max(upper, range.upperBound))
            }
            for unit in group {
                switch alignment.states[unit - first] {
                case .same(let index): extend(index..<index + 1)
                case .changed(let range, _):
                    isKept = false
                    extend(range)
                case .removed: isKept = false
                }
                guard unit > group.lowerBound, !alignment.additions[unit - first].isEmpty else { continue }
                isKept = false
                extend(alignment.additions[unit - first])
            }
            units = lower < upper ? lower..<upper : 0..<0
            self.isKept = isKept
            lines = units.map { text.text($0) }
            keys = units.map { text.units[$0].key }
        }
    }

    private mutating func mergeVersions(_ all: Versions<Range<Int>>) {
        func version(_ text: MergeText, _ range: Range<Int>) -> UnitVersions.Version {
            UnitVersions.Version(unit: text.units[range.lowerBound], text: text.text(range.lowerBound))
        }
        let versions = UnitVersions(
            base: version(texts.base, all.base), ours: version(texts.ours, all.ours),
            theirs: version(texts.theirs, all.theirs))
        guard !dividesRecurringTask(all), let (text, rule) = versions.merged else { return addConflict(all) }
        pieces.append(MergePiece(units: all, text: text, rule: rule))
        mixed.append(all)
    }

    /// Merges a unit that one side removed. If that side moved it, the changes of the other go to its new place.
    private mutating func mergeRemoved(_ unit: Int, ours own: Range<Int>, theirs other: Range<Int>, keeps: Bool) {
        let all = Versions(base: unit..<unit + 1, ours: own, theirs: other)
        // The other side changed only its layout.
        if keeps { return }
        let isOurs = own.isEmpty
        let (mover, changed) = isOurs ? (texts.ours, other) : (texts.theirs, own)
        let key = texts.base.units[unit].key
        guard changed.count == 1, let moved = mover.unit(withKey: key), texts.base.unit(withKey: key) != nil else {
            return addConflict(all)
        }
        let editor = isOurs ? texts.theirs : texts.ours
        guard editor.isVersion(changed.lowerBound, of: unit, in: texts.base) else { return addConflict(all) }
        func version(_ text: MergeText, _ unit: Int) -> UnitVersions.Version {
            UnitVersions.Version(unit: text.units[unit], text: text.text(unit))
        }
        let versions = UnitVersions(
            base: version(texts.base, unit), ours: version(mover, moved),
            theirs: version(editor, changed.lowerBound))
        let text = versions.ours.text == versions.base.text ? versions.theirs.text : versions.merged?.text
        guard let text else { return addConflict(all) }
        moves.append(MovedUnit(isOurs: isOurs, unit: moved, text: text))
        let place = moved..<moved + 1
        mixed.append(Versions(base: all.base, ours: isOurs ? place : own, theirs: isOurs ? other : place))
    }

    /// Returns for each of our units those of the other versions to which it corresponds.
    func counterparts(of own: Range<Int>) -> ArraySlice<Versions<Range<Int>>> {
        let first = units.ours.lowerBound
        return own.isEmpty ? [] : counterparts[(own.lowerBound - first)..<(own.upperBound - first)]
    }

    private static func counterparts(
        _ units: Versions<Range<Int>>, ours: UnitAlignment, theirs: UnitAlignment
    ) -> [Versions<Range<Int>>] {
        var counterparts = units.ours.map { Versions(base: 0..<0, ours: $0..<$0 + 1, theirs: 0..<0) }
        for (base, states) in zip(units.base, zip(ours.states, theirs.states)) {
            let index: Int
            switch states.0 {
            case .same(let unit): index = unit - units.ours.lowerBound
            case .changed(let range, _): index = range.lowerBound - units.ours.lowerBound
            case .removed: continue
            }
            counterparts[index].base = base..<base + 1
            switch states.1 {
            case .same(let unit): counterparts[index].theirs = unit..<unit + 1
            case .changed(let range, _): counterparts[index].theirs = range
            case .removed: break
            }
        }
        return counterparts
    }

    // MARK: Pieces

    private mutating func add(ours: Int? = nil, theirs: Int? = nil, base: Range<Int> = 0..<0) {
        let text = ours.map { texts.ours.text($0) } ?? theirs.map { texts.theirs.text($0) }
        func range(_ unit: Int?) -> Range<Int> { unit.map { $0..<$0 + 1 } ?? 0..<0 }
        pieces.append(
            MergePiece(units: Versions(base: base, ours: range(ours), theirs: range(theirs)), text: text))
    }

    /// Adds the units of the side that changed them. The first stands for those of all versions.
    private mutating func add(_ changed: Range<Int>, _ all: Versions<Range<Int>>, isOurs: Bool) {
        for unit in changed {
            var piece = MergePiece(
                units: Versions(base: 0..<0, ours: 0..<0, theirs: 0..<0),
                text: isOurs ? texts.ours.text(unit) : texts.theirs.text(unit))
            if unit == changed.lowerBound { piece.units = all }
            if isOurs { piece.units.ours = unit..<unit + 1 } else { piece.units.theirs = unit..<unit + 1 }
            pieces.append(piece)
        }
    }

    private mutating func addConflict(_ units: Versions<Range<Int>>) {
        pieces.append(MergePiece(units: units, text: nil, rule: .conflict))
    }

    /// Names the rule of a region in which each side changed other units, besides those in conflict.
    private mutating func markNeighbors() {
        if isDecided { return }
        let hasConflicts = pieces.contains { $0.text == nil }
        let index = pieces.firstIndex { piece in
            guard let text = piece.text else { return false }
            guard piece.units.base.count == 1, let unit = piece.units.base.first else { return true }
            return text != texts.base.text(unit)
        }
        if hasConflicts, index == nil { return }
        if let index = index ?? pieces.indices.first { pieces[index].rule = moves.isEmpty ? .neighbors : .moved }
    }
}
