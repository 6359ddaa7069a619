package import Pages
package import QueryLanguage
package import Searching
package import SourceText
package import Terminal

/// The complete state of the interactive search. The screen is a pure function of it; an event maps it to the next one.
package struct BrowserState: Sendable {
    /// The settings, which stay the same unless the terminal or the configuration changes.
    package struct Setting: Sendable {
        package var palette: Palette
        package var calendar: LocalCalendar
        package var statuses: [String]
        package var keys: BrowserKeys
        /// Whether Enter prints and ends instead of opening an editor.
        package var prints: Bool
        /// The name of the vault, or how many there are.
        package var vault: String
        /// The vaults, if there are several.
        package var vaults: [NoteHit.SourceVault] = []
        /// The size of a character cell if pictures are shown; nil if they are not.
        package var pictures: CellSize?
        /// Converts a path to one that is relative to the directory in which the program was started.
        package var pathFromHere: @Sendable (NoteAddress) -> String = { $0.path.text }

        package init(
            palette: Palette, calendar: LocalCalendar, statuses: [String], keys: BrowserKeys, prints: Bool,
            vault: String
        ) {
            self.palette = palette
            self.calendar = calendar
            self.statuses = statuses
            self.keys = keys
            self.prints = prints
            self.vault = vault
        }
    }

    package struct UserMessage: Hashable, Sendable {
        package var text: String
        package var isError: Bool
    }

    package internal(set) var setting: Setting
    package internal(set) var columns: Int
    package internal(set) var rows: Int
    package internal(set) var focus = BrowserPane.search
    package internal(set) var line: QueryLine
    package internal(set) var controls: SearchControls
    package internal(set) var pending = PendingSearch()
    package internal(set) var list = ResultList()
    package internal(set) var preview = BrowserPreview()
    package internal(set) var tree = FolderTree()
    package internal(set) var overlay: BrowserOverlay?
    package internal(set) var message: UserMessage?
    /// The progress of the index update; nil if none was reported.
    package internal(set) var progress: String?
    /// Whether the index was compared with the files.
    package internal(set) var isUpdated = false
    /// The searches that the user left by following links, to go back to.
    var visited: [VisitedSearch] = []
    /// The vault of the last change.
    var changedVault: NoteHit.SourceVault?

    package init(
        _ setting: Setting, query: String, scope: Scope, folder: VaultPath, sort: String? = nil, group: String? = nil,
        history: [String] = [], columns: Int, rows: Int
    ) {
        self.setting = setting
        line = QueryLine(query, history: history)
        controls = SearchControls(place: BrowserPlace(scope, folder), sort: sort, group: group)
        self.columns = columns
        self.rows = rows
    }

    package var layout: BrowserLayout { BrowserLayout(columns: columns, rows: rows, focus: focus) }

    /// Shows a message. Returns no effects, so that a handler can end with it.
    @discardableResult mutating func say(_ text: String, isError: Bool = false) -> [BrowserEffect] {
        message = UserMessage(text: text, isError: isError)
        return []
    }
}
