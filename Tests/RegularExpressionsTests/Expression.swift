import TestSupport

/// A random regular expression that can be written as a pattern and matched in the plainest way there is.
indirect enum Expression: Sendable {
    /// A pattern for one scalar, and which it matches.
    case scalar(String, @Sendable (Unicode.Scalar) -> Bool)
    /// A pattern for a place, and whether it matches between two units.
    case place(String, @Sendable (Unit?, Unit?) -> Bool)
    case both(Expression, Expression)
    case either(Expression, Expression)
    case repeated(Expression, minimum: Int, maximum: Int, quantifier: String)

    /// A scalar of a text, or bytes that are none; the line feed behind a carriage return counts.
    struct Unit: Equatable {
        var scalar: Unicode.Scalar?
        var isCarriageReturnBeforeLineFeed = false
        var length: Int
    }

    var pattern: String {
        switch self {
        case .scalar(let text, _), .place(let text, _): text
        case .both(let first, let second): first.pattern + second.pattern
        case .either(let first, let second): "(?:\(first.pattern)|\(second.pattern))"
        case .repeated(let body, _, _, let quantifier): "(?:\(body.pattern))\(quantifier)"
        }
    }

    var matchesEmpty: Bool {
        switch self {
        case .scalar: false
        case .place: true
        case .both(let first, let second): first.matchesEmpty && second.matchesEmpty
        case .either(let first, let second): first.matchesEmpty || second.matchesEmpty
        case .repeated(let body, let minimum, _, _): minimum == 0 || body.matchesEmpty
        }
    }

    /// Whether something is repeated that matches the empty text, where engines differ in what they prefer.
    var repeatsEmpty: Bool {
        switch self {
        case .scalar, .place: false
        case .both(let first, let second), .either(let first, let second): first.repeatsEmpty || second.repeatsEmpty
        case .repeated(let body, _, _, _): body.matchesEmpty || body.repeatsEmpty
        }
    }

    /// Where matches that begin at a unit end, the preferred first.
    func ends(in units: [Unit], from start: Int) -> [Int] {
        switch self {
        case .scalar(_, let matches):
            guard start < units.count, let scalar = units[start].scalar, matches(scalar) else { return [] }
            return [start + 1]
        case .place(_, let holds):
            let before = start > 0 ? units[start - 1] : nil
            return holds(before, start < units.count ? units[start] : nil) ? [start] : []
        case .both(let first, let second):
            return Self.unique(first.ends(in: units, from: start).flatMap { second.ends(in: units, from: $0) })
        case .either(let first, let second):
            return Self.unique(first.ends(in: units, from: start) + second.ends(in: units, from: start))
        case .repeated(let body, let minimum, let maximum, let quantifier):
            let isLazy = quantifier.count > 1 && quantifier.hasSuffix("?")
            func ends(_ count: Int, _ place: Int) -> [Int] {
                let enough = count >= minimum ? [place] : []
                guard count < maximum else { return enough }
                let more = body.ends(in: units, from: place).flatMap { end in
                    end == place && count >= minimum ? [] : ends(count + 1, end)
                }
                return Self.unique(isLazy ? enough + more : more + enough)
            }
            return ends(0, start)
        }
    }

    private static func unique(_ ends: [Int]) -> [Int] {
        var seen: Set<Int> = []
        return ends.filter { seen.insert($0).inserted }
    }

    /// The first match as a range of units.
    func firstMatch(in units: [Unit], from: Int) -> Range<Int>? {
        for start in from...units.count {
            if let end = ends(in: units, from: start).first { return start..<end }
        }
        return nil
    }

    static func random(depth: Int, leaves: [Expression], using generator: inout FixedGenerator) -> Expression {
        switch depth > 0 ? generator.below(6) : 0 {
        case 0, 1:
            return generator.pick(leaves)
        case 2, 3:
            return .both(
                random(depth: depth - 1, leaves: leaves, using: &generator),
                random(depth: depth - 1, leaves: leaves, using: &generator))
        case 4:
            return .either(
                random(depth: depth - 1, leaves: leaves, using: &generator),
                random(depth: depth - 1, leaves: leaves, using: &generator))
        default:
            let (minimum, maximum, quantifier) = generator.pick([
                (0, 99, "*"), (0, 99, "*?"), (1, 99, "+"), (1, 99, "+?"), (0, 1, "?"), (0, 1, "??"), (2, 2, "{2}"),
                (1, 3, "{1,3}"), (0, 2, "{0,2}?"), (2, 99, "{2,}"), (1, 99, "{1,}?"),
            ])
            return .repeated(
                random(depth: depth - 1, leaves: leaves, using: &generator),
                minimum: minimum, maximum: maximum, quantifier: quantifier)
        }
    }
}
