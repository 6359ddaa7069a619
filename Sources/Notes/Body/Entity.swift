import SourceText

/// A character reference (CommonMark 2.5): numeric, or one of the few names that turn up in notes and addresses.
struct Entity {
    var scalar: Unicode.Scalar
    var end: Int

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "num": "#", "copy": "\u{A9}",
        "shy": "\u{AD}", "ndash": "\u{2013}", "mdash": "\u{2014}", "hellip": "\u{2026}",
    ]

    /// The reference whose `&` is at `start`.
    init?(in text: [UInt8], at start: Int) {
        let from = start + 1
        // The longest is `&#x10FFFF;` or `&#1234567;`.
        guard let semicolon = (from..<min(from + 9, text.count)).first(where: { text[$0] == UInt8(ascii: ";") })
        else { return nil }
        end = semicolon + 1
        guard text[from] == Byte.hash else {
            guard let named = Self.names[text.text(from..<semicolon)] else { return nil }
            scalar = named
            return
        }
        let isHexadecimal = text[from + 1].lowercased == UInt8(ascii: "x")
        let digits = from + (isHexadecimal ? 2 : 1)..<semicolon
        guard digits.count >= 1, digits.count <= (isHexadecimal ? 6 : 7) else { return nil }
        var value: UInt32 = 0
        for index in digits {
            guard let digit = text[index].hexValue, isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
