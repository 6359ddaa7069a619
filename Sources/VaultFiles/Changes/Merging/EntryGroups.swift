import Notes
import SourceText

/// The lists and tables of a body.
struct EntryGroups {
    /// The number of the list or table of which a unit is an entry: one that starts an item, or a row. Nil for others.
    private(set) var numbers: [Int?] = []
    private(set) var count = 0

    init(_ text: MergeText) {
        /// The last list inside each unit, or outside of all.
        var open: [Int?: (number: Int, containers: [MergeUnit.Enclosure])] = [:]
        numbers.reserveCapacity(text.units.count)
        for (index, unit) in text.units.enumerated() {
            if unit.startsItem {
                if let last = open[unit.parent], last.containers == unit.containers {
                    numbers.append(last.number)
                } else {
                    open[unit.parent] = (count, unit.containers)
                    numbers.append(newNumber())
                }
                continue
            }
            open[unit.parent] = nil
            guard unit.isRow else {
                numbers.append(nil)
                continue
            }
            let continues =
                index > 0 && text.units[index - 1].isRow && text.units[index - 1].containers == unit.containers
                && text.end(of: index - 1) == unit.range.lowerBound
            numbers.append(continues ? numbers[index - 1] : newNumber())
        }
    }

    private mutating func newNumber() -> Int {
        defer { count += 1 }
        return count
    }
}

extension MergeUnit {
    var isRow: Bool { if case .block(.row) = kind { true } else { false } }
}
