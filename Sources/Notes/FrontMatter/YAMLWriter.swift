internal import SourceText

/// Writes scalars that every YAML parser reads as the same text.
enum YAMLWriter {
    /// The context of a scalar. In a flow collection, brackets and commas end it.
    enum Context { case block, flow }

    /// Returns `text` in the quotes of `style` if they can represent it. For other styles and without a style, it is
    /// plain if possible, else quoted.
    ///
    /// - Parameter asText: whether to quote text that would be parsed as a number or boolean. Text that would be null
    ///   is always quoted.
    static func scalar(_ text: String, style: YAMLStyle? = nil, asText: Bool = false, in context: Context) -> String {
        switch style {
        case .double: return double(text)
        case .single: return containsSpecial(text) ? double(text) : single(text)
        default:
            let isTyped = DecimalNumber.isValid(text) || YAMLWord.mayBeTyped(text)
            return isPlain(text, in: context) && !(asText && isTyped) ? text : quoted(text)
        }
    }

    /// Returns a key of a block mapping.
    static func key(_ text: String) -> String { isPlain(text, in: .block) && text != "<<" ? text : quoted(text) }

    /// Whether the unquoted text is parsed as itself and not as null (YAML 1.2.2, section 7.3.3).
    ///
    /// Stricter than YAML where parsers differ: no tab, and in flow collections no `?` and no leading colon.
    static func isPlain(_ text: String, in context: Context) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last else { return false }
        if first.isBlank || last.isBlank || last == Byte.colon || YAMLWord.isNull(text) || containsSpecial(text) {
            return false
        }
        switch first {
        case Byte.hash, Byte.ampersand, Byte.star, Byte.bang, Byte.bar, Byte.greater, Byte.apostrophe, Byte.quote,
            Byte.percent, Byte.at, Byte.backtick:
            return false
        case _ where first.isFlowIndicator: return false
        case Byte.hyphen, Byte.question, Byte.colon:
            if bytes.count == 1 || bytes[1].isBlank { return false }
        default: break
        }
        for (index, byte) in bytes.enumerated().dropFirst() {
            if byte == Byte.hash, bytes[index - 1].isBlank { return false }
            if byte.isBlank, bytes[index - 1] == Byte.colon { return false }
        }
        if context == .flow {
            return first != Byte.colon && !bytes.contains { $0.isFlowIndicator || $0 == Byte.question }
        }
        return true
    }

    static func quoted(_ text: String) -> String {
        let wantsSingle = text.utf8.contains { $0 == Byte.quote || $0 == Byte.backslash }
        return wantsSingle && !containsSpecial(text) ? single(text) : double(text)
    }

    private static func single(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { result += "'" }
            result.unicodeScalars.append(scalar)
        }
        return result + "'"
    }

    private static func double(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where isSpecial(scalar):
                let isShort = scalar.value < 0x100
                result += isShort ? "\\x" : "\\u"
                result += String(scalar.value, width: isShort ? 2 : 4, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func containsSpecial(_ text: String) -> Bool { text.unicodeScalars.contains(where: isSpecial) }

    /// Whether a scalar requires an escape, or counts as a line end for some parser (YAML 1.2.2, section 5.1).
    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
