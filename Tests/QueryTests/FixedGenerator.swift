/// Random numbers that are the same in every run (SplitMix64).
struct FixedGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension FixedGenerator {
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True once in `times` throws.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    mutating func some<Value>(_ values: [Value], _ counts: ClosedRange<Int>) -> [Value] {
        (0..<(counts.lowerBound + below(counts.count))).map { _ in pick(values) }
    }
}
