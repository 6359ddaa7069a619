import SourceText

/// Parses a pattern into a syntax tree.
///
/// The syntax combines RE2 and ripgrep. Constructs that only one of them supports are accepted. Constructs whose
/// meaning differs are rejected.
struct PatternParser {
    /// The flags at the current position, such as `(?i)`.
    struct Flags {
        var ignoresCase: Bool
        var matchesLines = true
        var dotMatchesNewline = false
        var swapsGreed = false
    }

    static let maximumNesting = 200
    static let maximumCount = 1000

    let scalars: [Unicode.Scalar]
    /// The offset of each scalar in the UTF-8 of the pattern, and the end.
    private let offsets: [Int]
    var index = 0
    var flags: Flags
    var depth = 0
    var groupNames: Set<String> = []
    private(set) var sets = SetTable()
    /// The set numbers of classes by their text, since their sets are slow to recompute.
    var knownClasses: [String: Int] = [:]
    var knownProperties: [String: ScalarSet] = [:]

    init(_ pattern: String, ignoresCase: Bool) {
        scalars = Array(pattern.unicodeScalars)
        offsets = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + UTF8.width($1)) }
        flags = Flags(ignoresCase: ignoresCase)
    }

    mutating func parse() throws(PatternError) -> Node {
        let node = try alternation()
        if peek() != nil { throw error(index..<index + 1, "unopened group", help: "for the character, write '\\)'") }
        return node
    }

    // MARK: - Reading

    func peek(_ ahead: Int = 0) -> Unicode.Scalar? { index + ahead < scalars.count ? scalars[index + ahead] : nil }

    func isNext(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

    /// Consumes `text` if it is next.
    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    /// Consumes the text up to and including the next `end`, and returns the text before it. If there is no `end`,
    /// returns nil and consumes nothing.
    mutating func take(upTo end: String) -> String? {
        let start = index
        while index < scalars.count {
            let stop = index
            if take(end) { return text(start..<stop) }
            index += 1
        }
        index = start
        return nil
    }

    func text(_ range: Range<Int>) -> String { scalars.text(range) }

    func error(_ range: Range<Int>, _ message: String, help: String? = nil) -> PatternError {
        let bounds = range.clamped(to: 0..<scalars.count)
        return PatternError(
            range: offsets[bounds.lowerBound]..<offsets[bounds.upperBound], message: message, help: help)
    }

    // MARK: - Sets

    /// Returns the node of a set, which must be closed under case folding if case is ignored.
    mutating func node(_ set: ScalarSet) throws(PatternError) -> Node {
        let node = Node.set(sets.number(of: set))
        if sets.rangeCount > SetTable.maximumRangeCount { throw .tooLarge(offsets[scalars.count]) }
        return node
    }

    mutating func literal(_ scalar: Unicode.Scalar) throws(PatternError) -> Node {
        let set = ScalarSet([scalar.value...scalar.value])
        return try node(flags.ignoresCase ? set.ignoringCase : set)
    }

    // MARK: - Alternations and concatenations

    mutating func alternation() throws(PatternError) -> Node {
        var branches = [try concatenation()]
        while take("|") { branches.append(try concatenation()) }
        return branches.count == 1 ? branches[0] : .alternation(branches)
    }

    private mutating func concatenation() throws(PatternError) -> Node {
        var nodes: [Node] = []
        while let next = peek(), next != "|", next != ")" {
            if take("\\Q") {
                let quoted = quoted()
                for scalar in quoted { nodes.append(try literal(scalar)) }
                if quoted.isEmpty { continue }
            } else if let node = try atom(next) {
                nodes.append(node)
            } else {
                continue
            }
            if let last = nodes.popLast() { nodes.append(try quantified(last)) }
        }
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .concatenation(nodes)
    }

    /// Returns the text before the next `\E`, or the rest of the pattern.
    private mutating func quoted() -> String.UnicodeScalarView {
        if let quoted = take(upTo: "\\E") { return quoted.unicodeScalars }
        defer { index = scalars.count }
        return text(index..<scalars.count).unicodeScalars
    }

    /// Parses an atom. Returns nil for a group that only sets flags.
    private mutating func atom(_ next: Unicode.Scalar) throws(PatternError) -> Node? {
        let start = index
        switch next {
        case "(":
            return try group()
        case "[":
            return try bracketed()
        case "\\":
            switch try escape() {
            case .scalar(let scalar): return try literal(scalar)
            case .set(let set): return try node(set)
            case .assertion(let assertion): return .assertion(assertion)
            }
        case ".":
            index += 1
            let newline = flags.dotMatchesNewline ? ScalarSet([]) : .lineFeed
            return try node(newline.inverted)
        case "^":
            index += 1
            return .assertion(flags.matchesLines ? .lineStart : .textStart)
        case "$":
            index += 1
            return .assertion(flags.matchesLines ? .lineEnd : .textEnd)
        default:
            if try quantifier() != nil {
                throw error(start..<index, "nothing to repeat", help: "for the character, write '\\\(next)'")
            }
            index = start + 1
            return try literal(next)
        }
    }

    // MARK: - Quantifiers

    private struct Quantifier {
        var minimum: Int
        var maximum: Int?
    }

    private mutating func quantified(_ node: Node) throws(PatternError) -> Node {
        guard let quantifier = try quantifier() else { return node }
        let isLazy = take("?")
        let start = index
        if isNext("+") {
            throw error(start..<start + 1, "possessive quantifiers are not supported", help: "leave out the '+'")
        }
        if try self.quantifier() != nil {
            throw error(start..<index, "a quantifier after a quantifier", help: "put what is repeated in '(?:…)'")
        }
        return .repetition(
            node, minimum: quantifier.minimum, maximum: quantifier.maximum, isGreedy: isLazy == flags.swapsGreed)
    }

    /// Parses a quantifier. A brace that does not start a count is a literal, as in RE2.
    private mutating func quantifier() throws(PatternError) -> Quantifier? {
        if take("*") { return Quantifier(minimum: 0) }
        if take("+") { return Quantifier(minimum: 1) }
        if take("?") { return Quantifier(minimum: 0, maximum: 1) }
        let start = index
        guard take("{") else { return nil }
        let minimum = count()
        let hasComma = take(",")
        let maximum = hasComma ? count() : minimum
        guard take("}"), minimum != nil || maximum != nil else {
            index = start
            return nil
        }
        guard let minimum else {
            throw error(start..<index, "a count without a beginning", help: "write '{0,\(maximum ?? 0)}'")
        }
        if max(minimum, maximum ?? 0) > Self.maximumCount {
            throw error(start..<index, "a count over \(Self.maximumCount)")
        }
        if let maximum, maximum < minimum {
            throw error(
                start..<index, "the minimum of this count is above its maximum", help: "write '{\(maximum),\(minimum)}'"
            )
        }
        return Quantifier(minimum: minimum, maximum: maximum)
    }

    /// Parses a number of any length. Values over the limit are capped.
    private mutating func count() -> Int? {
        var count: Int?
        while let digit = peek(), ("0"..."9").contains(digit) {
            count = min((count ?? 0) * 10 + Int(digit.value - 0x30), Self.maximumCount + 1)
            index += 1
        }
        return count
    }
}
