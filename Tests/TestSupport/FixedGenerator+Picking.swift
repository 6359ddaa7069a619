extension FixedGenerator {
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True once in `times` throws.
    package mutating func once(in times: Int) -> Bool { below(times) == 0 }

    package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    package mutating func some<Value>(_ values: [Value], _ counts: ClosedRange<Int>) -> [Value] {
        (0..<(counts.lowerBound + below(counts.count))).map { _ in pick(values) }
    }
}
