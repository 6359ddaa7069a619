import QueryLanguage
import SearchIndex

/// In what steps a search is answered.
package struct SearchPlan: Sendable {
    package enum Step: Hashable, Sendable {
        /// A term that the index answers, with the number of notes for which it holds; every note where there is none.
        case index(term: String?, notes: Int)
        /// Terms that are read in files, and in how many notes.
        case files(terms: String, notes: Int)
        /// What is found is ranked.
        case rank
    }

    package var steps: [Step]
    /// The plan of the statement that finds the notes, as SQLite gives it (https://sqlite.org/eqp.html), a line for each
    /// part, those inside others indented.
    package var statement: [String]
}

extension VaultSession {
    /// Complexity: that of counting what each term finds.
    package func plan(of search: VaultSearch) throws -> SearchPlan {
        var steps: [SearchPlan.Step] = []
        for term in search.query.terms where !term.condition.opensFiles {
            steps.append(.index(term: term.text, notes: try index.count(term.condition)))
        }
        if search.query.terms.isEmpty { steps.append(.index(term: nil, notes: try index.noteCount())) }
        let files = search.query.terms.filter(\.condition.opensFiles)
        if !files.isEmpty {
            let narrow = Condition.and(
                [search.scopeCondition] + search.query.terms.map(\.condition).filter { !$0.opensFiles })
            steps.append(.files(terms: files.map(\.text).joined(separator: " "), notes: try index.count(narrow)))
        }
        if search.presentation.sort?.contains(where: { $0.by == .standard(.relevance) }) == true { steps.append(.rank) }
        return SearchPlan(steps: steps, statement: try index.plan(of: search.request))
    }
}
