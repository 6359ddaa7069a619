import QueryLanguage
package import Rendering
import Searching
import SourceText
import Terminal

/// The selected note, laid out next to the list, and its scroll position.
package struct BrowserPreview: Sendable {
    package private(set) var page: NotePage?
    /// The byte ranges of the note that match the query.
    private var marks: [Range<Int>] = []
    package private(set) var lines: [PageLine] = []
    /// The first line on the screen.
    package private(set) var top = 0
    /// The line of the match that the user went to last.
    private var match: Int?
    /// The note that was requested last.
    var requested: NoteAddress?
    /// The reason why the note cannot be shown.
    package private(set) var fault: String?

    mutating func clear() {
        page = nil
        lines = []
    }

    /// Shows a page, at the same scroll position if it is another version of the same note.
    mutating func show(
        _ page: NotePage, marks: [Range<Int>], _ setting: BrowserSetting, in area: BrowserLayout.ScreenArea
    ) {
        let isSame = self.page?.hit.address == page.hit.address
        self.page = page
        self.marks = marks
        fault = nil
        layOut(setting, in: area, keepsPlace: isSame)
    }

    mutating func show(fault: String) {
        clear()
        self.fault = fault
    }

    /// Lays out the page for an area. Without a page, or with an empty area, the lines stay as they are.
    ///
    /// - Parameter keepsPlace: whether to keep the scroll position instead of scrolling to the first match.
    /// - Complexity: O(note).
    mutating func layOut(_ setting: BrowserSetting, in area: BrowserLayout.ScreenArea, keepsPlace: Bool) {
        guard let page, !area.isEmpty else { return }
        lines = PageLayout.lines(
            page, setting.palette, width: max(8, area.columns - 1), calendar: setting.calendar,
            cell: setting.pictures ?? .usual, marks: marks)
        if keepsPlace {
            top = min(top, lastTop(rows: area.rows))
        } else {
            top = 0
            match = lines.firstIndex(where: \.isMatch)
            if let match, match >= area.rows { scroll(toLine: match, rows: area.rows) }
        }
    }

    // MARK: Scrolling

    /// Returns the value of `top` at which the last line is at the bottom of an area of `rows` rows. Returns 0 if all
    /// lines fit.
    func lastTop(rows: Int) -> Int { max(0, lines.count - rows) }

    mutating func scroll(by count: Int, rows: Int) { top = min(max(0, top + count), lastTop(rows: rows)) }

    /// Scrolls so that a line, given by its index in `lines`, is a third below the top of the area.
    private mutating func scroll(toLine line: Int, rows: Int) {
        top = min(max(0, line - rows / 3), lastTop(rows: rows))
    }

    /// Scrolls to the next match (`direction` 1) or the previous one (-1), and wraps around. Returns false if the note
    /// has no match.
    mutating func goToMatch(_ direction: Int, rows: Int) -> Bool {
        let matches = lines.indices.filter { lines[$0].isMatch }
        guard !matches.isEmpty else { return false }
        let here = match ?? top
        let next = direction > 0 ? matches.first { $0 > here } : matches.last { $0 < here }
        let line = next ?? (direction > 0 ? matches[0] : matches[matches.count - 1])
        match = line
        scroll(toLine: line, rows: rows)
        return true
    }

    /// Returns the line of the note's file at which an editor should open it. It is that of the match if it is on the
    /// screen, else the first one on the screen. Returns nil if the preview shows another note.
    func sourceLine(of note: NoteAddress, rows: Int) -> Int? {
        guard let page, page.hit.address == note else { return nil }
        let shown = lines.dropFirst(top).prefix(rows)
        if let match, shown.indices.contains(match) { return page.line(at: lines[match].source.lowerBound) }
        let source = (shown.first { $0.isMatch } ?? shown.first { !$0.source.isEmpty })?.source
        return source.map { page.line(at: $0.lowerBound) }
    }
}
