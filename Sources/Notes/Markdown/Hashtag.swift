import SourceText

/// A `#hashtag` in the text of a note.
package struct Hashtag: Hashable, Sendable {
    /// The tag as written, without `#`: `reading/2024`.
    package var name: String

    /// The bytes of the tag, including `#`.
    package var range: Range<Int>
}

extension Hashtag {
    /// The role of a character after the first letter of a hashtag.
    enum CharacterRole {
        /// Letters, marks, numbers and `_`.
        case part
        /// `-`, `/`, and the characters that a script writes inside words. At the end of the tag they do not count.
        case joiner
        /// Any other character ends the tag.
        case end
    }

    /// Whether a hashtag can start with the character: a letter, or a number that is one, such as `Ⅷ` or `〇`.
    static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        if let ascii = UInt8(exactly: scalar.value), ascii < 0x80 { return ascii.isLetter }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        default: return false
        }
    }

    /// Returns the role of a character. Hashtags of all scripts are words by the default rules of Unicode (UAX #29),
    /// together with the hyphens and the optional medial characters of identifiers (UAX #31, table 3). Quotes,
    /// apostrophes, full stops and colons are left out, because they also follow a word.
    ///
    /// - Parameter previous: the character before it.
    static func role(of scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> CharacterRole {
        if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
            if byte.isLetter || byte.isDigit || byte == Byte.underscore { return .part }
            return byte == Byte.hyphen || byte == Byte.slash ? .joiner : .end
        }
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation:
            return .part
        case .otherNumber: return isSign(scalar) ? .end : .part
        case .format: return formatRole(of: scalar, after: previous)
        default: return isStart(scalar) || isModifier(scalar) ? .part : isInner(scalar) ? .joiner : .end
        }
    }

    /// Returns the role of an invisible character. It belongs to a word (UAX #29, rule WB4), but at its end it has no
    /// meaning. An exception is U+200D after a virama, which changes the last letter of a Malayalam or Bengali word.
    private static func formatRole(of scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> CharacterRole {
        switch scalar.value {
        // The zero width space separates words. Marks of direction and annotations are around words.
        case 0x200B, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: return .end
        case 0x200D where previous.properties.canonicalCombiningClass == .virama: return .part
        default: return .joiner
        }
    }

    /// Whether a number is a separate sign, which `Words` separates from the word before it too: superscripts,
    /// fractions, and numbers in circles and brackets. A subscript and the numbers of scripts are no signs.
    private static func isSign(_ number: Unicode.Scalar) -> Bool {
        switch number.value {
        case 0xB2...0xBE, 0x2070...0x2079, 0x2150...0x2189, 0x2460...0x2793, 0x3192...0x32BF, 0x1F100...0x1F10C: true
        default: false
        }
    }

    /// Whether a character that is no letter is part of a word even at its end: tone letters, other modifiers and the
    /// geresh, all with the property `Word_Break=ALetter`.
    private static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2C2...0x2C5, 0x2D2...0x2D7, 0x2DE...0x2DF, 0x2E5...0x2FF, 0x5F3, 0xA708...0xA716, 0xA720...0xA721,
            0xA789...0xA78A, 0xAB5B:
            true
        default: false
        }
    }

    /// Whether a script writes the punctuation inside words.
    private static func isInner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xB7, 0x387,  // Catalan middle dot, Greek ano teleia
            0x55A...0x55C, 0x55E...0x55F, 0x58A,  // Armenian marks over a vowel, Armenian hyphen
            0x5BE, 0x5F4,  // Hebrew maqaf, gershayim
            0xF0B...0xF0C,  // Tibetan tsheg
            0x1400, 0x1806,  // hyphens of Canadian syllabics, Mongolian
            0x2010...0x2011, 0x2027, 0x2E17,  // hyphens, hyphenation point
            0x30A0, 0x30FB, 0xFF65,  // Japanese double hyphen and middle dots
            0xFE63, 0xFF0D:  // small and full width hyphen
            true
        default: false
        }
    }
}
