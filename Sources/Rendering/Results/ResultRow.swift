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
    /// Whether columns of front matter keys show the declared default of notes without a value: `low (default)`.
    var showsDefaults = false
    /// Returns the snapshot of the vault that contains a result.
    private var snapshot: (_ hit: NoteHit) -> VaultSnapshot?
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

    /// Creates the context of results of several vaults.
    package init(_ collection: VaultCollection, style: Style, isTerminal: Bool = false) {
        let snapshots = Dictionary(
            collection.members.map { ($0.name ?? "", $0.snapshot) }, uniquingKeysWith: { first, _ in first })
        let first = collection.members[0].snapshot
        self.init(first, style: style, isTerminal: isTerminal)
        // The results of a single vault do not name it.
        snapshot = { hit in hit.result.vault.map { snapshots[$0.name] } ?? first }
    }

    /// Creates the context of results of a snapshot. Paths are relative to the current directory of its environment.
    package init(_ snapshot: VaultSnapshot, style: Style, isTerminal: Bool = false) {
        let environment = snapshot.environment
        self.style = style
        paths = PathStyle(root: snapshot.vault.root, directory: environment.directory)
        calendar = environment.calendar
        now = environment.now
        self.isTerminal = isTerminal
        self.snapshot = { _ in snapshot }
    }

    // MARK: Content that only some columns show

    /// Returns the declared defaults of the keys for which a note has no value, in the order of the configuration.
    package func defaults(of hit: NoteHit) -> [(key: String, value: String)] {
        guard let declared = snapshot(hit)?.vault.configuration.properties.all.filter({ $0.defaultValue != nil }),
            !declared.isEmpty, !hit.isFile
        else { return [] }
        let properties = JSONValue(parsing: hit.propertiesJSON) ?? .null
        return declared.compactMap { declaration in
            let values = properties.values(ofProperty: Folding.fold(declaration.key))
            guard values.allSatisfy({ $0.plainText.isEmpty }) else { return nil }
            return declaration.defaultValue.map { (declaration.key, $0) }
        }
    }

    /// Returns the first lines of a note's body as displayed. Empty for a note that cannot be read, because it was
    /// deleted meanwhile.
    func beginning(_ hit: NoteHit, _ lines: Int) -> [String] {
        let bytes = hit.isFile ? nil : try? snapshot(hit)?.bytes(hit.path)
        return bytes.map { NoteExcerpt(of: $0, title: hit.title, lines: lines).lines } ?? []
    }

    /// Returns the headings of a note. Empty for a note that cannot be read.
    func headings(_ hit: NoteHit) -> [NoteDetails.HeadingLine] {
        hit.isFile ? [] : (try? snapshot(hit)?.details(of: hit.path).headings) ?? []
    }

    /// Returns the links to a note or file.
    func backlinks(_ hit: NoteHit) -> [Backlink] { (try? snapshot(hit)?.backlinks(to: hit.path)) ?? [] }
}
