import QueryLanguage

/// A search whose notes were gathered, but neither scored nor sorted.
package struct GatheredSearch {
    let index: NoteIndex
    let request: SearchRequest
    private let wanted: Int
    private let notes: UnscoredNotes
    /// The tests that look up each note. They run on the first notes only, as many as needed.
    private let lookups: [Condition]

    /// - Parameter wanted: the number of notes whose order is needed.
    package init(_ index: NoteIndex, _ request: SearchRequest, wanted: Int) throws {
        self.index = index
        self.request = request
        self.wanted = wanted
        let lookups = request.condition.conjuncts.filter(\.isLookup)
        let isSimple = lookups.isEmpty || wanted > 10_000
        self.lookups = isSimple ? [] : lookups
        let rest = isSimple ? request.condition : .and(request.condition.conjuncts.filter { !$0.isLookup })
        notes = try UnscoredNotes(index, rest, request)
    }

    /// Returns the found notes, their order, and the indices of the first wanted ones among them. The found notes may
    /// include some that fail a condition with `isLookup`. The indices do not.
    func ordered() throws -> (found: FoundNotes, order: NoteOrder, numbers: [Int]) {
        let found = try notes.scored()
        let order = try NoteOrder(found, request, index)
        if lookups.isEmpty { return (found, order, try order.first(min(wanted, found.count))) }
        let evaluator = try ConditionEvaluator(index)
        for count in [max(256, 4 * wanted), max(4096, 64 * wanted)] where count < found.count / 4 {
            let kept = try evaluator.passing(lookups, found, numbers: order.first(count))
            if kept.count >= wanted { return (found, order, Array(kept.prefix(wanted))) }
        }
        // Few notes pass, so all are tested, and those that pass are sorted.
        let kept = try evaluator.passing(lookups, found, numbers: Array(0..<found.count))
        return (found, order, try order.first(min(wanted, kept.count), of: kept))
    }
}
