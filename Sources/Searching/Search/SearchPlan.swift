import QueryLanguage
import SearchIndex

/// In what steps a search is answered.
package struct SearchPlan: Sendable {
    /// What the index answers, and what is read in files, with how many notes each leaves.
    package var steps: [String]
    /// The plan of the statement that finds the notes, as SQLite gives it (https://sqlite.org/eqp.html), a line for each
    /// part, those inside others indented.
    package var statement: [String]
}

extension VaultSession {
    /// Complexity: that of counting what each term finds.
    package func plan(of search: VaultSearch) throws -> SearchPlan {
        var steps: [String] = []
        for term in search.query.terms where !term.condition.opensFiles {
            steps.append("index: \(term.text) (\(Self.notes(try index.count(term.condition))))")
        }
        if search.query.terms.isEmpty { steps.append("index: every note (\(Self.notes(try index.noteCount())))") }
        let files = search.query.terms.filter(\.condition.opensFiles)
        if !files.isEmpty {
            let narrow = Condition.and(
                [search.scopeCondition] + search.query.terms.map(\.condition).filter { !$0.opensFiles })
            let terms = files.map(\.text).joined(separator: " ")
            steps.append("files: \(terms), read in the notes that pass the rest: \(try index.count(narrow))")
        }
        if search.presentation.sort?.contains(where: { $0.by == .standard(.relevance) }) == true {
            steps.append("rank: BM25 with title, alias and name 10, keyword 6, heading 3, body 1")
        }
        return SearchPlan(steps: steps, statement: try index.plan(of: search.request))
    }

    private static func notes(_ count: Int) -> String { "\(count) \(count == 1 ? "note" : "notes")" }
}
