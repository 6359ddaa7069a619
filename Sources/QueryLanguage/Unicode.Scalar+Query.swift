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
    func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: self[range])
        return String(view)
    }

    /// Whether the scalar there is a `"` between two letters that is a letter itself, and no quote: between two Hebrew ones,
    /// with their points, as in צה"ל; between others where nothing follows that would close a phrase.
    func isQuoteInWord(at index: Int) -> Bool {
        guard index > 0, index + 1 < count, self[index] == "\"" else { return false }
        let (before, after) = (self[index - 1], self[index + 1])
        let isPoint = before.properties.generalCategory == .nonspacingMark
        if isPoint || (0x5D0...0x5F2).contains(before.value), (0x5D0...0x5F2).contains(after.value) { return true }
        return before.properties.isAlphabetic && after.properties.isAlphabetic
            && !self[(index + 1)...].contains(where: \.isQuote) && !self[..<index].contains(where: \.isQuote)
    }
}
