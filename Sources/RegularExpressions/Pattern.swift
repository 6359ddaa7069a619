/// A regular expression, ready to be looked for in UTF-8.
///
/// Its syntax is what RE2 and ripgrep share, over Unicode scalars: no back references and no look-around. `^` and `$`
/// stand at the ends of lines, unless `(?-m)` takes that away.
package struct Pattern: Sendable {
    /// A bound on the instructions that a pattern is compiled to.
    static let maximumSize = 20_000

    /// A literal that is in every match, the longest found (of 64 bytes at most); nil if there is none. A text without
    /// it needs no search.
    package let requiredLiteral: [UInt8]?

    /// Tells this pattern from any other, for keeping matchers.
    package let key: String

    let alphabet: Alphabet
    let forward: Program
    let backward: Program
    /// Finds `requiredLiteral`.
    let required: LiteralFinder?
    /// Finds what every match begins with.
    let prefix: LiteralFinder?
    /// Whether an assertion asks what is before a match.
    let looksAround: Bool

    /// - Throws: `PatternError` for text that is no pattern, one that is not supported, or one that is too large.
    package init(_ pattern: String, ignoresCase: Bool) throws(PatternError) {
        key = ignoresCase ? "i\(pattern)" : "c\(pattern)"
        var parser = PatternParser(pattern, ignoresCase: ignoresCase)
        let node = try parser.parse()
        let sets = parser.sets.sets
        let assertions = node.assertions
        guard node.size(limit: Self.maximumSize) <= Self.maximumSize,
            let alphabet = Alphabet(sets: sets, assertions: assertions)
        else { throw .tooLarge(pattern.utf8.count) }
        self.alphabet = alphabet
        forward = Program(node, isReversed: false, everything: alphabet.everything)
        backward = Program(node, isReversed: true, everything: alphabet.everything)
        let literals = Literals(node, sets: sets)
        requiredLiteral = literals.longest.isEmpty ? nil : literals.longest
        required = requiredLiteral.map(LiteralFinder.init)
        prefix = literals.prefix.isEmpty ? nil : LiteralFinder(literals.prefix)
        looksAround = !assertions.isEmpty
    }
}
