import SourceText

/// How text for people looks: with colours on a terminal, plain elsewhere, and control characters never as they are.
package struct Style: Sendable {
    package var isColored: Bool
    /// Columns that a line may have.
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
    package func marked(_ bytes: [UInt8], _ range: Range<Int>, marks: [Range<Int>], ink: Ink = .red) -> String {
        var text = ""
        var index = range.lowerBound
        for mark in marks where mark.lowerBound >= index && mark.upperBound <= range.upperBound {
            text += Self.line(bytes.text(index..<mark.lowerBound))
            text += self.ink(bytes.text(mark).replacing("\t", with: " "), ink)
            index = mark.upperBound
        }
        return text + Self.line(bytes.text(index..<range.upperBound))
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
                case "\t": result += "\\t"
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

    /// As `escaped`, but of bytes: those that are no UTF-8 stay as they are, so that a file's name still opens the file.
    package static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        func flush(_ end: Int) {
            if start < end { result += Array(escaped(bytes.text(start..<end)).utf8) }
        }
        var index = 0
        while index < bytes.count {
            let length = UTF8.length(at: index, in: bytes)
            if length == 0 {
                flush(index)
                result.append(bytes[index])
                start = index + 1
            }
            index += max(length, 1)
        }
        flush(bytes.count)
        return result
    }

    /// A word as a shell takes it, in single quotes where it needs them.
    package static func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-./:".utf8.contains($0) }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Text of a note on one line: tabs are blanks there.
    package static func line(_ text: String) -> String { escaped(text.replacing("\t", with: " ")) }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: false
        }
    }
}

extension UTF8 {
    /// The number of bytes of the scalar that begins at `index`; 0 where no valid one does.
    fileprivate static func length(at index: Int, in bytes: [UInt8]) -> Int {
        let byte = bytes[index]
        if byte < 0x80 { return 1 }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        guard index + length <= bytes.count, String(validating: bytes[index..<index + length], as: UTF8.self) != nil
        else { return 0 }
        return length
    }
}
