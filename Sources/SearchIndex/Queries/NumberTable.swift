/// A map from mostly small numbers to numbers that fit in 31 bits. It uses an array for small keys and a dictionary for
/// the others.
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
