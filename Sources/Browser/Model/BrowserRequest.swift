import QueryLanguage
package import Searching
package import SourceText

/// A search for the query with the scope, order and sections that the controls show, and with what the screen needs of
/// its results.
package struct SearchRequest: Hashable, Sendable {
    /// The text of the query line.
    package var query: String
    /// Whether the user may still be typing the last word, so that it counts as a prefix.
    package var isTyping = false
    package var place: SearchPlace
    package var sort: String?
    package var group: String?
    /// The number of notes to fetch.
    package var limit: Int
    /// The number of notes whose passages are part of the results.
    package var visible: Int
    /// The width of a passage in columns.
    package var width: Int
    package var includesNearMatches = false
    /// A number that grows with each request.
    package var revision: Int

    /// Whether the query ends with a prefix of one or two letters, which match nearly every note. CJK characters, from
    /// U+2E80 on, are words.
    var isBroad: Bool {
        guard isTyping, case .start(let typed) = PartialQuery(query).slot else { return false }
        return (1...2).contains(typed.unicodeScalars.count) && typed.unicodeScalars.allSatisfy { $0.value < 0x2E80 }
    }
}

/// A request to the worker. A newer one replaces a waiting one of the same kind, except for changes. The kinds are
/// those of `BrowserQueue.RequestKind`, which distinguishes three kinds of `search`.
package enum BrowserRequest: Sendable {
    case search(SearchRequest)
    /// The notes whose names begin with the query, while the search still runs.
    case names(SearchRequest)
    /// The passages of notes that scrolled into view.
    case passages([VaultPath], SearchRequest)
    /// - Parameter pictures: whether pictures are shown.
    case page(VaultPath, SearchRequest, pictures: Bool)
    /// - Parameter text: the query before the cursor.
    case suggestions(text: String, SearchPlace)
    case folders
    /// All keywords of the vault.
    case keywords
    case change(BrowserChange)
    /// The current paths of notes that may have been moved.
    case places([VaultPath])
    /// An update of the index, if it may be stale.
    case update
}

/// A change of the vault that the user requests in the browser.
package struct BrowserChange: Hashable, Sendable {
    package enum ChangeKind: Hashable, Sendable {
        case status(String)
        case favorite
        case addKeywords([String])
        case removeKeywords([String])
        case move(folder: String)
        case trash
        case undo
        case newNote(title: String, folder: VaultPath)
        case saveSearch(name: String, query: String)

        /// Whether the notes keep their paths.
        var keepsNotes: Bool {
            switch self {
            case .move, .trash, .undo: false
            default: true
            }
        }
    }

    package var kind: ChangeKind
    package var notes: [VaultPath] = []
    /// Whether the user has confirmed it.
    package var isConfirmed = false
}

/// An operation that the event loop performs for the state.
package enum BrowserEffect: Sendable {
    case send(BrowserRequest)
    case edit(VaultPath, line: Int)
    case copy(String)
    /// Ends the program and prints paths.
    case finish([VaultPath], status: Int32)
    case suspend
    case redraw
    /// Adds a query to the history on disk.
    case remember(query: String)
}
