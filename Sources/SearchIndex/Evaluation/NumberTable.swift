import SourceText

/// Small numbers by other numbers, most of which are small too: an array as far as that goes, a dictionary beyond.
struct NumberTable {
    private static let dense: Int64 = 1 << 20
    private var array: [Int32] = []
    private var others: [Int64: Int32] = [:]

    subscript(number: Int64) -> Int? {
        @inline(__always) get {
            if number >= 0, number < array.count {
                let value = array[Int(number)]
                return value < 0 ? nil : Int(value)
            }
            return others.isEmpty ? nil : others[number].map { Int($0) }
        }
        set {
            guard number >= 0, number < Self.dense else {
                others[number] = newValue.map { Int32($0) }
                return
            }
            if number >= array.count {
                array += [Int32](repeating: -1, count: max(Int(number) + 1, array.count * 2) - array.count)
            }
            array[Int(number)] = Int32(newValue ?? -1)
        }
    }
}

/// Texts that come again and again, each with a number from 0.
struct DistinctTexts {
    private(set) var texts: [[UInt8]] = []
    private var numbers: [[UInt8]: Int] = [:]

    mutating func number(of text: [UInt8]) -> Int {
        if let known = numbers[text] { return known }
        numbers[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    /// The place of each among all in the order of their sort keys, by number; the same for those with the same key.
    func ranks() -> [Int64] {
        let keys = texts.map { NaturalOrder.key($0, 0..<$0.count) }
        let order = texts.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        var ranks = [Int64](repeating: 0, count: texts.count)
        var rank: Int64 = -1
        for (place, number) in order.enumerated() {
            if place == 0 || keys[order[place - 1]] != keys[number] { rank += 1 }
            ranks[number] = rank
        }
        return ranks
    }
}
