import SourceText

/// The quality of search results, by the place of each intended note.
package struct Judgement: Sendable {
    /// The places, from 1. Nil if the note is not among the first ten.
    private var places: [Int?] = []

    package init() {}

    package mutating func add(_ place: Int?) { places.append(place) }

    package mutating func add(_ other: Judgement) { places += other.places }

    package var count: Int { places.count }
    /// The share of notes in first place, the share among the first ten, and the mean reciprocal rank.
    package var first: Double { share { $0 == 1 ? 1 : 0 } }
    package var ten: Double { share { _ in 1 } }
    package var reciprocal: Double { share { 1 / Double($0) } }

    private func share(_ value: (Int) -> Double) -> Double {
        places.isEmpty ? 0 : places.reduce(0) { $0 + ($1.map(value) ?? 0) } / Double(places.count)
    }

    /// `87 / 99 / .92`
    package var text: String {
        let reciprocal = Report.decimal(reciprocal, 2)
        return "\(Report.decimal(100 * first, 0)) / \(Report.decimal(100 * ten, 0)) / "
            + (reciprocal.hasPrefix("0") ? String(reciprocal.dropFirst()) : reciprocal)
    }
}

/// The targets for the half of the queries that was not used for tuning.
package enum JudgementTarget {
    /// The targets for all kinds together, for headings, and for each kind.
    package static let first = (all: 0.82, headings: 0.92, each: 0.55)
    package static let ten = 0.98
    package static let reciprocal = 0.88

    /// Returns the names of the kinds of queries that miss their targets, with `all kinds` for the common ones. Empty
    /// if all targets are met.
    package static func missed(_ kinds: [JudgedQuery.Kind: Judgement]) -> [String] {
        var all = Judgement()
        for kind in kinds.values { all.add(kind) }
        var missed: [String] = []
        if all.first < first.all || all.ten < ten || all.reciprocal < reciprocal { missed.append("all kinds") }
        for kind in JudgedQuery.Kind.allCases {
            let minimum = kind == .heading ? first.headings : first.each
            if (kinds[kind] ?? Judgement()).first < minimum { missed.append(kind.rawValue) }
        }
        return missed
    }
}
