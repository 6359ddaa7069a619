import QueryLanguage
package import Searching
package import SourceText
import Terminal

/// The complete state of the interactive search. The screen is a pure function of it; an event maps it to the next one.
package struct BrowserState: Sendable {
    package internal(set) var setting: BrowserSetting
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
    package internal(set) var message: BrowserMessage?
    package internal(set) var indexUpdate = BrowserIndexUpdate()
    /// The searches that the user left by following links, to go back to.
    var visited: [VisitedSearch] = []

    package init(
        _ setting: BrowserSetting, query: String, scope: Scope, folder: VaultPath, sort: String? = nil,
        group: String? = nil, history: [String] = [], columns: Int, rows: Int
    ) {
        self.setting = setting
        line = QueryLine(query, history: history)
        controls = SearchControls(place: BrowserPlace(scope, folder), sort: sort, group: group)
        (self.columns, self.rows) = (columns, rows)
    }

    package var layout: BrowserLayout { BrowserLayout(columns: columns, rows: rows, focus: focus) }

    /// Shows a message. Returns no effects, so that a handler can end with it.
    @discardableResult mutating func say(_ text: String, isError: Bool = false) -> [BrowserEffect] {
        message = BrowserMessage(text: text, isError: isError)
        return []
    }
}

/// A message for the user.
package struct BrowserMessage: Hashable, Sendable {
    package var text: String
    package var isError: Bool
}

/// The state of the comparison of the index with the files.
package struct BrowserIndexUpdate: Hashable, Sendable {
    /// Nil if no progress was reported.
    package var progress: String?
    package var isDone = false
}
