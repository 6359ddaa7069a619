import RegularExpressions

/// Reads the patterns of a schema, which have the syntax of ECMAScript (JSON Schema 2020-12, section 6.4).
enum SchemaPattern {
    /// - Throws: `PatternError` if the pattern is invalid, too large, or has look-around or back references.
    static func compiled(_ text: String) throws(PatternError) -> Pattern {
        // `^` and `$` stand for the ends of the whole text.
        try Pattern("(?-m)" + translated(text), ignoresCase: false)
    }

    /// The classes that mean only ASCII in ECMAScript.
    private static let classes: [Character: String] = [
        "d": "[:digit:]", "D": "[:^digit:]", "w": "[:word:]", "W": "[:^word:]",
    ]

    private static func translated(_ text: String) -> String {
        var result = ""
        var isInClass = false
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                guard let letter = rest.popFirst() else { return result + "\\" }
                if let name = classes[letter] {
                    result += isInClass ? name : "[\(name)]"
                } else if letter == "c", let control = rest.first?.asciiValue, rest.first?.isLetter == true {
                    rest.removeFirst()
                    result += "\\x{\(String(control & 0x1F, radix: 16))}"
                } else {
                    result += "\\\(letter)"
                }
            case "[" where !isInClass:
                isInClass = true
                result.append(character)
                if rest.first == "^" { result.append(rest.removeFirst()) }
            // In a class these mean something else here.
            case "[", "&", "~": result += isInClass ? "\\\(character)" : String(character)
            case "]":
                isInClass = false
                result.append(character)
            default: result.append(character)
            }
        }
        return result
    }
}
