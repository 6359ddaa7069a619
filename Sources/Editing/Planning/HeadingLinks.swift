import Searching
import SourceText

/// The links in a heading, which stay when its text changes.
struct HeadingLinks {
    /// The text of each link and its visible text, in order.
    private var links: [(written: String, shown: String)] = []

    init(in range: Range<Int>, of note: OpenNote) {
        var end = range.lowerBound
        for link in note.links where link.range.lowerBound >= end && link.range.upperBound <= range.upperBound {
            end = link.range.upperBound
            let shown =
                link.label.map { note.bytes.text($0) } ?? (link.target + (link.fragment.map { "#\($0)" } ?? ""))
            links.append((note.bytes.text(link.range), shown))
        }
    }

    /// Returns the text with each link in place of its visible words, or nil if some of them are missing.
    func kept(in text: String) -> String? {
        var result = ""
        var rest = text[...]
        for link in links {
            guard let found = Self.words(link.shown, in: rest) else { return nil }
            result += rest[..<found.lowerBound] + link.written
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    /// Returns the first range of `words` in `text` without a letter or digit next to it.
    private static func words(_ words: String, in text: Substring) -> Range<Substring.Index>? {
        if words.isEmpty { return nil }
        return text.ranges(of: words).first { range in
            let before = text[..<range.lowerBound].last, after = text[range.upperBound...].first
            return ![before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
        }
    }
}
