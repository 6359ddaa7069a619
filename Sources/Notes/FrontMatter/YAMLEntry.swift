/// One `key: value` of a mapping.
package struct YAMLEntry: Sendable {
    /// The key as written, without its quotes.
    package let key: String

    /// The bytes of the key, including quotes.
    package let keyRange: Range<Int>

    package let value: YAMLValue

    /// The whole lines of the entry, including the last line end and comments indented below the key. In a flow
    /// mapping, the range of the pair.
    package let lines: Range<Int>
}
