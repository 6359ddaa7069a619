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
