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
package struct Surroundings {
    package var style: Style
    package var paths: PathStyle
    package var calendar: LocalCalendar
    package var isTerminal: Bool
    package var now: Moment
    /// How many lines of text stand below each note: passages, else the beginning of the body. Nil for the usual number
    /// of passages and no beginning.
    package var lines: Int?
    /// Reads the first lines of a note's body as displayed; empty for a note that cannot be read.
    package var beginning: (_ note: NoteHit, _ lines: Int) -> [String]
    /// What is shown for people who look at a screen; nil where nobody does.
    package var screen: Screen?

    /// What results are laid out with for a terminal's screen.
    package struct Screen {
        /// How a date is shown.
        package var date: (Moment) -> String
        /// Called with each note that is shown, in order, and the line at which what was searched for stands first.
        package var found: (_ note: VaultPath, _ line: Int?) -> Void

        package init(
            date: @escaping (Moment) -> String, found: @escaping (_ note: VaultPath, _ line: Int?) -> Void
        ) {
            self.date = date
            self.found = found
        }
    }

    package init(
        style: Style, paths: PathStyle, calendar: LocalCalendar, now: Moment, isTerminal: Bool,
        beginning: @escaping (_ note: NoteHit, _ lines: Int) -> [String]
    ) {
        self.style = style
        self.paths = paths
        self.calendar = calendar
        self.now = now
        self.beginning = beginning
        self.isTerminal = isTerminal
    }
}
