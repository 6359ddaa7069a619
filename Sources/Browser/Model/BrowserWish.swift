package import Pages
import QueryLanguage
package import Searching
package import SourceText
package import VaultFiles

/// A search as it is wanted while it is typed.
package struct SearchWish: Hashable, Sendable {
    /// As it stands in the search line.
    package var query: String
    /// Whether the last word is still being typed, so that it counts as the beginning of one.
    package var isTyping = false
    package var scope: Scope
    package var folder: VaultPath
    package var sort: String?
    package var group: String?
    /// So many notes are fetched.
    package var limit: Int
    /// Of so many of these the passages are looked for at once.
    package var visible: Int
    /// The columns that a passage has.
    package var width: Int
    /// Whether notes that only come near are looked for.
    package var goesOn = false
    /// Grows with each wish.
    package var revision: Int

    /// Whether it asks for what one letter or two begin.
    var isBroad: Bool {
        guard isTyping, case .start(let typed) = PartialQuery(query).slot else { return false }
        return (1...2).contains(typed.unicodeScalars.count) && typed.unicodeScalars.allSatisfy { $0.value < 0x2E80 }
    }
}

/// What is asked of the vault; of each kind only the newest matters.
package enum BrowserWish: Sendable {
    case search(SearchWish)
    /// The notes whose names begin with what is typed, while the rest is searched.
    case names(SearchWish)
    /// The passages of notes further down.
    case passages([VaultPath], SearchWish)
    /// - Parameter pictures: whether pictures are shown.
    case page(VaultPath, SearchWish, pictures: Bool)
    /// - Parameter text: what stands before the cursor.
    case suggestions(text: String, SearchPlace)
    case folders
    /// Every keyword there is.
    case keywords
    case change(BrowserChange)
    /// Where notes are that may have been moved.
    case whereabouts([VaultPath])
    /// Whether anything has changed on disk.
    case look
}

/// A change of the vault.
package struct BrowserChange: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case status(String)
        case favorite
        case addKeywords([String])
        case removeKeywords([String])
        case move(folder: String)
        case trash
        case undo
        case newNote(title: String, folder: VaultPath)
        case saveSearch(name: String, query: String)

        /// Whether the notes that it is about are there afterwards, under the same paths.
        var keepsNotes: Bool {
            switch self {
            case .move, .trash, .undo: false
            default: true
            }
        }
    }

    package var kind: Kind
    package var notes: [VaultPath]
    /// Whether a person was asked.
    package var isConfirmed = false
}

/// What the vault answers.
package enum BrowserAnswer: Sendable {
    case found(BrowserResults)
    /// The query cannot be read yet.
    case refused(QueryFault, SearchWish)
    case passages([VaultPath: BrowserPassage], revision: Int)
    case page(NotePage, marks: [Range<Int>])
    /// The note is gone, or cannot be read.
    case noPage(VaultPath, String)
    case suggestions([Suggestion], text: String)
    case folders([FolderCount])
    case keywords([String])
    /// A change was made: what to say, and the note that was made.
    ///
    /// - Parameter left: the notes that are no longer where they were.
    case changed(String, made: VaultPath?, left: [VaultPath])
    /// By where notes were: where they are, nil for those that are gone.
    case whereabouts([VaultPath: VaultPath?])
    /// The configuration is another than when it began.
    case configured(Configuration)
    /// A person has to say yes first.
    case asks(String, details: [String], BrowserChange)
    case failed(String, help: String?)
    /// The vault is otherwise than when it was asked last.
    case moved
    /// Whether the index was compared with the disk by now.
    case looked
    case progress(String)
}

/// What is wrong with a query, and where in it.
package struct QueryFault: Hashable, Sendable {
    package var message: String
    package var help: String?
    /// In bytes of the query.
    package var range: Range<Int>

    init(_ diagnostic: Diagnostic) {
        (message, help, range) = (diagnostic.message, diagnostic.help, diagnostic.range)
    }
}

/// Where a query holds in a note.
package struct BrowserPassage: Hashable, Sendable {
    /// The best snippet, as displayed; nil where there is nothing to show beside the title.
    package var snippet: Passages.Snippet?
    /// What a note that only comes near is not.
    package var reason: String?
    /// The line of that stretch, else that of the first match.
    package var line: Int?
}

/// One line of the list of results, or two.
package enum BrowserRow: Sendable {
    case section(String, Int)
    /// What follows only comes near.
    case nearly
    case note(NoteHit)

    package var hit: NoteHit? { if case .note(let hit) = self { hit } else { nil } }
}

package struct BrowserResults: Sendable {
    package var wish: SearchWish
    package var rows: [BrowserRow]
    package var passages: [VaultPath: BrowserPassage]
    /// How many notes hold the query.
    package var total: Int
    /// How many of them the rows can be, each as often as it stands in a section, and how many of these there are.
    package var available: Int
    package var fetched: Int
    /// What the query itself limits it to.
    package var limit: Int
    /// The order as it turned out.
    package var sort: String
    package var group: String?
    package var remarks: [String]
    package var hints: [String]
    /// Whether text was asked for.
    package var asksForText: Bool
    /// Whether these are only the first, and how many there are is not known yet.
    package var isPartial: Bool
}

/// What the program around does for the browser.
package enum BrowserEffect: Sendable {
    case ask(BrowserWish)
    case edit(VaultPath, line: Int)
    /// Text for the clipboard.
    case copy(String)
    /// Leaves, and prints paths.
    case finish([VaultPath], status: Int32)
    case suspend
    case redraw
    case remember(query: String)
}
