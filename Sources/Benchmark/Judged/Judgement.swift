import SourceText

/// How well the notes that were meant are found: by the place at which each comes.
package struct Judgement: Sendable {
    /// From 1; nil where the note is not among the first ten.
    private var places: [Int?] = []

    package init() {}

    package mutating func add(_ place: Int?) { places.append(place) }

    package mutating func add(_ other: Judgement) { places += other.places }

    package var count: Int { places.count }
    /// The share that comes first, among the first ten, and the mean reciprocal rank.
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

/// What is to be reached over the half of the queries from which nothing was learnt.
package enum JudgementTarget {
    /// Of all kinds, headings and each kind.
    package static let first = (all: 0.82, headings: 0.92, each: 0.55)
    package static let ten = 0.98
    package static let reciprocal = 0.88

    /// What a judgement by kind misses; empty where it reaches all.
    package static func missed(_ kinds: [JudgedQuery.Kind: Judgement]) -> [String] {
        var all = Judgement()
        for kind in kinds.values { all.add(kind) }
        var missed: [String] = []
        if all.first < first.all || all.ten < ten || all.reciprocal < reciprocal { missed.append("all kinds") }
        for kind in JudgedQuery.Kind.allCases {
            let least = kind == .heading ? first.headings : first.each
            if (kinds[kind] ?? Judgement()).first < least { missed.append(kind.rawValue) }
        }
        return missed
    }
}
