internal import SourceText

/// Tests for plain scalars that are null, a boolean or a decimal number, as in YAML's core schema (1.2.2, section
/// 10.3.2). Unlike there, `007`, `0x1F` and `.inf` are text.
enum YAMLWord {
    static func isNull(_ text: String) -> Bool {
        switch text {
        case "", "~", "null", "Null", "NULL": true
        default: false
        }
    }

    static func boolean(_ text: String) -> Bool? {
        switch text {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// Whether another YAML parser may read the text as a boolean or a number, although slip reads it as text: `no`,
    /// `007`, `0x1F`, `12:30`, `.inf`, or as an instruction: `=`, `<<` (YAML 1.1, bool, int, value and merge; YAML 1.2.2, section 10.3.2). Dates do not count.
    static func mayBeTyped(_ text: String) -> Bool {
        let word = text.lowercased()
        if ["y", "n", "yes", "no", "on", "off", "true", "false", "=", "<<"].contains(word) { return true }
        var rest = word.utf8[...]
        if rest.first == Byte.hyphen || rest.first == Byte.plus { rest = rest.dropFirst() }
        if rest.first == Byte.dot {
            rest = rest.dropFirst()
            if rest.elementsEqual("inf".utf8) || rest.elementsEqual("nan".utf8) { return true }
        }
        return rest.first?.isDigit == true && rest.allSatisfy { $0.isDigit || "abcdefox_.:".utf8.contains($0) }
    }

    /// Whether the text is a decimal number of the core schema: `2`, `-1.50`, `1e6`, `.5`, `+3`, `5.`.
    ///
    /// A number with leading zeros is text, because `007` may be a name.
    static func isNumber(_ text: String) -> Bool {
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
