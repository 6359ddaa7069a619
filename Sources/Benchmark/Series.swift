/// Numbers measured in several runs.
package struct Series: Hashable, Sendable {
    /// From small to large.
    package let sorted: [Double]

    package init(_ values: [Double]) { sorted = values.sorted() }

    /// The middle one, or the mean of the two in the middle; 0 for none.
    package var median: Double {
        if sorted.isEmpty { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    package var least: Double { sorted.first ?? 0 }
    package var most: Double { sorted.last ?? 0 }
}
