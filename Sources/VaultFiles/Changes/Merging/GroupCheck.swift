import Notes
import SourceText

/// A check that the lists and tables of a merged body are those of both sides: none are joined that are apart on both,
/// and no added entry is outside of the list to which its side adds it.
struct GroupCheck {
    /// The first element that is not as meant, or nil.
    private(set) var firstFailure: Int?

    private let result: MergeText
    private let elements: [MergeDraft.Element]
    private let texts: Versions<MergeText>

    init(result: MergeText, elements: [MergeDraft.Element], texts: Versions<MergeText>) {
        self.result = result
        self.elements = elements
        self.texts = texts
        let sides = SideGroups(texts, elements)
        /// The last entry of each list or table of the result, by its list or table on the sides.
        var last: [Int: Int] = [:]
        var keepsList: Set<Int> = []
        var added: [(element: Int, group: Int)] = []
        for (index, group) in result.groups.numbers.enumerated() {
            guard let group, index < elements.count, let own = sides.group(of: elements[index]) else { continue }
            if let other = last.updateValue(own, forKey: group), !sides.canJoin(own, other), firstFailure == nil {
                firstFailure = index
            }
            if elements[index].isOurs || sides.isShared(elements[index]) {
                keepsList.insert(group)
            } else {
                added.append((index, group))
            }
        }
        added.removeAll { keepsList.contains($0.group) }
        let torn = added.isEmpty ? nil : firstTorn(added)
        firstFailure = [firstFailure, torn].compactMap { $0 }.min()
    }

    /// Returns the first added element whose list on its side has old entries that are elsewhere in the result.
    ///
    /// - Parameter added: elements in lists and tables of the result that have only entries of one side.
    private func firstTorn(_ added: [(element: Int, group: Int)]) -> Int? {
        let (old, found) = (texts.base.entryKeys, result.entryKeys)
        // One side may have moved its entries together with the added ones.
        let moved = Set(added.filter { old.contains(result.units[$0.element].key) }.map(\.group))
        let kept = old.intersection(found)
        let (ours, theirs) = (texts.ours.groups(withEntryIn: kept), texts.theirs.groups(withEntryIn: kept))
        return added.first { element, group in
            if moved.contains(group) { return false }
            let units = elements[element].units
            if let unit = units.ours.first { return texts.ours.groups.numbers[unit].map(ours.contains) ?? false }
            return texts.theirs.groups.numbers[units.theirs.lowerBound].map(theirs.contains) ?? false
        }?.element
    }
}

extension MergeText {
    /// The keys of the entries of lists and tables.
    fileprivate var entryKeys: Set<[UInt8]> {
        Set(units.indices.filter { groups.numbers[$0] != nil }.map { units[$0].key })
    }

    /// Returns the numbers of the lists and tables that have an entry with one of the keys.
    fileprivate func groups(withEntryIn keys: Set<[UInt8]>) -> Set<Int> {
        Set(zip(units, groups.numbers).compactMap { unit, number in keys.contains(unit.key) ? number : nil })
    }
}

/// The lists and tables of both sides. Two of them are one if an entry is in both.
private struct SideGroups {
    private let texts: Versions<MergeText>
    /// For each list or table, ours first, one with which it is the same, or itself.
    private var links: [Int]
    /// The lists and tables with an entry of the base.
    private var old: Set<Int> = []

    init(_ texts: Versions<MergeText>, _ elements: [MergeDraft.Element]) {
        self.texts = texts
        links = Array(0..<texts.ours.groups.count + texts.theirs.groups.count)
        for element in elements {
            guard let (own, other) = groups(of: element) else { continue }
            links[root(own)] = root(other)
        }
        for element in elements {
            guard let group = group(of: element) else { continue }
            if !element.units.base.isEmpty { old.insert(group) }
        }
    }

    private func root(_ group: Int) -> Int {
        var group = group
        while links[group] != group { group = links[group] }
        return group
    }

    private func group(ours unit: Int?) -> Int? { unit.flatMap { texts.ours.groups.numbers[$0] } }

    private func group(theirs unit: Int?) -> Int? {
        unit.flatMap { texts.theirs.groups.numbers[$0] }.map { texts.ours.groups.count + $0 }
    }

    private func groups(of element: MergeDraft.Element) -> (ours: Int, theirs: Int)? {
        guard let own = group(ours: element.units.ours.first), let other = group(theirs: element.units.theirs.first)
        else { return nil }
        return (own, other)
    }

    /// Returns the list or table of an element on the sides that have it.
    func group(of element: MergeDraft.Element) -> Int? {
        (group(ours: element.units.ours.first) ?? group(theirs: element.units.theirs.first)).map(root)
    }

    func isShared(_ element: MergeDraft.Element) -> Bool { groups(of: element) != nil }

    /// Whether two entries may be in one list. New lists of both sides at one place become one.
    func canJoin(_ group: Int, _ other: Int) -> Bool {
        group == other || !old.contains(group) && !old.contains(other)
    }
}
