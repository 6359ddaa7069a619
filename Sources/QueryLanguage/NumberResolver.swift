import SourceText

/// A resolver for numbers and ranges of numbers.
struct NumberResolver {
    let context: ResolverContext

    /// Parses a number as notes write it (`500`, `-2`, `.5`, `1e3`), and `10k` and `2M`. Returns nil for other text, such
    /// as `007`. The suffix k is 1024, M is its square.
    static func number(_ text: String) -> Double? {
        var digits = text
        var unit = 1.0
        if let last = text.last, "kKmM".contains(last) {
            unit = last == "k" || last == "K" ? 1024 : 1_048_576
            digits.removeLast()
        }
        guard DecimalNumber.isValid(digits), let value = Double(digits), value.isFinite else { return nil }
        return value * unit
    }

    /// Returns the numbers that a value means: a number, a comparison or a range.
    func range(_ item: ValueItem) throws -> NumberRange {
        switch item.form {
        case .plain(let atom), .compared(.equals, let atom):
            let value = try number(atom)
            return NumberRange(lower: value, upper: value)
        case .compared(.less, let atom): return NumberRange(upper: try number(atom), upperIncluded: false)
        case .compared(.atMost, let atom): return NumberRange(upper: try number(atom))
        case .compared(.greater, let atom): return NumberRange(lower: try number(atom), lowerIncluded: false)
        case .compared(.atLeast, let atom): return NumberRange(lower: try number(atom))
        case .range(let lower, let upper):
            let low = try lower.map { try number($0) }
            let high = try upper.map { try number($0) }
            if let low, let high, low > high { throw context.backwards(item) }
            return NumberRange(lower: low, upper: high)
        case .regex:
            throw context.error(
                item.range, "a regular expression is not a number", help: "such as 500, >1.5 or 10k..2M")
        }
    }

    private func number(_ atom: Atom) throws -> Double {
        guard let value = Self.number(atom.text) else {
            throw context.error(
                atom.range, "'\(atom.text)' is not a number",
                help: atom.numberWithoutLeadingZeros.map { "write it without leading zeros: \($0)" }
                    ?? "such as 500, 1.5, 10k or 2M")
        }
        return value
    }
}

extension Atom {
    /// The number without the zeros before its first digit: `2700` for `02700`. Nil for text without leading zeros, and
    /// for text that is no number even so.
    var numberWithoutLeadingZeros: String? {
        let sign = text.prefix { $0 == "-" || $0 == "+" }
        let digits = text.dropFirst(sign.count)
        let rest = digits.drop { $0 == "0" }
        if rest.count == digits.count { return nil }
        // One zero stays if no digit follows: `0`, `00.5`.
        let number = "\(sign)\(rest.first?.isNumber == true ? "" : "0")\(rest)"
        return number != text && NumberResolver.number(number) != nil ? number : nil
    }
}

extension ValueItem {
    /// The atoms of a comparison or range.
    var atoms: [Atom] {
        switch form {
        case .plain(let atom), .compared(_, let atom): [atom]
        case .range(let lower, let upper): [lower, upper].compactMap { $0 }
        case .regex: []
        }
    }

    /// The value as written, with numbers without leading zeros.
    var withoutLeadingZeros: String {
        func text(_ atom: Atom?) -> String { atom.map { $0.numberWithoutLeadingZeros ?? $0.text } ?? "" }
        switch form {
        case .compared(let comparison, let atom): return comparison.rawValue + text(atom)
        case .range(let lower, let upper): return "\(text(lower))..\(text(upper))"
        case .plain, .regex: return text(atom)
        }
    }
}
