extension Unicode.Scalar {
    var isQuerySpace: Bool { properties.isWhitespace }

    var isQuote: Bool { self == "\"" || isTypographicQuote }

    private var isTypographicQuote: Bool {
        switch value {
        case 0x201C, 0x201D, 0x201E, 0x201F: true
        default: false
        }
    }

    var isOpeningQuote: Bool { isQuote }

    /// Letters and digits of any script, `_`, `.` and `-`.
    var isNamePart: Bool {
        self == "_" || self == "." || self == "-" || properties.isAlphabetic || properties.numericType == .decimal
    }
}

extension [Unicode.Scalar] {
    /// Whether the scalar there is a `"` between two Hebrew letters, with their points: a letter itself, as in צה"ל, and no
    /// quote.
    func isGershayim(at index: Int) -> Bool {
        guard index > 0, index + 1 < count, self[index] == "\"" else { return false }
        return (0x5B0...0x5F2).contains(self[index - 1].value) && (0x5D0...0x5F2).contains(self[index + 1].value)
    }
}
