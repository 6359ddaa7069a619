package import SourceText
import VaultFiles

/// Diagnostics as lines on a terminal.
package enum DiagnosticText {
    /// Returns a query error as lines: the message, the query, carets under the range, and the help.
    ///
    /// The query is always on one line. A long one is cut to the text near the range.
    ///
    /// - Parameter text: the query. The range of the diagnostic is in its UTF-8 bytes.
    package static func query(_ diagnostic: Diagnostic, in text: String, style: Style) -> String {
        let bytes = Array(text.utf8)
        let lower = min(diagnostic.range.lowerBound, bytes.count)
        let upper = min(max(diagnostic.range.upperBound, lower), bytes.count)
        var start = max(0, lower - 60)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var end = min(bytes.count, upper + 40)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        let before = (start > 0 ? "…" : "") + SafeText.escaped(bytes.text(start..<lower))
        let marked = SafeText.escaped(bytes.text(lower..<upper))
        let after = SafeText.escaped(bytes.text(upper..<end)) + (end < bytes.count ? "…" : "")
        let carets = String(repeating: "^", count: max(1, min(columns(marked), 60)))
        var lines = [
            style.plain(diagnostic.message), "  " + before + marked + after,
            "  " + String(repeating: " ", count: columns(before)) + style.ink(carets, .error),
        ]
        if let help = diagnostic.help { lines.append("  " + style.plain(help)) }
        return lines.joined(separator: "\n")
    }

    /// Returns the width of a text on a terminal.
    package static func columns(_ text: String) -> Int { TextWidth.columns(text) }
}
