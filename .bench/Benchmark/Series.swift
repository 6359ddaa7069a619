/// Numbers measured in several runs.
package struct Series: Hashable, Sendable {
    /// The numbers in ascending order.
    package let sorted: [Double]

    package init(_ values: [Double]) { sorted = values.sorted() }

    /// The median: the mean of the middle two for an even count, 0 for an empty series.
    package var median: Double {
        if sorted.isEmpty { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    package var minimum: Double { sorted.first ?? 0 }
    package var maximum: Double { sorted.last ?? 0 }
}
