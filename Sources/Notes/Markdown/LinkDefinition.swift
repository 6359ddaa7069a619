/// A reference definition, `[label]: destination` (CommonMark 4.7), to any destination.
package struct LinkDefinition: Hashable, Sendable {
    /// The normalized label, for comparison with uses.
    package var label: String
    /// The bytes between the brackets.
    package var labelRange: Range<Int>
    /// The bytes of the title, without its quotes.
    package var title: Range<Int>?
    package var range: Range<Int>
}

/// Brackets that use a definition: `[text][label]`, `[label][]` or `[label]` (CommonMark 6.3).
package struct LinkUse: Hashable, Sendable {
    package var label: String
    package var labelRange: Range<Int>
    package var range: Range<Int>
}
