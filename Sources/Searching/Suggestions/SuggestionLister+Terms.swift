import QueryLanguage
import SearchIndex
import SourceText

/// Terms that are found by their value: `draf` → `status:draft`.
extension SuggestionLister {
    /// The maximum number of folders that are suggested by name.
    private static let fewFolders = 5

    /// Returns the fields that have a small set of values, with these values.
    private func closedFields() throws -> [(field: Field, values: [String])] {
        let statuses = try allStatuses()
        return [
            (.status, statuses),
            (.isState, Condition.State.allCases.filter { !$0.dependsOnGit }.map(\.rawValue)),
            (.has, Condition.Feature.allCases.map(\.rawValue)),
            (.task, ["open", "done"]),
            (.last, used.hasLast ? [] : Self.spans),
            (.created, ["today", "yesterday"]),
        ]
    }

    /// Returns terms whose value begins as typed, and folders with a part that does, if they find a note.
    func termsOfValues(_ typed: String) throws -> [SuggestionCandidate] {
        let wanted = Folding.fold(typed)
        if wanted.isEmpty { return [] }
        var terms: [String] = []
        for (field, values) in try closedFields() {
            terms += values.filter { Folding.fold($0).hasPrefix(wanted) }
                .map { "\(field.rawValue):\(QueryText.quoted($0))" }
        }
        let folders = try snapshot.index.links.paths(of: .folder).filter {
            Self.tier($0.name.text, typed).map { $0 < 2 } == true
        }
        .sorted { ($0.parts.count, $0) < ($1.parts.count, $1) }
        terms += folders.prefix(Self.fewFolders).map { "\(Field.inFolder.rawValue):\(QueryText.quoted($0.text))" }
        return terms.enumerated().map { order, term in
            SuggestionCandidate(term: term, kind: .term, order: order, hasToFind: true)
        }
    }
}
