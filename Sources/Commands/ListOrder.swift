import Arguments
import SourceText

/// The order of a list with counts: `name` or `count`, each with `+` or `-` for the direction.
///
/// By default names ascend and counts descend, as in `slip search --sort`.
struct ListOrder: ArgumentValue, Hashable, Sendable {
    enum OrderKey: String, CaseIterable, Sendable { case name, count }

    let key: OrderKey
    let descends: Bool

    init(_ key: OrderKey, descends: Bool? = nil) {
        self.key = key
        self.descends = descends ?? (key == .count)
    }

    init?(argument: Argument) {
        guard var word = argument.text else { return nil }
        let sign = word.last.flatMap { "+-".contains($0) ? $0 : nil }
        if sign != nil { word.removeLast() }
        guard let key = OrderKey(rawValue: word) else { return nil }
        self.init(key, descends: sign.map { $0 == "-" })
    }

    static var expectation: String { "name or count, with + or - for the direction" }
    static var choices: [String] { OrderKey.allCases.flatMap { [$0.rawValue, "\($0)+", "\($0)-"] } }

    /// Returns the things in this order. Names are in natural order, in which `2` comes before `10`. Equal counts are
    /// ordered by ascending name.
    func sorted<Thing>(_ things: [Thing], name: (Thing) -> String, count: (Thing) -> Int) -> [Thing] {
        let byName = things.map { (key: NaturalOrder.key(name($0)), thing: $0) }
            .enumerated().sorted { left, right in
                left.element.key == right.element.key
                    ? left.offset < right.offset : left.element.key.lexicographicallyPrecedes(right.element.key)
            }.map(\.element.thing)
        switch key {
        case .name: return descends ? byName.reversed() : byName
        case .count:
            return byName.enumerated().sorted { left, right in
                let counts = (count(left.element), count(right.element))
                if counts.0 == counts.1 { return left.offset < right.offset }
                return descends ? counts.0 > counts.1 : counts.0 < counts.1
            }.map(\.element)
        }
    }
}
