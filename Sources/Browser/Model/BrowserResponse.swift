package import QueryLanguage
package import Rendering
package import Searching
package import SourceText
package import VaultFiles

/// A response of the worker.
package enum BrowserResponse: Sendable {
    case found(BrowserResults)
    /// The query cannot be parsed, perhaps because it is incomplete.
    case refused(QueryFault, BrowserSearch)
    case passages([NoteAddress: BrowserPassage], revision: Int)
    case page(NotePage, marks: [Range<Int>])
    /// The note is gone or cannot be read.
    case noPage(NoteAddress, String)
    case suggestions([Suggestion], text: String)
    case folders([BrowserFolder])
    case keywords([String])
    case tasks(BrowserTasks.Results)
    case proposals([BrowserProposals.Entry])
    case difference(BrowserProposals.Difference)
    /// A change was made in a vault, with the message to show.
    ///
    /// - Parameters:
    ///   - made: the note that was created.
    ///   - left: the paths at which there are no notes any more.
    case changed(String, in: NoteHit.SourceVault?, made: VaultPath?, left: [VaultPath])
    /// The current path of each note; nil if the note is gone.
    case places([NoteAddress: NoteAddress?])
    /// The configuration file has changed. The statuses are those of each vault.
    case configured(Configuration, statuses: [NoteHit.SourceVault?: [String]])
    /// The change needs a confirmation.
    case needsConfirmation(String, details: [String], BrowserChange)
    case failed(String, help: String?)
    /// The index has changed since the last search.
    case indexChanged
    /// The index was compared with the files.
    case updated
    case progress(String)
}

/// An error in a query, with its range.
package struct QueryFault: Hashable, Sendable {
    package var message: String
    package var help: String?
    /// In bytes of the query.
    package var range: Range<Int>

    init(_ diagnostic: Diagnostic) {
        (message, help, range) = (diagnostic.message, diagnostic.help, diagnostic.range)
    }
}

/// The place in a note that matches the query.
package struct BrowserPassage: Hashable, Sendable {
    /// The best snippet, as displayed; nil if only the title matches.
    package var snippet: Passages.Snippet?
    /// The reason why the note is only a near match.
    package var reason: String?
    /// The line of the snippet, or else of the first match; nil if the match is in an attachment.
    package var line: Int?

    package init(_ passages: Passages, of hit: NoteHit, width: Int) {
        reason = hit.result.nearMatch?.plainText(passages)
        snippet = passages.snippets(count: 1, width: width, as: .displayed).first
        if let snippet { line = snippet.attachment == nil ? snippet.line : nil } else { line = passages.firstLine }
    }
}

/// A row of the list of results.
package enum BrowserRow: Sendable {
    case section(String, Int)
    /// The heading above files or near matches.
    case addition(Addition)
    case note(NoteHit)

    package var hit: NoteHit? { if case .note(let hit) = self { hit } else { nil } }
}

package struct BrowserResults: Sendable {
    package var request: BrowserSearch
    package var rows: [BrowserRow]
    package var passages: [NoteAddress: BrowserPassage] = [:]
    /// The number of notes that match the query.
    package var total: Int
    /// The number of rows that notes can take, where a note takes one in each of its sections.
    package var available: Int
    /// The number of these rows that were fetched.
    package var fetched: Int
    /// The limit that the query sets.
    package var limit = Int.max
    /// The order that was used.
    package var sort = "relevance"
    package var group: String?
    package var notices: [String] = []
    package var hints: [String] = []
    package var hasTextTerms = false
    /// Whether a vault is left out.
    package var isIncomplete = false
    /// Whether these are the first results of a search whose total is not known yet.
    package var isPartial = false

    /// Whether near matches, or hints if nothing was found, are still to be searched for.
    var lacksNearMatches: Bool { !request.includesNearMatches && total < (hasTextTerms ? Self.fewNotes : 1) }

    /// The same request with near matches.
    var requestForNearMatches: BrowserSearch {
        var request = self.request
        request.includesNearMatches = true
        // A word that is no prefix is complete, perhaps with a typo.
        if total == 0 { request.isTyping = false }
        return request
    }

    /// The number of notes from which near matches are not searched for.
    private static let fewNotes = 10

    /// Whether a request with a greater limit would find more.
    var hasMore: Bool { fetched < available && request.limit < available }
}
