import QueryLanguage
import SourceText
import Terminal

/// The search whose results are not complete yet, with the keys and the selection that depend on them.
package struct PendingSearch: Sendable {
    /// Nil if the list shows the results of the latest request.
    package internal(set) var request: BrowserSearch?
    /// The number of the latest request.
    private(set) var revision = 0
    /// The keys to handle when the results arrive. The first one acts on the selected note, which is not known yet.
    var keys: [Key] = []
    /// The note to select when the results arrive.
    var note: NoteAddress?
    /// The note to select if there is no such note in the results.
    var neighbor: NoteAddress?
    /// Whether to select the last note when all results have arrived.
    var selectsLast = false

    /// Numbers a request and makes it the latest.
    mutating func begin(_ new: BrowserSearch) -> BrowserSearch {
        revision += 1
        var new = new
        new.revision = revision
        request = new
        return new
    }

    /// Returns whether the results belong to the latest request. Partial ones must arrive before the complete ones.
    func accepts(_ results: BrowserResults) -> Bool {
        results.request.revision == revision && (!results.isPartial || request != nil)
    }

    /// Returns the waiting keys, and drops them.
    mutating func takeKeys() -> [Key] {
        defer { keys = [] }
        return keys
    }

    /// Ends a search that failed, and drops the keys and the selection.
    mutating func fail() {
        request = nil
        (note, neighbor) = (nil, nil)
        keys = []
        selectsLast = false
    }
}
