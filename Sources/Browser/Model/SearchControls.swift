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

    /// Selects the next sort key that gives another order.
    ///
    /// - Parameter shown: the order of the results that are shown, as in `sort:`.
    mutating func changeSort(from shown: String?) {
        sort = Self.next(sort, in: Self.sorts, from: shown)
        isReversed = false
    }

    /// Selects the next key that gives other sections.
    ///
    /// - Parameter shown: the sections of the results that are shown, as in `group:`.
    mutating func changeGroup(from shown: String?, hasVaults: Bool) {
        group = Self.next(group, in: Self.groups + (hasVaults ? ["vault"] : []), from: shown)
    }

    private static func next(_ key: String?, in keys: [String?], from shown: String?) -> String? {
        let place = keys.firstIndex(of: key) ?? 0
        let next = keys[(place + 1) % keys.count]
        return next == nil || next != shown ? next : keys[(place + 2) % keys.count]
    }
}

/// A search that the user left by following links, with its results.
struct VisitedSearch: Sendable {
    var query: String
    var place: BrowserPlace
    var selected: NoteAddress
    var results: BrowserResults?
}
