import SourceText

/// A check that a merged body has the structure that was meant: each unit is of the kind that a side gave it, and inside
/// of the unit or under the heading where a side put it.
struct MergeCheck {
    /// The index of the first element that is not as meant, or nil.
    let firstFailure: Int?

    init(_ result: MergeText, _ elements: [MergeDraft.Element], _ texts: Versions<MergeText>) {
        var places = texts.map { [Int](repeating: Self.gone, count: $0.units.count) }
        for (index, element) in elements.enumerated() {
            for unit in element.units.base { places.base[unit] = index }
            for unit in element.units.ours { places.ours[unit] = index }
            for unit in element.units.theirs { places.theirs[unit] = index }
        }
        func parent(_ text: MergeText, _ units: Range<Int>, in places: [Int]) -> Int?? {
            units.first.map { text.units[$0].parent.map { places[$0] } }
        }
        var lists = ListCheck(texts)
        for (index, element) in elements.enumerated() {
            guard index < result.units.count, lists.add(result.units[index], element) else {
                firstFailure = index
                return
            }
            var units = element.units
            if element.isOurs { (units.base, units.theirs) = (0..<0, 0..<0) }
            let kinds = Versions(
                base: units.base.first.map { texts.base.units[$0].shape },
                ours: units.ours.first.map { texts.ours.units[$0].shape },
                theirs: units.theirs.first.map { texts.theirs.units[$0].shape })
            let parents = Versions(
                base: parent(texts.base, units.base, in: places.base),
                ours: parent(texts.ours, units.ours, in: places.ours),
                theirs: parent(texts.theirs, units.theirs, in: places.theirs))
            let unit = result.units[index]
            guard unit.shape == Self.expected(kinds), unit.parent == Self.expected(parents) else {
                firstFailure = index
                return
            }
        }
        firstFailure =
            result.units.count == elements.count
            ? GroupCheck(result: result, elements: elements, texts: texts).firstFailure : elements.count
    }

    /// The place of a unit that is not in the result.
    private static let gone = -2

    /// Returns the value of the side that changed it, or of the side that has one. Nil if both changed it differently.
    private static func expected<Value: Equatable>(_ values: Versions<Value?>) -> Value? {
        switch (values.ours, values.theirs) {
        case (let ours?, let theirs?):
            values.base.map { Merge3.value(base: $0, ours: ours, theirs: theirs) } ?? (ours == theirs ? ours : nil)
        case (let value?, nil), (nil, let value?): value
        case (nil, nil): nil
        }
    }
}

/// A check that the items of one list have one marker: another one would begin a new list.
private struct ListCheck {
    private let texts: Versions<MergeText>
    /// The last item of the list inside each unit, or outside of all.
    private var open: [Int?: (unit: MergeUnit, element: MergeDraft.Element)] = [:]

    init(_ texts: Versions<MergeText>) { self.texts = texts }

    /// Adds the next unit of the result.
    ///
    /// - Returns: whether it continues the list in which it is on a side, or begins one as on a side.
    mutating func add(_ unit: MergeUnit, _ element: MergeDraft.Element) -> Bool {
        guard unit.startsItem else {
            open[unit.parent] = nil
            return true
        }
        let last = open.updateValue((unit, element), forKey: unit.parent)
        guard let last, last.unit.containers.count == unit.containers.count, last.unit.containers != unit.containers
        else { return true }
        // The markers of both items on each side that has both.
        let sides = [(texts.ours, \Versions<Range<Int>>.ours), (texts.theirs, \.theirs)].compactMap { text, side in
            last.element.units[keyPath: side].first.flatMap { first in
                element.units[keyPath: side].first.map { (text.units[first].containers, text.units[$0].containers) }
            }
        }
        return !sides.contains { $0.0 == $0.1 }
            || sides.contains { $0.0 == last.unit.containers && $0.1 == unit.containers }
    }
}
