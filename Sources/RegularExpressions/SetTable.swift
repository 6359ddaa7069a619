/// The sets of scalars in a pattern, each kept once.
struct SetTable {
    /// Past it a pattern is too large; `\w` has some 800.
    static let maximumRangeCount = 200_000

    private(set) var sets: [ScalarSet] = []
    private(set) var rangeCount = 0
    private var numbers: [ScalarSet: Int] = [:]

    mutating func number(of set: ScalarSet) -> Int {
        if let number = numbers[set] { return number }
        numbers[set] = sets.count
        sets.append(set)
        rangeCount += set.ranges.count
        return sets.count - 1
    }
}
