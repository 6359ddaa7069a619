/// A parsed value, and the index in `YAMLText.lines` of its last line. Parsing continues after that line.
struct YAMLReading {
    let value: YAMLValue
    let last: Int
}
