import QueryLanguage

/// What a row contains of the terms that were divided into pairs of characters, in the query's order.
struct DividedTerms {
    /// A divided term, with the texts of which the row contains each.
    private struct DividedTerm {
        var part: NearMatchTerm.TermPart
        var found: [TextMatch] = []
        /// The positions where the last text starts that was found, and the place of its last part.
        var starts: Set<UInt32> = []
        var last = -1

        /// Whether the row contains the term as it is.
        var isWhole: Bool { found.count == 1 && found[0].words.joined() == part.label }
    }

    let row: Int
    private var terms: [DividedTerm] = []

    init(row: Int) { self.row = row }

    /// The labels of the terms of which the row contains nothing.
    var lacks: [String] { terms.filter(\.found.isEmpty).map(\.part.label) }

    /// The terms of which the row contains a part.
    var instead: [NearMatch.Replacement] {
        terms.filter { !$0.found.isEmpty && !$0.isWhole }.map {
            NearMatch.Replacement(wanted: $0.part.label, found: $0.found)
        }
    }

    /// Adds the next part of a divided term. Pairs that overlap in the row are one text.
    ///
    /// - Parameter expansion: the part in the row, or nil if the row lacks it.
    mutating func add(_ expansion: Expansion?, at part: NearMatchTerm.TermPart) {
        if terms.last?.part.number != part.number { terms.append(DividedTerm(part: part)) }
        guard let expansion, let text = expansion.texts.first else { return }
        var term = terms.removeLast()
        defer { terms.append(term) }
        let positions = expansion.hits.positions(inRow: row)
        if term.last == part.place - 1, text.words.count == 2, let last = term.found.last {
            let distance = UInt32(last.words.count - 1)
            let starts = term.starts.intersection(positions.map { $0 &- distance })
            if !starts.isEmpty {
                term.found[term.found.count - 1].words.append(text.words[1])
                (term.starts, term.last) = (starts, part.place)
                return
            }
        }
        term.found.append(text)
        (term.starts, term.last) = (Set(positions), part.place)
    }
}
