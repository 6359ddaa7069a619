package import QueryLanguage

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

extension NoteIndex {
    /// Finds notes and calls `body` with each in order until it returns false.
    ///
    /// Only notes passed to `body` are fetched.
    ///
    /// - Returns: the number of notes that match, regardless of limit and offset, or nil if not all were tested.
    @discardableResult
    package func search(_ request: SearchRequest, _ body: (NoteHit) throws -> Bool) throws -> Int? {
        let (found, numbers) = try page(request)
        try hits(of: numbers, found, detailed: request.detailed) { hit, _ in try body(hit) }
        return request.condition.conjuncts.contains(where: \.isLookup) ? nil : found.count
    }

    /// Returns the found notes of a request, and the numbers of those within its limit and offset, in order. The found
    /// notes may include some that fail a condition with `isLookup`. The numbers do not.
    func page(_ request: SearchRequest) throws -> (FoundNotes, ArraySlice<Int>) {
        let (wanted, overflow) = (request.limit ?? .max).addingReportingOverflow(request.offset)
        let (found, order) = try ordered(request, wanted: overflow ? .max : wanted)
        return (found, order.dropFirst(request.offset))
    }

    /// Returns the found notes of a request, and the numbers of the first `wanted` in its order. The found notes may
    /// include some that fail a condition with `isLookup`. The numbers do not.
    func ordered(_ request: SearchRequest, wanted: Int) throws -> (FoundNotes, [Int]) {
        let pending = try GatheredSearch(self, request, wanted: wanted)
        let (found, _, numbers) = try pending.ordered()
        return (found, numbers)
    }

    /// Fetches found notes by their numbers, and calls `body` with each until it returns false.
    package func hits(
        of numbers: some Sequence<Int>, _ found: FoundNotes, detailed: Bool,
        _ body: (NoteHit, _ number: Int) throws -> Bool
    ) throws {
        let reader = try prepareNoteRowReader()
        for number in numbers {
            let note = try reader.note(found.rows[number], score: found.score(number), detailed: detailed)
            if let note, try !body(note, number) { return }
        }
    }
}
