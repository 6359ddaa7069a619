package import QueryLanguage
import Searching
package import SourceText

/// A search for the query with the scope, order and sections that the controls show, and with what the screen needs of
/// its results.
package struct BrowserSearch: Hashable, Sendable {
    /// The text of the query line.
    package var query: String
    /// Whether the user may still be typing the last word, so that it counts as a prefix.
    package var isTyping = false
    package var place: BrowserPlace
    package var sort: String?
    package var isReversed = false
    package var group: String?
    /// The number of notes to fetch.
    package var limit: Int
    /// The number of notes whose passages are part of the results.
    package var visible: Int
    /// The width of a passage in columns.
    package var width: Int
    /// Whether to search for near matches, or for hints if nothing is found. Both take longer than the other results.
    package var includesNearMatches = false
    /// A number that grows with each request.
    package var revision: Int

    /// Whether the query ends within a word.
    var endsInWord: Bool {
        query.unicodeScalars.last.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
    }

    /// The word that the user is typing, which counts as a prefix. Nil after a hyphen, because a prefix would exclude
    /// too much, inside quotes, and for an operator.
    var prefix: String? {
        let query = PartialQuery(self.query)
        guard isTyping, endsInWord, case .start(let typed) = query.slot, query.before + typed == self.query,
            !["AND", "OR", "NOT"].contains(typed)
        else { return nil }
        return typed
    }

    /// Whether the query ends with a prefix of one or two letters, which can match nearly every note. CJK characters,
    /// from U+2E80 on, are words.
    var isBroad: Bool {
        guard let prefix else { return false }
        return prefix.unicodeScalars.count <= 2 && prefix.unicodeScalars.allSatisfy { $0.value < 0x2E80 }
    }
}

/// A request to the worker. A newer one replaces a waiting one of the same kind, except for changes. The kinds are
/// those of `BrowserQueue.RequestKind`, which distinguishes three kinds of `search`.
package enum BrowserRequest: Sendable {
    case search(BrowserSearch)
    /// Some of the results, from names and frequent words, while the search still runs.
    case firstResults(BrowserSearch)
    /// The passages of notes that scrolled into view.
    case passages([NoteAddress], BrowserSearch)
    /// - Parameter pictures: whether pictures are shown.
    case page(NoteAddress, BrowserSearch, pictures: Bool)
    /// - Parameter text: the query before the cursor.
    case suggestions(text: String, BrowserPlace)
    case folders
    case tasks(BrowserTasks.Search)
    /// The proposals of agents in all vaults.
    case proposals
    /// The difference that a proposal makes.
    case difference(BrowserProposals.Address)
    /// All keywords of a vault.
    case keywords(NoteHit.SourceVault?)
    case change(BrowserChange)
    /// The current paths of notes that may have been moved.
    case places([NoteAddress])
    /// An update of the index, if it may be stale.
    case update
}

extension BrowserRequest {
    /// The search that the request is part of, or nil.
    var search: BrowserSearch? {
        switch self {
        case .search(let request), .firstResults(let request), .passages(_, let request): request
        default: nil
        }
    }

    /// Whether a newer search makes the request obsolete.
    var isPartOfSearch: Bool { if case .suggestions = self { true } else { search != nil } }
}

/// A change of the vault that the user requests in the browser.
package struct BrowserChange: Hashable, Sendable {
    /// A change of a task.
    package enum TaskKind: Hashable, Sendable {
        case status(TaskStatus)
        /// Moves the due date by a length of time such as `+1d`.
        case moveDue(String)
    }

    package enum ChangeKind: Hashable, Sendable {
        case status(String)
        case favorite
        case addKeywords([String])
        case removeKeywords([String])
        case move(folder: String)
        /// Adds links to a note.
        case link(VaultPath)
        case trash
        case undo
        case newNote(title: String, folder: VaultPath)
        case saveSearch(name: String, query: String)
        case appendToToday(String)
        /// A change of a task in the only note.
        case task(line: Int, TaskIdentity, TaskKind)
        /// Makes the change with a number that an agent has proposed.
        case acceptProposal(Int)
        case rejectProposal(Int)

        /// Whether the change applies to the marked or selected notes.
        var isAboutNotes: Bool {
            switch self {
            case .undo, .newNote, .saveSearch, .appendToToday, .acceptProposal, .rejectProposal: false
            default: true
            }
        }

        /// Whether the notes keep their paths.
        var keepsNotes: Bool {
            switch self {
            case .move, .trash, .undo: false
            default: true
            }
        }
    }

    package var kind: ChangeKind
    /// The vault in which it is made.
    package var vault: NoteHit.SourceVault?
    package var notes: [VaultPath] = []
    /// Whether the user has confirmed it.
    package var isConfirmed = false
}

/// An operation that the event loop performs for the state.
package enum BrowserEffect: Sendable {
    case send(BrowserRequest)
    case edit(NoteAddress, line: Int)
    /// Opens a file with the program that the system uses for it.
    case openFile(NoteAddress)
    case copy(String)
    /// Ends the program and prints paths.
    case finish([NoteAddress], status: Int32)
    case suspend
    case redraw
    /// Adds a query to the history on disk.
    case remember(query: String)
}
