/// The distinct sets of scalars in a pattern.
struct SetTable {
    /// The maximum number of ranges. A pattern with more is too large. `\w` has about 800.
    static let maximumRangeCount = 200_000

    private(set) var sets: [ScalarSet] = []
    private(set) var rangeCount = 0
    private var numbers: [ScalarSet: Int] = [:]

    /// Returns the number of a set, adding the set if needed.
    mutating func number(of set: ScalarSet) -> Int {
        if let number = numbers[set] { return number }
        numbers[set] = sets.count
        sets.append(set)
        rangeCount += set.ranges.count
        return sets.count - 1
    }
}
