/// The differences between two sequences of lines or words.
package enum SequenceDifference {
    /// A pair of ranges that differ. The elements between two changes are equal in both sequences.
    package struct Change: Hashable, Sendable {
        package var old: Range<Int>
        package var new: Range<Int>

        package init(old: Range<Int>, new: Range<Int>) { (self.old, self.new) = (old, new) }
    }

    /// The maximum number of element pairs to compare at once. The algorithm of the standard library takes quadratic
    /// time and memory, so larger ranges are divided first.
    private static let maximumPairs = 250_000

    /// Returns the changes between two sequences of lines or words, each given as its bytes. Equal ones get the same
    /// number, and the numbers are compared.
    package static func changes(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [Change] {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ element: ArraySlice<UInt8>) -> Int {
            if let known = numbers[element] { return known }
            numbers[element] = numbers.count
            return numbers.count - 1
        }
        return changes(from: old.map(number), to: new.map(number))
    }

    /// Returns the changes between two sequences, in order. Short ranges yield the fewest changed elements. Long ones
    /// are divided at elements that are unique in both (Bram Cohen's patience diff), or count as one change if there
    /// are none.
    ///
    /// Complexity: O(elements · log elements) and a constant for each range. For sequences that divide badly, the rest
    /// counts as one change.
    package static func changes<Element: Hashable>(from old: [Element], to new: [Element]) -> [Change] {
        var changes: [Change] = []
        var stretches = [Change(old: 0..<old.count, new: 0..<new.count)]
        var budget = 40 * (old.count + new.count) + 1000
        while let whole = stretches.popLast() {
            let stretch = trimmed(whole, old: old, new: new)
            let (left, right) = (stretch.old, stretch.new)
            if left.isEmpty, right.isEmpty { continue }
            // A single pair must differ, since equal ends are trimmed.
            if left.isEmpty || right.isEmpty || (left.count == 1 && right.count == 1) {
                changes.append(stretch)
            } else if left.count <= maximumPairs / right.count {
                changes += shortest(stretch, old: old, new: new)
            } else {
                budget -= left.count + right.count
                let splits = budget > 0 ? splits(stretch, old: old, new: new) : []
                if splits.isEmpty {
                    changes.append(stretch)
                    continue
                }
                var parts: [Change] = []
                var (fromOld, fromNew) = (left.lowerBound, right.lowerBound)
                for split in splits {
                    parts.append(Change(old: fromOld..<split.old, new: fromNew..<split.new))
                    (fromOld, fromNew) = (split.old + 1, split.new + 1)
                }
                parts.append(Change(old: fromOld..<left.upperBound, new: fromNew..<right.upperBound))
                // The first part is processed first.
                stretches += parts.reversed()
            }
        }
        return changes
    }

    /// Returns a change without equal elements at both ends.
    private static func trimmed<Element: Hashable>(_ whole: Change, old: [Element], new: [Element]) -> Change {
        var (left, right) = (whole.old, whole.new)
        while let first = left.first, let other = right.first, old[first] == new[other] {
            left = left.dropFirst()
            right = right.dropFirst()
        }
        while let last = left.last, let other = right.last, old[last] == new[other] {
            left = left.dropLast()
            right = right.dropLast()
        }
        return Change(old: left, new: right)
    }

    /// Returns the longest sequence of elements that are unique in both ranges and have the same order in both.
    private static func splits<Element: Hashable>(
        _ stretch: Change, old: [Element], new: [Element]
    ) -> [(old: Int, new: Int)] {
        // The index of each element, or -1 if it occurs more than once.
        var places: [Element: (old: Int, new: Int?)] = [:]
        for index in stretch.old { places[old[index]] = (places[old[index]] == nil ? index : -1, nil) }
        for index in stretch.new {
            guard let place = places[new[index]] else { continue }
            places[new[index]] = (place.new == nil ? place.old : -1, index)
        }
        let pairs = places.values.compactMap { place in
            place.new.flatMap { place.old < 0 ? nil : (old: place.old, new: $0) }
        }.sorted { $0.old < $1.old }
        // Find the longest increasing subsequence of `new`. `ends` holds the smallest end for each length.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for (number, pair) in pairs.enumerated() {
            let place = ends.indices.partitioningIndex { pairs[ends[$0]].new >= pair.new }
            if place > 0 { before[number] = ends[place - 1] }
            if place < ends.count { ends[place] = number } else { ends.append(number) }
        }
        var splits: [(old: Int, new: Int)] = []
        var number = ends.last ?? -1
        while number >= 0 {
            splits.append(pairs[number])
            number = before[number]
        }
        return splits.reversed()
    }

    /// Returns the fewest removals and insertions, by Myers' algorithm in the standard library.
    private static func shortest<Element: Hashable>(_ stretch: Change, old: [Element], new: [Element]) -> [Change] {
        let difference = new[stretch.new].difference(from: old[stretch.old])
        let removed = Set(difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
        let inserted = Set(difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
        let (fromOld, fromNew) = (stretch.old.lowerBound, stretch.new.lowerBound)
        var changes: [Change] = []
        var (i, j) = (0, 0)
        while i < stretch.old.count || j < stretch.new.count {
            let (startOld, startNew) = (i, j)
            while removed.contains(i) { i += 1 }
            while inserted.contains(j) { j += 1 }
            if i > startOld || j > startNew {
                changes.append(Change(old: fromOld + startOld..<fromOld + i, new: fromNew + startNew..<fromNew + j))
            } else {
                i += 1
                j += 1
            }
        }
        return changes
    }
}
