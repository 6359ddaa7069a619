package import SourceText

/// An order of tasks by keys, then by path and line.
package struct TaskOrder {
    private let keys: [TaskSortKey]
    private let today: CivilTime

    package init(_ keys: [TaskSortKey], today: CivilTime) {
        self.keys = keys
        self.today = today
    }

    package func sorted(_ hits: [TaskHit]) -> [TaskHit] { sorted(hits) { $0 } }

    /// Returns elements that have a task each, in order. Elements that are equal in all keys, path and line keep their
    /// order.
    ///
    /// Complexity: O(n log n) comparisons of numbers, by which texts and paths are replaced first.
    package func sorted<Element>(_ elements: [Element], task: (Element) -> TaskHit) -> [Element] {
        let hits = elements.map(task)
        let paths = Self.ranks(hits.map(\.path)) { NaturalOrder.key($0.text) }
        let columns = keys.map { (values: values($0.by, of: hits, paths: paths), isReversed: $0.isReversed) }
        let lines = hits.map(\.line)
        return elements.indices.sorted { a, b in
            for column in columns {
                let (left, right) = (column.values[a], column.values[b])
                if left == right { continue }
                // Tasks without the value come last in both orders.
                if left == Self.none || right == Self.none { return right == Self.none }
                return column.isReversed ? right < left : left < right
            }
            return (paths[a], lines[a], a) < (paths[b], lines[b], b)
        }.map { elements[$0] }
    }

    /// The value of a task without the property.
    private static let none = Int.max

    /// Returns the places of values among all values in the order of their keys. Values with equal keys have one place.
    private static func ranks<Value: Hashable>(_ values: [Value], _ key: (Value) -> [UInt8]) -> [Int] {
        var keys: [Value: [UInt8]] = [:]
        for value in values where keys[value] == nil { keys[value] = key(value) }
        let sorted = Set(keys.values).sorted { $0.lexicographicallyPrecedes($1) }
        let places = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
        let ranks = keys.mapValues { places[$0] ?? none }
        return values.map { ranks[$0] ?? none }
    }

    /// Returns a number for each task whose order is that of a key.
    private func values(_ key: TaskSortKey.By, of hits: [TaskHit], paths: [Int]) -> [Int] {
        func days(_ property: TaskProperty) -> [Int] { hits.map { $0.days[property]?.dayNumber ?? Self.none } }
        func texts(_ text: (TaskHit) -> String) -> [Int] {
            let texts = hits.map(text)
            return zip(texts, Self.ranks(texts) { NaturalOrder.key($0) }).map { $0.isEmpty ? Self.none : $1 }
        }
        switch key {
        case .overdue: return hits.map { $0.isOverdue(on: today) ? 0 : 1 }
        case .due: return days(.due)
        case .scheduled: return days(.scheduled)
        case .start: return days(.start)
        case .created: return days(.created)
        case .done: return days(.done)
        case .priority: return hits.map { -$0.priority.rawValue }
        case .status: return hits.map { TaskStatus.allCases.firstIndex(of: $0.status) ?? 0 }
        case .path: return paths
        case .folder: return Self.ranks(hits.map(\.path.folder)) { NaturalOrder.key($0.text) }
        case .note: return texts(\.note.title)
        case .heading: return texts { $0.headings.joined(separator: "\n") }
        case .text: return texts(\.text)
        case .date: return hits.map { $0.date?.dayNumber ?? Self.none }
        }
    }
}
