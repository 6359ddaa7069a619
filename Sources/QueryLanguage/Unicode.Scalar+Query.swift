extension Unicode.Scalar {
    var isQuerySpace: Bool { properties.isWhitespace }

    /// Whether the scalar is an ASCII quote or a typographic double quote.
    var isQuote: Bool { self == "\"" || (0x201C...0x201F).contains(value) }

    /// Whether a name may contain the scalar: letters of any script with their marks and joiners, digits, `_`, `.` and
    /// `-`.
    var isNamePart: Bool {
        if self == "_" || self == "." || self == "-" || properties.isAlphabetic || properties.isJoinControl {
            return true
        }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: return true
        default: return false
        }
    }
}

extension [Unicode.Scalar] {
    /// Whether the scalar at `index` is a `"` that is part of a word. Between Hebrew letters, which may have points, it
    /// always is, as in צה"ל. Between other letters it is if the text contains no other quote.
    func isQuoteInWord(at index: Int) -> Bool {
        guard index > 0, index + 1 < count, self[index] == "\"" else { return false }
        let (before, after) = (self[index - 1], self[index + 1])
        let isPoint = before.properties.generalCategory == .nonspacingMark
        if isPoint || (0x5D0...0x5F2).contains(before.value), (0x5D0...0x5F2).contains(after.value) { return true }
        return before.properties.isAlphabetic && after.properties.isAlphabetic
            && !self[(index + 1)...].contains(where: \.isQuote) && !self[..<index].contains(where: \.isQuote)
    }
}
