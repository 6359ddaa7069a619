extension Range<Int> {
    /// Returns the first number that satisfies `predicate`, or the upper bound if none does. If a number satisfies it,
    /// so must all later ones.
    ///
    /// For `[10, 20, 30]`, `(0..<3).partitioningIndex { numbers[$0] >= 20 }` is 1.
    ///
    /// Complexity: O(log count) calls.
    @inlinable
    package func partitioningIndex(where predicate: (Int) throws -> Bool) rethrows -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if try predicate(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
