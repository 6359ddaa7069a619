package import QueryLanguage

/// The first notes of a search in one index, in order, to be merged with those of other indexes.
package final class OrderedNotes {
    private let index: NoteIndex
    private let found: FoundNotes
    private let order: NoteOrder
    /// The indices among the found notes.
    private let numbers: [Int]
    /// The sort keys for comparisons with notes of other indexes.
    private lazy var values = Result { try order.mergeValues(numbers) }
    /// The number of notes that match, regardless of limit and offset, or nil if not all were tested.
    package let all: Int?

    package var count: Int { numbers.count }

    /// Scores and sorts the notes of a search, without its offset.
    package init(_ search: GatheredSearch) throws {
        index = search.index
        (found, order, numbers) = try search.ordered()
        all = search.request.condition.conjuncts.contains(where: \.isLookup) ? nil : found.count
    }

    /// The first `wanted` of some found notes, given by their indices.
    package init(
        _ index: NoteIndex, _ found: FoundNotes, _ order: NoteOrder, of members: [Int], wanted: Int
    ) throws {
        self.index = index
        self.found = found
        self.order = order
        numbers = try order.first(wanted, of: members)
        all = members.count
    }

    /// Some found notes that are in order already.
    init(_ index: NoteIndex, _ found: FoundNotes, _ order: NoteOrder, inOrder numbers: [Int]) throws {
        self.index = index
        self.found = found
        self.order = order
        self.numbers = numbers
        all = numbers.count
    }

    private func note(_ place: Int) throws -> NoteOrder.MergedNote {
        NoteOrder.MergedNote(order: order, values: try values.get(), place: place, number: numbers[place])
    }

    /// Calls `body` with the number of a list and a place in it, in the order of all lists, until it returns false.
    ///
    /// Complexity: O(lists) comparisons for each note.
    package static func merge(
        _ lists: [OrderedNotes], _ body: (_ list: Int, _ place: Int) throws -> Bool
    ) throws {
        var next = [Int](repeating: 0, count: lists.count)
        while true {
            var best: Int?
            for number in lists.indices where next[number] < lists[number].count {
                guard let known = best else {
                    best = number
                    continue
                }
                let (own, other) = try (lists[number].note(next[number]), lists[known].note(next[known]))
                if try NoteOrder.precedes(own, other) ?? false { best = number }
            }
            guard let best else { return }
            if try !body(best, next[best]) { return }
            next[best] += 1
        }
    }

    /// Returns the note at a place, or nil if it is gone.
    package func hit(_ place: Int, detailed: Bool) throws -> NoteHit? {
        var hit: NoteHit?
        try index.hits(of: CollectionOfOne(numbers[place]), found, detailed: detailed) { note, _ in
            hit = note
            return false
        }
        return hit
    }
}
