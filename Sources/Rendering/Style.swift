import SourceText

/// How text for people looks: with colours on a terminal, plain elsewhere, and control characters never as they are.
package struct Style: Sendable {
    package var isColored: Bool
    /// Whether control and direction characters are shown escaped, as they are wherever a person reads lines.
    package var width: Int

    package init(isColored: Bool, width: Int = 80) {
        self.isColored = isColored
        self.width = width
    }

    package enum Ink: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case green = "32"
        case yellow = "33"
        case magenta = "35"
        case cyan = "36"
    }

    /// `text` in a colour; escaped first.
    package func ink(_ text: String, _ ink: Ink) -> String { wrap(Self.escaped(text), ink) }

    private func wrap(_ text: String, _ ink: Ink) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }

    package func plain(_ text: String) -> String { Self.escaped(text) }

    /// A stretch of a file with some of its bytes marked.
    package func marked(_ bytes: [UInt8], _ range: Range<Int>, _ marks: [Range<Int>], _ ink: Ink = .red) -> String {
        var text = ""
        var index = range.lowerBound
        for mark in marks where mark.lowerBound >= index && mark.upperBound <= range.upperBound {
            text += Self.escaped(bytes.text(index..<mark.lowerBound))
            text += self.ink(bytes.text(mark), ink)
            index = mark.upperBound
        }
        return text + Self.escaped(bytes.text(index..<range.upperBound))
    }

    /// `text` with control characters as `\x1b`, and with those that turn the direction of writing around, or break
    /// lines, as `\u{202e}`: what stands in a note cannot move the cursor, colour the screen or forge a line.
    package static func escaped(_ text: String) -> String {
        var needs = false
        for scalar in text.unicodeScalars where isUnsafe(scalar) {
            needs = true
            break
        }
        guard needs else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if !isUnsafe(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                switch scalar {
                case "\n": result += "\\n"
                case "\r": result += "\\r"
                case "\t": result += " "
                default:
                    let digits = String(scalar.value, radix: 16)
                    result +=
                        scalar.value < 0x100
                        ? "\\x\(digits.count < 2 ? "0" : "")\(digits)" : "\\u{\(digits)}"
                }
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
