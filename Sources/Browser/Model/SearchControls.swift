import QueryLanguage
import Searching
import SourceText

/// The scope, order and sections of the search, which the second line of the screen shows.
package struct SearchControls: Sendable {
    package internal(set) var place: BrowserPlace
    /// The sort key; nil for the default.
    var sort: String?
    /// Whether the order is the opposite of that of the sort key.
    var isReversed = false
    /// The key of the sections; nil for the default.
    var group: String?

    private static let sorts: [String?] = [nil, "created", "modified", "title", "path", "status", "words"]
    private static let groups: [String?] = [nil, "status", "period", "day", "folder", "keyword"]

    mutating func changeScope() {
        place.scope = place.scope == .folder ? .here : place.scope == .here ? .all : .folder
        // Without a folder or a vault, `folder` and `all` are the same.
        if place.folder.isRoot, place.vault == nil, place.scope == .all { place.scope = .folder }
    }

    mutating func changeSort() {
        sort = Self.next(sort, in: Self.sorts)
        isReversed = false
    }

    mutating func changeGroup(hasVaults: Bool) {
        group = Self.next(group, in: Self.groups + (hasVaults ? ["vault"] : []))
    }

    private static func next(_ key: String?, in keys: [String?]) -> String? {
        keys[((keys.firstIndex(of: key) ?? 0) + 1) % keys.count]
    }
}

/// A search that the user left by following links, with its results.
struct VisitedSearch: Sendable {
    var query: String
    var place: BrowserPlace
    var selected: NoteAddress
    var results: BrowserResults?
}
