import TestSupport

extension FixedGenerator {
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True once in `times` throws.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    mutating func some<Value>(_ values: [Value], _ counts: ClosedRange<Int>) -> [Value] {
        (0..<(counts.lowerBound + below(counts.count))).map { _ in pick(values) }
    }
}
