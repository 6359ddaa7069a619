/// The alphabets of Unicode for variables (Mathematical Alphanumeric Symbols, U+1D400 to U+1D7FF).
enum MathAlphabet: String, Hashable, Sendable {
    case upright, bold, italic, boldItalic, script, fraktur, doubleStruck, sans, mono

    /// The first scalars of capital and small letters, of capital and small Greek letters, and of digits. 0 for none.
    private var starts: (capital: UInt32, small: UInt32, greekCapital: UInt32, greekSmall: UInt32, digit: UInt32) {
        switch self {
        case .upright, .italic: (0, 0, 0, 0, 0)
        case .bold: (0x1D400, 0x1D41A, 0x1D6A8, 0x1D6C2, 0x1D7CE)
        case .boldItalic: (0x1D468, 0x1D482, 0x1D71C, 0x1D736, 0x1D7CE)
        case .script: (0x1D49C, 0x1D4B6, 0, 0, 0)
        case .fraktur: (0x1D504, 0x1D51E, 0, 0, 0)
        case .doubleStruck: (0x1D538, 0x1D552, 0, 0, 0x1D7D8)
        case .sans: (0x1D5A0, 0x1D5BA, 0, 0, 0x1D7E2)
        case .mono: (0x1D670, 0x1D68A, 0, 0, 0x1D7F6)
        }
    }

    /// Letters that Unicode had before these alphabets, at their places in them.
    private static let exceptions: [UInt32: Unicode.Scalar] = [
        0x1D49D: "ℬ", 0x1D4A0: "ℰ", 0x1D4A1: "ℱ", 0x1D4A3: "ℋ", 0x1D4A4: "ℐ", 0x1D4A7: "ℒ", 0x1D4A8: "ℳ",
        0x1D4AD: "ℛ", 0x1D4BA: "ℯ", 0x1D4BC: "ℊ", 0x1D4C4: "ℴ", 0x1D506: "ℭ", 0x1D50B: "ℌ", 0x1D50C: "ℑ",
        0x1D515: "ℜ", 0x1D51D: "ℨ", 0x1D53A: "ℂ", 0x1D53F: "ℍ", 0x1D545: "ℕ", 0x1D547: "ℙ", 0x1D548: "ℚ",
        0x1D549: "ℝ", 0x1D551: "ℤ",
    ]
    /// Greek letters that follow ω in the alphabets, in their order.
    private static let variants: [Unicode.Scalar] = ["∂", "ϵ", "ϑ", "ϰ", "ϕ", "ϱ", "ϖ"]

    /// Returns a letter or digit in this alphabet, or the same text if the alphabet does not have it.
    func styled(_ text: String) -> String {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return text }
        let starts = starts
        var code: UInt32 = 0
        switch scalar.value {
        case 0x41...0x5A where starts.capital > 0: code = starts.capital + scalar.value - 0x41
        case 0x61...0x7A where starts.small > 0: code = starts.small + scalar.value - 0x61
        case 0x30...0x39 where starts.digit > 0: code = starts.digit + scalar.value - 0x30
        case 0x391...0x3A9 where starts.greekCapital > 0: code = starts.greekCapital + scalar.value - 0x391
        case 0x3B1...0x3C9 where starts.greekSmall > 0: code = starts.greekSmall + scalar.value - 0x3B1
        case 0x2207 where starts.greekCapital > 0: code = starts.greekCapital + 25
        default:
            guard starts.greekSmall > 0, let place = Self.variants.firstIndex(of: scalar) else { return text }
            code = starts.greekSmall + 25 + UInt32(place)
        }
        if code == 0 { return text }
        return (Self.exceptions[code] ?? Unicode.Scalar(code)).map { String($0) } ?? text
    }
}
