import SourceText
import Terminal

/// The search that has no complete results yet, and what waits for them.
package struct PendingSearch: Sendable {
    /// Nil if the list shows the results of the latest request.
    package internal(set) var request: SearchRequest?
    /// The number of the latest request.
    private(set) var revision = 0
    /// Keys that wait for the results: the first acts on the selected note, which is not known yet.
    var keys: [Key] = []
    /// The note to select when the results arrive.
    var path: VaultPath?
    /// Whether to select the last note when all results have arrived.
    var selectsLast = false

    /// Numbers a request and makes it the latest.
    mutating func begin(_ new: SearchRequest) -> SearchRequest {
        revision += 1
        var new = new
        new.revision = revision
        request = new
        return new
    }

    /// Whether `results` answer the latest request and the complete results have not arrived before them.
    func accepts(_ results: BrowserResults) -> Bool {
        results.request.revision == revision && (!results.isPartial || request != nil)
    }

    /// Ends a search that has no results, and drops the keys that waited for them.
    mutating func fail() {
        request = nil
        keys = []
        selectsLast = false
    }
}
