import QueryLanguage
import Searching
import SourceText
import Terminal
import VaultFiles

/// A sink for users at a terminal: a line per note, laid out for its width, and the best passages below. The next
/// command can refer to a note by its number.
struct ScreenSink: ResultSink {
    private let around: RenderingContext
    private let screen: RenderingContext.Screen
    private let write: Write
    private var number = 0
    private var isFirst = true

    init(_ around: RenderingContext, _ screen: RenderingContext.Screen, _ write: @escaping Write) {
        self.around = around
        self.screen = screen
        self.write = write
    }

    private var style: Style { around.style }
    private var palette: Palette { style.palette }
    private var width: Int { max(style.width, 20) }

    func wantsPassages(for showing: Condition.Showing) -> Bool { showing > .head }

    private func put(_ line: StyledLine) throws { try write(Array((style.text(line) + "\n").utf8)) }

    mutating func beginSection(_ label: String, count: Int?) throws {
        if !isFirst { try put(StyledLine()) }
        try put((style.run(label, .section) + style.run(count.map { "  \($0)" } ?? "", .number)).clipped(to: width))
        isFirst = false
    }

    mutating func beginAddition(_ addition: Addition, grouped: Bool) throws {
        if !isFirst || addition == .nearMatches { try put(StyledLine()) }
        try put(style.run(addition.heading, .label).clipped(to: width))
        isFirst = false
    }

    mutating func add(_ hit: NoteHit, _ passages: Passages?) throws {
        number += 1
        isFirst = false
        let snippets = passages?.snippets(count: around.lines ?? 3, width: max(20, width - 11), as: .displayed) ?? []
        screen.found(hit, snippets.first?.line ?? passages?.firstLine)
        try put(head(hit))
        if let nearMatch = hit.result.nearMatch {
            try put(style.run("      " + nearMatch.plainText(passages), .label).clipped(to: width))
        }
        for snippet in snippets { try put(line(snippet)) }
        guard snippets.isEmpty, let count = around.lines else { return }
        for text in around.beginning(hit, count) {
            try put((StyledLine("           ") + style.run(text)).clipped(to: width))
        }
    }

    /// Returns number, title, keywords and path as far as they fit, and status and date at the right.
    private func head(_ hit: NoteHit) -> StyledLine {
        let label = "\(number)"
        var line = StyledLine(String(repeating: " ", count: max(0, 3 - label.count)) + label + " ", palette[.number])
        let date = screen.date(hit.created)
        var facts = StyledLine()
        if width >= 50, let status = hit.shownStatus {
            facts.add("  " + SafeText.escaped(status), palette.status(status))
        }
        if width >= 40 { facts.add("  " + date, palette[.date]) }
        var left = width - line.columns - facts.columns
        var title =
            hit.result.vault == nil ? style.run(hit.title, .title, opening: hit.path) : style.run(hit.title, .title)
        if hit.isFavorite { title.add(" ★", palette[.favorite]) }
        // Reserves space for the path, which says everything if the title is the file's name.
        let vault = hit.result.vault.map { "\($0.name): " } ?? ""
        let path = SafeText.escaped(vault + around.paths.text(hit))
        let pathRoom = left >= 40 ? min(TextWidth.columns(path) + 2, left / 3) : 0
        title = title.clipped(to: max(8, left - pathRoom))
        line.add(title)
        left -= title.columns
        for keyword in hit.keywords {
            let text = " #" + SafeText.escaped(keyword)
            let columns = TextWidth.columns(text)
            if columns > left - pathRoom { break }
            line.add(text, palette.keyword(keyword))
            left -= columns
        }
        if left > 10, pathRoom > 0 {
            let shown = TextWidth.clippedInside(path, to: left - 2)
            line.add("  ")
            line.add(shown, palette[.path])
        }
        return line.padded(to: width - facts.columns) + facts
    }

    /// Returns a passage after its line number.
    private func line(_ snippet: Passages.Snippet) -> StyledLine {
        let number = snippet.attachment == nil ? String(snippet.line) : ""
        var line = StyledLine(String(repeating: " ", count: max(1, 9 - number.count)) + number + "  ", palette[.number])
        for part in snippet.parts { line.add(SafeText.escaped(part.text), part.isMatch ? palette[.match] : .plain) }
        return line.clipped(to: width)
    }
}
