import Searching
import SourceText

/// The links that the text of a heading holds, which stay when it gets another text.
struct HeadingLinks {
    /// Each as it is written, with the text that a reader sees, in order.
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

    /// The text with each link in the place of the words that it shows; nil where one of them is not in the text.
    func kept(in text: String) -> String? {
        var result = ""
        var rest = text[...]
        for link in links {
            guard !link.shown.isEmpty, let found = rest.firstRange(of: link.shown) else { return nil }
            result += rest[..<found.lowerBound] + link.written
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}
