package import Pages
package import Searching
package import SourceText
package import Terminal
import VaultFiles

/// All that the interactive search is: what it shows follows from this alone, and what comes next from this and an event.
package struct BrowserState: Sendable {
    /// What is fixed as long as it lasts.
    package struct Setting: Sendable {
        package var palette: Palette
        package var calendar: LocalCalendar
        package var statuses: [String]
        package var keys: BrowserKeys
        /// Whether Enter prints and ends instead of opening an editor.
        package var prints: Bool
        /// The name of the vault.
        package var vault: String
        /// What a character takes of the screen, where pictures are shown; nil where they are not.
        package var pictures: CellSize?
        /// A path as it opens from where the program was started.
        package var pathFromHere: @Sendable (VaultPath) -> String = { $0.text }

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

        /// Takes what a changed configuration says.
        mutating func read(_ configuration: Configuration) {
            palette = Palette(configuration, palette.depth, on: palette.background)
            statuses = configuration.statuses
        }
    }

    package internal(set) var setting: Setting
    package internal(set) var columns: Int
    package internal(set) var rows: Int

    // The search.
    package internal(set) var field: TextField
    package internal(set) var scope: Scope
    package internal(set) var folder: VaultPath
    var sort: String?
    var group: String?
    var revision = 0
    /// The wish whose answer is waited for; nil where all is there.
    package internal(set) var awaited: SearchWish?
    package internal(set) var results: BrowserResults?
    /// The keys from the first that is about a note on, pressed while the list that this is chosen from is on its way.
    var deferred: [Key] = []
    package internal(set) var fault: QueryFault?
    /// Whether the index was compared with the disk.
    package internal(set) var hasLooked = false
    package internal(set) var progress: String?

    // The list.
    package internal(set) var focus = BrowserPane.search
    /// Which row is chosen; a note wherever there is one.
    package internal(set) var selected = 0
    /// The first row that is shown.
    package internal(set) var top = 0
    /// In the order in which they were marked.
    package internal(set) var marked: [VaultPath] = []

    package internal(set) var preview = BrowserPreview()
    package internal(set) var tree = FolderTree()
    package internal(set) var completion = Completion()

    // What lies over all that.
    package internal(set) var overlay: Overlay?
    package internal(set) var message: Message?

    // Where it has been.
    package internal(set) var earlierQueries: EarlierQueries
    var trail: [Stop] = []
    /// The note that is to be chosen once the search that was gone back to is answered.
    var wantedPath: VaultPath?
    /// Whether the last note is to be chosen once all are there.
    var wantsLast = false

    /// Something asked, or told at length.
    package enum Overlay: Sendable {
        case help(top: Int)
        case prompt(Prompt)
        case confirm(String, details: [String], BrowserChange)
        /// Looks for an earlier query that holds what is typed.
        case history(TextField, index: Int)
    }

    package struct Prompt: Sendable {
        package enum Kind: Hashable, Sendable { case status, addKeywords, removeKeywords, folder, title, name }

        package var kind: Kind
        package var label: String
        package var field: TextField
        /// What there is to choose from, that fits what is typed.
        package var choices: [String]
        var all: [String]
        package var chosen: Int?
    }

    package struct Message: Hashable, Sendable {
        package var text: String
        package var isError: Bool
    }

    /// A search that was left for another, to come back to.
    struct Stop: Sendable {
        var query: String
        var scope: Scope
        var folder: VaultPath
        var selected: VaultPath?
        var results: BrowserResults?
    }

    package init(
        _ setting: Setting, query: String, scope: Scope, folder: VaultPath, sort: String? = nil, group: String? = nil,
        history: [String] = [], columns: Int, rows: Int
    ) {
        self.setting = setting
        field = TextField(query)
        self.scope = scope
        self.folder = folder
        self.sort = sort
        self.group = group
        earlierQueries = EarlierQueries(queries: history)
        self.columns = columns
        self.rows = rows
    }

    // MARK: What follows from it

    package var layout: BrowserLayout { BrowserLayout(columns: columns, rows: rows, focus: focus) }

    package var selectedHit: NoteHit? {
        guard let results, results.rows.indices.contains(selected) else { return nil }
        return results.rows[selected].hit
    }

    /// What a change is about: the marked notes, else the chosen one.
    var subjects: [VaultPath] { marked.isEmpty ? selectedHit.map { [$0.path] } ?? [] : marked }

    /// The wish that the search line and the chips express.
    mutating func wish() -> SearchWish {
        revision += 1
        let height = layout.list.rows
        return SearchWish(
            query: field.text, isTyping: field.isAtEnd, scope: scope, folder: folder, sort: sort, group: group,
            limit: max(60, height * 2), visible: height, width: max(20, layout.list.columns - 8), revision: revision)
    }
}

/// Where what stands on the screen.
package struct BrowserLayout: Hashable, Sendable {
    package struct Area: Hashable, Sendable {
        package var column = 0
        package var row = 0
        package var columns = 0
        package var rows = 0

        package var isEmpty: Bool { columns == 0 || rows == 0 }

        package func contains(column: Int, row: Int) -> Bool {
            column >= self.column && column < self.column + columns && row >= self.row && row < self.row + rows
        }
    }

    /// From so many columns on the preview stands beside the list, and from so many the folders too.
    static let withPreview = 100
    static let withFolders = 150

    package var hasChips: Bool
    package var hasHints: Bool
    package var folders = Area()
    package var list = Area()
    package var preview = Area()

    init(columns: Int, rows: Int, focus: BrowserPane) {
        hasChips = rows >= 7
        hasHints = rows >= 6
        let top = hasChips ? 2 : 1
        // The last line always tells: hints or messages.
        let height = max(1, rows - top - 1)
        func area(_ column: Int, _ width: Int) -> Area {
            Area(column: column, row: top, columns: max(width, 1), rows: height)
        }
        if columns < Self.withPreview {
            switch focus {
            case .folders: folders = area(0, columns)
            case .preview: preview = area(0, columns)
            case .search, .list: break
            }
            // What is behind is laid out all the same, so that it knows its height.
            list = area(0, columns)
            if focus == .folders || focus == .preview { isListShown = false }
        } else if columns < Self.withFolders {
            let width = columns * 45 / 100
            if focus == .folders {
                folders = area(0, width)
                isListShown = false
            }
            list = area(0, width)
            preview = area(width + 1, columns - width - 1)
        } else {
            let tree = min(32, columns / 6)
            let width = (columns - tree) * 45 / 100
            folders = area(0, tree)
            list = area(tree + 1, width)
            preview = area(tree + width + 2, columns - tree - width - 2)
        }
    }

    package var isListShown = true

    /// The panes in which keys can be, in order.
    static let panes: [BrowserPane] = [.search, .list, .preview, .folders]
}
