package import QueryLanguage
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
    /// The parts of the condition in the order in which they are asked, where, and how many notes are left then; nil
    /// where that cannot be said without opening notes.
    package var asked: [(source: String, part: Condition, left: Int?)]
}

extension VaultSession {
    /// Why the first notes of a search by relevance stand where they stand.
    package func rankReasons(_ search: VaultSearch, limit: Int) throws -> [RankReasons] {
        guard search.presentation.sort?.first?.by == .standard(.relevance) else { return [] }
        return try index.rankReasons(search.request, limit: limit)
    }

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
        let asked = try index.plan(of: search.request.condition).map { ($0.source.name, $0.part, $0.left) }
        return SearchPlan(steps: steps, asked: asked)
    }
}
