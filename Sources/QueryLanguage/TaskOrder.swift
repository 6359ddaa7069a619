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
    package func sorted<Element>(_ elements: [Element], task: (Element) -> TaskHit) -> [Element] {
        var paths: [VaultPath: [UInt8]] = [:]
        let decorated = elements.enumerated().map { number, element in
            let hit = task(element)
            let path = paths[hit.path] ?? NaturalOrder.key(hit.path.text)
            paths[hit.path] = path
            return (
                values: keys.map { value($0.by, of: hit, path: path) }, path: path, hit: hit, element: element,
                number: number
            )
        }
        return decorated.sorted { a, b in
            for (index, key) in keys.enumerated() {
                let (left, right) = (a.values[index], b.values[index])
                if left == right { continue }
                // Tasks without the value come last in both orders.
                if left == .none || right == .none { return right == .none }
                return key.isReversed ? right < left : left < right
            }
            if a.path != b.path { return a.path.lexicographicallyPrecedes(b.path) }
            return (a.hit.line, a.number) < (b.hit.line, b.number)
        }.map(\.element)
    }

    /// The value of a task for one key.
    private enum Value: Comparable {
        case number(Int)
        case text([UInt8])
        case none

        static func < (a: Value, b: Value) -> Bool {
            switch (a, b) {
            case (.number(let left), .number(let right)): left < right
            case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
            case (.none, _): false
            case (_, .none), (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    private func value(_ key: TaskSortKey.By, of hit: TaskHit, path: [UInt8]) -> Value {
        func day(_ property: TaskProperty) -> Value { hit.days[property].map { .number($0.dayNumber) } ?? .none }
        func text(_ text: String) -> Value { text.isEmpty ? .none : .text(NaturalOrder.key(text)) }
        switch key {
        case .overdue: return .number(hit.isOverdue(on: today) ? 0 : 1)
        case .due: return day(.due)
        case .scheduled: return day(.scheduled)
        case .start: return day(.start)
        case .created: return day(.created)
        case .done: return day(.done)
        case .priority: return .number(-hit.priority.rawValue)
        case .status: return .number(TaskStatus.allCases.firstIndex(of: hit.status) ?? 0)
        case .path: return .text(path)
        case .folder: return .text(NaturalOrder.key(hit.path.folder.text))
        case .note: return text(hit.note.title)
        case .heading: return text(hit.headings.joined(separator: "\n"))
        case .text: return text(hit.text)
        case .date: return hit.date.map { .number($0.dayNumber) } ?? .none
        }
    }
}
