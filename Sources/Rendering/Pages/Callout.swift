import Notes
import SourceText

/// The first line of a callout, and the rest of its paragraph.
struct Callout {
    /// The kind, followed by the title if there is one.
    let title: [TextPiece]
    /// The pieces after the first line.
    let rest: ArraySlice<TextPiece>

    /// - Parameter pieces: the pieces of a quote's first paragraph. Fails if they do not begin with `[!kind]`.
    init?(_ pieces: [TextPiece]) {
        guard let first = pieces.first, first.isExact, let mark = CalloutMark(first.text) else { return nil }
        let text = mark.title
        let lineEnd = pieces.firstIndex { !$0.isExact && ($0.text == " " || $0.text == "\n") } ?? pieces.endIndex
        // Counts from the start, which is ASCII: the text shown for invalid UTF-8 has more bytes than the original.
        let start = first.range.lowerBound + first.text.utf8.count - text.utf8.count
        var title = [
            TextPiece(mark.displayedKind, .strong, first.range.lowerBound..<start, isExact: false, target: nil)
        ]
        let titled = pieces[1..<max(1, lineEnd)]
        if !text.isEmpty || !titled.isEmpty {
            title.append(TextPiece(" ", [], start..<start, isExact: false, target: nil))
            title.append(
                TextPiece(
                    String(text), first.style, start..<max(start, first.range.upperBound), isExact: true, target: nil))
        }
        self.title = title + titled
        rest = pieces[min(max(1, lineEnd + 1), pieces.count)...]
    }
}
