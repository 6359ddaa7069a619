import SourceText

/// A decimal number of any length, compared exactly: JSON numbers are not binary (RFC 8259, section 6).
struct ExactDecimal: Hashable, Sendable {
    private var isNegative = false
    /// The decimal digits from the greatest, as values. The first and the last are not 0. Empty for zero.
    private var digits: [UInt8] = []
    /// The power of ten of the last digit.
    private var exponent = 0

    /// Larger exponents are capped. Numbers beyond compare as equal if their digits do.
    private static let maximumExponent = 1 << 40

    /// Creates zero.
    init() {}

    /// - Parameter text: a number in the notation of JSON. Nil for another text.
    init?(_ text: String) {
        var isFraction = false
        var bytes = text.utf8[...]
        if bytes.first == Byte.hyphen {
            isNegative = true
            bytes = bytes.dropFirst()
        }
        while let byte = bytes.first, byte.isDigit || byte == Byte.dot && !isFraction {
            bytes = bytes.dropFirst()
            if byte == Byte.dot {
                isFraction = true
            } else {
                digits.append(byte - UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            }
        }
        if digits.isEmpty { return nil }
        if let letter = bytes.first {
            guard letter.lowercased == UInt8(ascii: "e"), let power = Self.power(String(Substring(bytes.dropFirst())))
            else { return nil }
            exponent += power
        }
        normalize()
    }

    private static func power(_ text: String) -> Int? {
        let isDown = text.first == "-"
        let digits = text.utf8.first == Byte.plus || isDown ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        let power = min(Int(digits) ?? maximumExponent, maximumExponent)
        return isDown ? -power : power
    }

    private mutating func normalize() {
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        digits = Array(digits.drop { $0 == 0 })
        if digits.isEmpty { (isNegative, exponent) = (false, 0) }
    }

    /// Whether it has no fraction: `1.0` and `1e3` are integers.
    var isInteger: Bool { exponent >= 0 }

    /// The number as `Int`, or nil if it has a fraction or is too large.
    var int: Int? {
        guard isInteger, digits.count + exponent <= 18 else { return nil }
        var value = digits.reduce(0) { $0 * 10 + Int($1) }
        for _ in 0..<exponent { value *= 10 }
        return isNegative ? -value : value
    }

    /// The one notation in which equal numbers are written alike.
    var canonicalText: String {
        (isNegative ? "-" : "") + digits.map { String($0) }.joined() + (digits.isEmpty ? "0" : "")
            + (exponent == 0 ? "" : "e\(exponent)")
    }

    /// Whether the number divided by another one is an integer. Complexity: O(digits).
    func isMultiple(of other: ExactDecimal) -> Bool {
        if digits.isEmpty { return true }
        // With more digits the remainder would not fit in 64 bits.
        guard !other.digits.isEmpty, other.digits.count <= 18 else { return self == other }
        // A multiple of b · 10^y ends in y zeros, but the last digit is not 0.
        if exponent < other.exponent { return false }
        let modulus = other.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        let rest = digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % modulus }
        let tens = Self.power(of: 10, exponent - other.exponent, modulo: modulus)
        return Self.product(rest, tens, modulo: modulus) == 0
    }

    private static func product(_ a: UInt64, _ b: UInt64, modulo modulus: UInt64) -> UInt64 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return modulus.dividingFullWidth((high % modulus, low)).remainder
    }

    private static func power(of base: UInt64, _ exponent: Int, modulo modulus: UInt64) -> UInt64 {
        var (result, base, exponent) = (1 % modulus, base % modulus, exponent)
        while exponent > 0 {
            if exponent & 1 == 1 { result = product(result, base, modulo: modulus) }
            base = product(base, base, modulo: modulus)
            exponent >>= 1
        }
        return result
    }
}

extension ExactDecimal: Comparable {
    static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? isSmaller(b, a) : isSmaller(a, b)
    }

    /// Compares absolute values.
    private static func isSmaller(_ a: ExactDecimal, _ b: ExactDecimal) -> Bool {
        if a.digits.isEmpty || b.digits.isEmpty { return a.digits.isEmpty && !b.digits.isEmpty }
        let (magnitude, other) = (a.digits.count + a.exponent, b.digits.count + b.exponent)
        return magnitude == other ? a.digits.lexicographicallyPrecedes(b.digits) : magnitude < other
    }
}

extension JSONValue {
    /// The number, or nil for another value.
    var decimal: ExactDecimal? {
        guard case .number(let text) = self else { return nil }
        return ExactDecimal(text)
    }

    /// The value in a form in which equal values are the same: `1.0` and `1` are equal, and the order of members does not
    /// count. Of duplicate names, the last counts.
    var canonical: JSONValue {
        switch self {
        case .number(let text): return .number(ExactDecimal(text)?.canonicalText ?? text)
        case .array(let values): return .array(values.map(\.canonical))
        case .object(let members):
            let last = Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
            return .object(
                last.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.canonical) })
        case .null, .bool, .string, .raw: return self
        }
    }
}
