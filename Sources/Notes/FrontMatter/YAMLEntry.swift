/// One `key: value` of a mapping.
package struct YAMLEntry: Sendable {
    /// The key as written, without its quotes.
    package let key: String

    /// The bytes of the key, quotes included.
    package let keyRange: Range<Int>

    package let value: YAMLValue

    /// All whole lines that the entry covers, from the start of its key's line to the end of its last line with the
    /// line end; comments that are indented below the key are part of it. In a flow mapping: the range of the pair.
    package let lines: Range<Int>
}
