import SourceText

/// The numbers of ordered lists to which a merge added items.
struct ListNumbers {
    /// The new numbers, by the index of the element.
    private(set) var changes: [Int: Int] = [:]

    /// - Parameter result: the merged body, with one unit for each element.
    init(_ result: MergeText, _ elements: [MergeDraft.Element], _ texts: Versions<MergeText>) {
        guard result.units.count == elements.count else { return }
        var isSequential: Versions<[Bool]>?
        for list in Self.lists(result) {
            let numbers = list.map { Self.number(result.text($0)) ?? 0 }
            guard let first = numbers.first, list.contains(where: { elements[$0].isAdded }),
                numbers != Array(first..<first + numbers.count)
            else { continue }
            let sides = isSequential ?? texts.map { Self.sequentialUnits($0) }
            isSequential = sides
            // A list whose numbers are all 1, for example, keeps them.
            let isKept = list.allSatisfy { index in
                let units = elements[index].units
                return (units.ours.first.map { sides.ours[$0] } ?? true)
                    && (units.theirs.first.map { sides.theirs[$0] } ?? true)
            }
            if !isKept { continue }
            for (offset, index) in list.enumerated() where numbers[offset] != first + offset {
                changes[index] = first + offset
            }
        }
    }

    /// Returns the first units of the items of each ordered list.
    private static func lists(_ text: MergeText) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: text.groups.count)
        for (index, group) in text.groups.numbers.enumerated() {
            guard let group, case .item(let mark?)? = text.units[index].containers.last, ".)".contains(mark) else {
                continue
            }
            if text.units[index].startsItem { lists[group].append(index) }
        }
        return lists.filter { !$0.isEmpty }
    }

    /// Returns for each unit whether it is an item of a list with consecutive numbers.
    private static func sequentialUnits(_ text: MergeText) -> [Bool] {
        var units = [Bool](repeating: false, count: text.units.count)
        for list in lists(text) {
            let numbers = list.map { number(text.text($0)) ?? 0 }
            guard let first = numbers.first, numbers == Array(first..<first + numbers.count) else { continue }
            for index in list { units[index] = true }
        }
        return units
    }

    private static func digits(_ text: [UInt8]) -> Range<Int> {
        let start = text.firstIndex { !$0.isWhiteSpace && $0 != Byte.greater } ?? text.count
        return start..<start + text[start...].prefix(while: \.isDigit).count
    }

    private static func number(_ text: [UInt8]) -> Int? { Int(text.text(digits(text))) }

    /// Returns the text of a list item with another number.
    static func numbered(_ text: [UInt8], _ number: Int) -> [UInt8] {
        var text = text
        text.replaceSubrange(digits(text), with: Array(String(number).utf8))
        return text
    }
}
