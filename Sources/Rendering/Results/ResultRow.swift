import Pages
package import QueryLanguage
package import Searching
package import SourceText
import VaultFiles

/// A result, with the data to show.
package struct ResultRow: Sendable {
    package var hit: NoteHit
    /// The matches in the note, or nil if not requested.
    package var passages: Passages?
    /// The label of the result's section.
    package var group: String?

    package init(_ hit: NoteHit, passages: Passages? = nil, group: String? = nil) {
        self.hit = hit
        self.passages = passages
        self.group = group
    }
}

/// The context that the display of results depends on.
package struct RenderingContext {
    package var style: Style
    package var paths: PathStyle
    package var calendar: LocalCalendar
    package var isTerminal: Bool
    package var now: Moment
    /// The number of lines below each note: passages, else the beginning of the body. Nil for the default number of
    /// passages and no beginning.
    package var lines: Int?
    /// The first lines of a note's body as displayed. Empty for a note that cannot be read.
    package var beginning: (_ note: NoteHit, _ lines: Int) -> [String]
    /// The settings for a terminal's screen, or nil for other output.
    package var screen: Screen?

    /// The settings with which results are laid out for a terminal's screen.
    package struct Screen {
        /// The text for a date.
        package var date: (Moment) -> String
        /// A callback for each note shown, in order, with the line of its first snippet or match.
        package var found: (_ note: NoteHit, _ line: Int?) -> Void

        package init(
            date: @escaping (Moment) -> String, found: @escaping (_ note: NoteHit, _ line: Int?) -> Void
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

    /// Creates the context of results of several vaults.
    package init(_ collection: VaultCollection, style: Style, isTerminal: Bool = false) {
        let members = Dictionary(
            collection.members.map {
                ($0.name ?? "", RenderingContext($0.snapshot, style: style, isTerminal: isTerminal))
            },
            uniquingKeysWith: { first, _ in first })
        let first = collection.members[0].snapshot
        self.init(first, style: style, isTerminal: isTerminal)
        beginning = { hit, lines in hit.result.vault.flatMap { members[$0.name] }?.beginning(hit, lines) ?? [] }
    }

    /// Creates the context of results of a snapshot. Paths are relative to the current directory of its environment.
    package init(_ snapshot: VaultSnapshot, style: Style, isTerminal: Bool = false) {
        let environment = snapshot.environment
        self.init(
            style: style, paths: PathStyle(root: snapshot.vault.root, directory: environment.directory),
            calendar: environment.calendar, now: environment.now, isTerminal: isTerminal
        ) { hit, lines in
            // Reads only the notes that are shown. A note that was deleted meanwhile has no text.
            let bytes = hit.isFile ? nil : try? snapshot.bytes(hit.path)
            return bytes.map { NoteExcerpt(of: $0, title: hit.title, lines: lines).lines } ?? []
        }
    }
}
