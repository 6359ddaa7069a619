internal import SourceText

/// Tests for plain scalars that are null or a boolean, as in YAML's core schema (1.2.2, section 10.3.2).
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
}
