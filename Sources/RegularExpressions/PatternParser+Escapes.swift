extension PatternParser {
    enum Escape {
        case scalar(Unicode.Scalar)
        /// A set that is closed under case folding if case is ignored.
        case set(ScalarSet)
        case assertion(Assertion)
    }

    /// Parses a backslash and the characters after it.
    mutating func escape() throws(PatternError) -> Escape {
        let start = index
        guard let letter = peek(1) else {
            throw error(start..<start + 1, "a backslash at the end", help: "for the character, write '\\\\'")
        }
        index += 2
        switch letter {
        case "a": return .scalar("\u{07}")
        case "f": return .scalar("\u{0C}")
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "v": return .scalar("\u{0B}")
        case "x": return .scalar(try hexadecimal(digits: 2, from: start))
        case "u": return .scalar(try hexadecimal(digits: 4, from: start))
        case "U": return .scalar(try hexadecimal(digits: 8, from: start))
        case "d": return .set(.decimalDigit)
        case "D": return .set(ScalarSet.decimalDigit.inverted)
        case "s": return .set(.whiteSpace)
        case "S": return .set(ScalarSet.whiteSpace.inverted)
        case "w": return .set(.word)
        case "W": return .set(ScalarSet.word.inverted)
        case "p", "P": return .set(try property(isNegated: letter == "P", from: start))
        case "A": return .assertion(.textStart)
        case "z": return .assertion(.textEnd)
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.noWordBoundary)
        case "1"..."9", "g", "k":
            throw error(start..<index, "back references are not supported")
        case " "..."/", ":"..."@", "["..."`", "{"..."~":
            return .scalar(letter)
        default:
            let help = letter == "Z" ? "for the end of the text, write '\\z'" : nil
            throw error(start..<index, "unknown escape '\\\(letter)'", help: help)
        }
    }

    /// Parses a scalar of exactly `digits` digits, or of any number of digits in braces.
    private mutating func hexadecimal(digits: Int, from start: Int) throws(PatternError) -> Unicode.Scalar {
        let written: String
        if take("{") {
            guard let inner = take(upTo: "}") else { throw error(start..<index, "unclosed brace", help: "add '}'") }
            written = inner
        } else {
            let end = min(index + digits, scalars.count)
            written = text(index..<end)
            index = end
            if written.utf8.count != digits { throw error(start..<index, "expected \(digits) hexadecimal digits") }
        }
        if written.isEmpty || !written.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit) {
            throw error(start..<index, "expected hexadecimal digits")
        }
        guard let scalar = UInt32(written, radix: 16).flatMap(Unicode.Scalar.init) else {
            throw error(start..<index, "no such Unicode scalar")
        }
        return scalar
    }

    /// Parses `\pL`, `\p{Greek}` or `\p{^Lu}` after the letter p.
    private mutating func property(isNegated: Bool, from start: Int) throws(PatternError) -> ScalarSet {
        var isNegated = isNegated
        let name: String
        if take("{") {
            if take("^") { isNegated.toggle() }
            guard let inner = take(upTo: "}") else { throw error(start..<index, "unclosed brace", help: "add '}'") }
            name = inner
        } else {
            guard let letter = peek() else { throw error(start..<index, "expected a property", help: "write '\\pL'") }
            index += 1
            name = String(letter)
        }
        let key = "\(flags.ignoresCase)\(isNegated)\(name)"
        if let known = knownProperties[key] { return known }
        guard var set = ScalarSet(property: name) else {
            throw error(
                start..<index, "unknown property '\(name)'",
                help: "use a general category such as L, Lu or Nd, or a script such as Greek")
        }
        if flags.ignoresCase { set = set.ignoringCase }
        if isNegated { set = set.inverted }
        knownProperties[key] = set
        return set
    }
}
