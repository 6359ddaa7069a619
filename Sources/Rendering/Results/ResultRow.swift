package import Searching
package import SourceText

/// One result, with what was found out about it for showing.
package struct ResultRow: Sendable {
    package var hit: NoteHit
    /// Where the query's conditions hold in the note; nil where that was not asked for.
    package var passages: Passages?
    /// The label of the section it stands in.
    package var group: String?

    package init(_ hit: NoteHit, passages: Passages? = nil, group: String? = nil) {
        self.hit = hit
        self.passages = passages
        self.group = group
    }
}

/// What the looks of a result depend on beside itself.
package struct Surroundings: Sendable {
    package var style: Style
    package var paths: PathStyle
    package var calendar: LocalCalendar
    package var isTerminal: Bool

    package init(style: Style, paths: PathStyle, calendar: LocalCalendar, isTerminal: Bool) {
        self.style = style
        self.paths = paths
        self.calendar = calendar
        self.isTerminal = isTerminal
    }
}
