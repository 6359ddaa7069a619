package import QueryLanguage
import SearchIndex

/// The steps that answer a search.
package struct SearchPlan: Sendable {
    /// A step of answering a search, as `--explain` lists it.
    package enum Step: Hashable, Sendable {
        /// A term that the index answers, with the number of notes that satisfy it. Without a term, every note.
        case index(term: String?, notes: Int)
        /// Terms that require reading files, and the number of notes to read.
        case files(terms: String, notes: Int)
        case rank
    }

    package var steps: [Step]
    /// The operands of the condition in order of evaluation, with their source and the number of notes that remain, which
    /// is nil if counting requires opening notes. `steps` is that of `QueryPlanStep`.
    package var operands: [(source: String, part: Condition, remaining: Int?, steps: [Int])]
}

extension VaultSnapshot {
    /// Returns the reasons for the ranking of the first `limit` notes of a search. Empty unless it sorts by relevance
    /// first.
    package func rankReasons(_ search: VaultSearch, limit: Int) throws -> [RankReasons] {
        guard search.presentation.sort?.first?.by == .standard(.relevance) else { return [] }
        return try index.rankReasons(search.request, limit: limit)
    }

    /// Returns the plan of a search. Complexity: that of counting the notes of each term.
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
        let operands = try index.plan(of: search.request.condition).map {
            ($0.source.name, $0.part, $0.remaining, $0.steps)
        }
        return SearchPlan(steps: steps, operands: operands)
    }
}
