import Searching
import SourceText

/// The title of a note that is extracted from another: the displayed first line of the extracted text.
enum ExtractedTitle {
    private static let longest = 80
    private static let untitled = "Untitled"

    /// Returns the first line of a range without block markers, emphasis and the destinations of links.
    ///
    ///     - [ ] See *the* [picture](img/box.png)    →    See the picture
    static func of(_ range: Range<Int>, in note: OpenNote) -> String {
        let bytes = note.bytes
        let line = bytes[firstLine(of: bytes.trimmed(range), in: note)]
        let text = withoutMarkers(String(decoding: line, as: UTF8.self))
        // Parse the line as a heading to get its displayed text. Links may use definitions of the note.
        let definitions = note.definitions.map { "\n" + bytes.text($0.range) }.joined()
        let heading = OpenNote(path: note.path, bytes: Array("# \(text)\n\(definitions)\n".utf8), rules: note.rules)
        let displayed = heading.headings.first?.text.withoutWhiteSpaceAround ?? ""
        return displayed.isEmpty ? untitled : shortened(displayed)
    }

    /// Returns the byte range of the first line in `range`, extended to the end of a link that begins in it.
    private static func firstLine(of range: Range<Int>, in note: OpenNote) -> Range<Int> {
        var end = min(range.upperBound, note.bytes.lineEnd(from: range.lowerBound))
        let cut = note.links.first { $0.range.lowerBound < end && $0.range.upperBound > end }
        if let cut { end = min(range.upperBound, cut.range.upperBound) }
        return range.lowerBound..<end
    }

    /// Removes the markers of headings, quotes, lists and tasks at the start of a line, and a block id at its end.
    private static func withoutMarkers(_ line: String) -> String {
        var words = line.split(whereSeparator: \.isWhitespace)[...]
        while let first = words.first, words.count > 1, isMarker(first) { words.removeFirst() }
        if words.count > 1, let last = words.last, last.first == "^" { words.removeLast() }
        var text = words.joined(separator: " ")[...]
        while text.first == ">" { text = text.dropFirst().drop(while: \.isWhitespace) }
        return String(text)
    }

    private static func isMarker(_ word: Substring) -> Bool {
        if ["-", "*", "+", ">", "[ ]", "[", "]", "[x]", "[X]"].contains(word) { return true }
        if word.count <= 6, word.allSatisfy({ $0 == "#" }) { return true }
        return ".)".contains(word.last ?? " ") && word.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Truncates a title of more than 80 characters between words.
    private static func shortened(_ title: String) -> String {
        guard title.count > longest else { return title }
        let cut = title.prefix(longest)
        let end = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return end.withoutWhiteSpaceAround
    }
}
