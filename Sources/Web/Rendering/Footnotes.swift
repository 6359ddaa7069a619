import Notes

/// The footnotes of a note, numbered in the order of their first references.
struct Footnotes {
    private(set) var contents: [String: [BlockNode]] = [:]
    private var labels: [String] = []
    private(set) var numbered: [String] = []
    private var numbers: [String: Int] = [:]
    private(set) var references: [String: Int] = [:]

    mutating func define(_ nodes: [BlockNode]) {
        for node in nodes {
            switch node.content {
            case .footnote(let label, let children):
                if contents[label] == nil {
                    contents[label] = children
                    labels.append(label)
                }
                define(children)
            case .quote(let children): define(children)
            case .list(let list):
                for item in list.items { define(item.children) }
            default: continue
            }
        }
    }

    /// Returns the number of a footnote, and how many references to it there are now.
    mutating func refer(to label: String) -> (number: Int, reference: Int) {
        references[label, default: 0] += 1
        return (number(label), references[label, default: 1])
    }

    private mutating func number(_ label: String) -> Int {
        if let number = numbers[label] { return number }
        numbered.append(label)
        numbers[label] = numbered.count
        return numbered.count
    }

    /// Numbers the footnotes without a reference, so that their text is not lost.
    mutating func numberRest() {
        for label in labels { _ = number(label) }
    }
}
