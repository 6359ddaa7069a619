/// Decimal numbers as notes and queries write them: those of YAML's core schema (1.2.2, section 10.3.2). Unlike there,
/// `007`, `0x1F` and `.inf` are text.
package enum DecimalNumber {
    /// Whether the text is a decimal number of the core schema: `2`, `-1.50`, `1e6`, `.5`, `+3`, `5.`.
    ///
    /// A number with leading zeros is text, because `007` may be a name.
    package static func isValid(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func digits() -> Int {
            let count = rest.prefix { $0.isDigit }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == Byte.hyphen || rest.first == Byte.plus { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        if startsWithZero && whole > 1 { return false }
        var fraction = 0
        if rest.first == Byte.dot {
            rest = rest.dropFirst()
            fraction = digits()
        }
        if whole + fraction == 0 { return false }
        if rest.first?.lowercased == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == Byte.plus || rest.first == Byte.hyphen { rest = rest.dropFirst() }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }
}
