/// A value and the index of its last line.
struct YAMLReading {
    let value: YAMLValue
    let last: Int
}
