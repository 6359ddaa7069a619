package import Pages
import SourceText
import Terminal
import VaultFiles

/// The note beside the list, laid out, and how far it is scrolled.
package struct BrowserPreview: Sendable {
    package internal(set) var page: NotePage?
    /// The bytes of the note that were searched for.
    var marks: [Range<Int>] = []
    package internal(set) var lines: [PageLine] = []
    /// The first line that is shown.
    package internal(set) var top = 0
    /// The line with the match that was gone to last.
    var match: Int?
    /// The note that was asked for last.
    var asked: VaultPath?
    /// Why the note is not shown.
    var fault: String?

    /// Lays the page out for an area; where there is none it stays as it is.
    ///
    /// - Parameter keepsPlace: whether it stays scrolled as it is, instead of to the first match.
    mutating func layOut(_ setting: BrowserState.Setting, in area: BrowserLayout.Area, keepsPlace: Bool) {
        guard let page else {
            lines = []
            return
        }
        if area.isEmpty { return }
        lines = PageLayout.lines(
            page, setting.palette, width: max(8, area.columns - 1), calendar: setting.calendar,
            cell: setting.pictures ?? .usual, marks: marks)
        if keepsPlace {
            top = min(top, lastTop(rows: area.rows))
        } else {
            top = 0
            match = lines.firstIndex(where: \.isMatch)
            if let match, match >= area.rows { show(match, rows: area.rows) }
        }
    }

    /// The first line that is shown where it is scrolled to its end.
    func lastTop(rows: Int) -> Int { max(0, lines.count - rows) }

    mutating func scroll(by count: Int, rows: Int) { top = min(max(0, top + count), lastTop(rows: rows)) }

    /// Scrolls so that a line stands in the upper third.
    private mutating func show(_ line: Int, rows: Int) { top = min(max(0, line - rows / 3), lastTop(rows: rows)) }

    /// Goes to the next line with a match, in a direction; around at the end.
    ///
    /// - Returns: false where there is none.
    mutating func goToMatch(_ direction: Int, rows: Int) -> Bool {
        let matches = lines.indices.filter { lines[$0].isMatch }
        guard !matches.isEmpty else { return false }
        let here = match ?? top
        let next = direction > 0 ? matches.first { $0 > here } : matches.last { $0 < here }
        let line = next ?? (direction > 0 ? matches[0] : matches[matches.count - 1])
        match = line
        show(line, rows: rows)
        return true
    }
}
