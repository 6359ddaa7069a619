/// A token of LaTeX.
enum FormulaToken: Hashable, Sendable {
    /// A command without its backslash: letters, or one other character.
    case command(String)
    /// One character with its combining marks.
    case character(String)
    /// A run of white space, which counts only in text.
    case space

    /// The character, or an empty string for other tokens.
    var text: String { if case .character(let text) = self { text } else { "" } }

    /// Splits a formula into tokens. Comments are left out. Complexity: O(length).
    static func all(in source: String) -> [FormulaToken] {
        let scalars = Array(source.unicodeScalars)
        var tokens: [FormulaToken] = []
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar == "\\" {
                let start = index
                while index < scalars.count, isLetter(scalars[index]) { index += 1 }
                if index == start, index < scalars.count { index += 1 }
                let name = String(String.UnicodeScalarView(scalars[start..<index]))
                tokens.append(.command(name.allSatisfy(\.isWhitespace) ? " " : name))
                if index - start > 1 || isLetter(scalars[min(start, scalars.count - 1)]) { index = skipSpace(index) }
            } else if scalar == "%" {
                while index < scalars.count, scalars[index] != "\n" { index += 1 }
            } else if scalar.properties.isWhitespace {
                index = skipSpace(index)
                tokens.append(.space)
            } else {
                let start = index - 1
                while index < scalars.count, scalars[index].properties.canonicalCombiningClass != .notReordered {
                    index += 1
                }
                tokens.append(.character(String(String.UnicodeScalarView(scalars[start..<index]))))
            }
        }
        return tokens

        func skipSpace(_ start: Int) -> Int {
            var end = start
            while end < scalars.count, scalars[end].properties.isWhitespace { end += 1 }
            return end
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 && UInt8(scalar.value) & 0xDF &- 0x41 < 26
    }
}
