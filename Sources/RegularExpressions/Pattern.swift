/// A compiled regular expression for UTF-8.
///
/// The syntax is that of RE2 and ripgrep over Unicode scalars, without back references and look-around. `^` and `$`
/// match at line boundaries, unless `(?-m)` is set.
package struct Pattern: Sendable {
    /// The maximum number of instructions of a compiled pattern.
    static let maximumSize = 20_000

    /// The longest known literal that every match contains, at most 64 bytes, or nil. A text without it cannot match.
    package let requiredLiteral: [UInt8]?

    /// What the folding of each text with a match contains.
    package let requiredText: RequiredText

    /// A key that identifies the pattern, for caching matchers.
    package let key: String

    /// The number of instructions of the compiled pattern. In the worst case, each byte of a text costs time in proportion
    /// to it.
    package var size: Int { forward.instructions.count }

    let alphabet: Alphabet
    let forward: NondeterministicAutomaton
    let backward: NondeterministicAutomaton
    let required: LiteralFinder?
    /// Finds the literal prefix of every match.
    let prefix: LiteralFinder?
    /// Whether an assertion depends on the text around a match.
    let looksAround: Bool

    /// - Throws: `PatternError` if the pattern is invalid, unsupported or too large.
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
        forward = NondeterministicAutomaton(node, isReversed: false, everything: alphabet.everything)
        backward = NondeterministicAutomaton(node, isReversed: true, everything: alphabet.everything)
        let literals = Literals(node, sets: sets)
        var reader = RequiredTextReader(sets: sets)
        requiredText = reader.read(node)
        requiredLiteral = literals.longest.isEmpty ? nil : literals.longest
        required = requiredLiteral.map(LiteralFinder.init)
        prefix = literals.prefix.isEmpty ? nil : LiteralFinder(literals.prefix)
        looksAround = !assertions.isEmpty
    }
}
