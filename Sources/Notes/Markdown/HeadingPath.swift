/// The headings above places of a note, which are requested in order.
package struct HeadingPath {
    private let headings: [Heading]
    private var next = 0
    private var open: [Heading] = []
    private var texts: [String] = []

    package init(_ headings: [Heading]) { self.headings = headings }

    /// Returns the texts of the headings whose sections contain an offset, each on one line, the outermost first.
    package mutating func texts(at offset: Int) -> [String] {
        let before = next
        while next < headings.count, headings[next].range.lowerBound < offset {
            while let last = open.last, last.level >= headings[next].level { open.removeLast() }
            open.append(headings[next])
            next += 1
        }
        if next > before {
            texts = open.map { $0.text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        }
        return texts
    }
}
