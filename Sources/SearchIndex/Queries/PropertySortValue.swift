import SourceText

/// A value of a property as `sort:` compares it: numbers come before dates, and dates before text. Other notes have no
/// effect on it.
enum PropertySortValue: Equatable {
    /// An integer with the order of the number.
    case number(Int64)
    /// In µs since 1970.
    case date(Int64)
    /// The sort key of the text.
    case text([UInt8])

    /// Returns nil for an empty value.
    init?(_ value: PropertyColumn.Value) {
        guard value.isValue else { return nil }
        if value.kind == .number, let number = value.number {
            self = .number(number.ordered)
        } else if value.kind == .date, let time = value.time {
            self = .date(time)
        } else {
            self = .text(NaturalOrder.key(value.text, 0..<value.text.count))
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .date: 1
        case .text: 2
        }
    }

    /// Returns whether the value comes before another one.
    ///
    /// - Parameter descends: the direction within each kind (default: the greatest number, the newest date and the
    ///   first text come first).
    func precedes(_ other: PropertySortValue, descends: Bool?) -> Bool {
        switch (self, other) {
        case (.number(let own), .number(let others)), (.date(let own), .date(let others)):
            descends ?? true ? own > others : own < others
        case (.text(let own), .text(let others)):
            descends ?? false ? others.lexicographicallyPrecedes(own) : own.lexicographicallyPrecedes(others)
        default: rank < other.rank
        }
    }
}
