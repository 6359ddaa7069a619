/// Text in XML and HTML.
package enum MarkupText {
    /// Escapes text for an element or a quoted attribute. Characters that XML 1.0 (section 2.2) forbids or discourages become
    /// U+FFFD.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            default:
                let isAllowed =
                    scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
                    && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
            }
        }
        return result
    }
}
