/// What was put in another's place between two sequences of lines or words.
package enum SequenceDifference {
    /// Stretches that differ, in order; what lies between two of them is the same in both.
    package struct Change: Hashable, Sendable {
        package var old: Range<Int>
        package var new: Range<Int>
    }

    /// Beyond so many pairs of elements the stretch between the first and the last change counts as one change: what the
    /// standard library finds in quadratic time would be too slow.
    private static let mostPairs = 4_000_000

    /// The same for lines or words of bytes, which are compared by numbers.
    package static func changes(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [Change] {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ element: ArraySlice<UInt8>) -> Int {
            if let known = numbers[element] { return known }
            numbers[element] = numbers.count
            return numbers.count - 1
        }
        return changes(from: old.map(number), to: new.map(number))
    }

    /// Complexity: O(elements) but for the stretch between the first and the last change, where it is quadratic at worst
    /// and cut off.
    package static func changes<Element: Hashable>(from old: [Element], to new: [Element]) -> [Change] {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var end = 0
        while end < old.count - start, end < new.count - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
            end += 1
        }
        let left = Array(old[start..<old.count - end])
        let right = Array(new[start..<new.count - end])
        if left.isEmpty, right.isEmpty { return [] }
        // One for one differs, or it would be no change.
        let isOneForOne = left.count == 1 && right.count == 1
        if isOneForOne || left.count * right.count > mostPairs {
            return [Change(old: start..<start + left.count, new: start..<start + right.count)]
        }
        let difference = right.difference(from: left)
        let removed = Set(difference.removals.map { if case .remove(let offset, _, _) = $0 { offset } else { -1 } })
        let inserted = Set(difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
        var changes: [Change] = []
        var i = 0
        var j = 0
        while i < left.count || j < right.count {
            let fromOld = i
            let fromNew = j
            while removed.contains(i) { i += 1 }
            while inserted.contains(j) { j += 1 }
            if i > fromOld || j > fromNew {
                changes.append(Change(old: start + fromOld..<start + i, new: start + fromNew..<start + j))
            } else {
                i += 1
                j += 1
            }
        }
        return changes
    }
}
