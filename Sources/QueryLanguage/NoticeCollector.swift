import SourceText

/// The notices about how one query is understood, in the order in which the resolver finds them.
final class NoticeCollector {
    private(set) var notices: [Diagnostic] = []
    private var known: Set<Diagnostic> = []
    /// Whether a `status:` replaces an earlier one.
    var replacesStatus = false

    /// Adds a notice. The resolver visits some terms twice, so a notice that is known already is dropped.
    func add(_ range: Range<Int>, _ message: String, help: String) {
        let notice = Diagnostic(.query, at: range, message, help: help, severity: .note)
        if known.insert(notice).inserted { notices.append(notice) }
    }
}
