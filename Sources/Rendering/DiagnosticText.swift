package import SourceText

/// Faults as lines on a terminal.
package enum DiagnosticText {
    /// A query with a caret under the place: what is wrong, the query, the caret, the way out.
    ///
    /// The query is shown from near the place where it is long, on one line whatever it holds.
    package static func query(_ diagnostic: Diagnostic, in text: String, style: Style) -> String {
        let bytes = Array(text.utf8)
        let lower = min(diagnostic.range.lowerBound, bytes.count)
        let upper = min(max(diagnostic.range.upperBound, lower), bytes.count)
        var start = max(0, lower - 60)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var end = min(bytes.count, upper + 40)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        let before = (start > 0 ? "…" : "") + Style.escaped(bytes.text(start..<lower))
        let place = Style.escaped(bytes.text(lower..<upper))
        let after = Style.escaped(bytes.text(upper..<end)) + (end < bytes.count ? "…" : "")
        let carets = String(repeating: "^", count: max(1, min(columns(place), 60)))
        var lines = [
            style.plain(diagnostic.message), "  " + before + place + after,
            "  " + String(repeating: " ", count: columns(before)) + style.ink(carets, .red),
        ]
        if let help = diagnostic.help { lines.append("  " + style.plain(help)) }
        return lines.joined(separator: "\n")
    }

    /// The width of a text on a terminal: East Asian wide characters take two columns, marks none.
    package static func columns(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { count, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return count
            default: break
            }
            switch scalar.value {
            case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
                return count + 2
            default: return count + 1
            }
        }
    }
}
