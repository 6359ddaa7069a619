import TestSupport

/// A query as a tree, in which each leaf has its text and the notes that it finds, or nil if it must be refused.
indirect enum QueryTree {
    struct Leaf {
        var text: String
        var found: Set<Int>?
        /// A positive status in the same AND replaces the earlier one.
        var isStatus = false
        /// Only punctuation, which is ignored, and refused on its own.
        var isSkipped = false
    }

    case leaf(Leaf)
    case and([QueryTree]), or([QueryTree])
    case not(QueryTree)
    case parentheses(QueryTree)

    /// Returns the notes that the tree finds, or nil if the query must be refused.
    func found(all: Set<Int>) -> Set<Int>? {
        switch self {
        case .leaf(let leaf): return leaf.isSkipped ? nil : leaf.found
        case .parentheses(let inner): return inner.found(all: all)
        case .not(let inner): return inner.found(all: all).map { all.subtracting($0) }
        case .or(let parts):
            var result: Set<Int> = []
            for part in parts {
                guard let found = part.found(all: all) else { return nil }
                result.formUnion(found)
            }
            return result
        case .and(let parts):
            var result = all
            let lastStatus = parts.lastIndex(where: \.isStatus)
            for (index, part) in parts.enumerated() {
                if case .leaf(let leaf) = part, leaf.isSkipped { continue }
                guard let found = part.found(all: all) else { return nil }
                if part.isStatus && index != lastStatus { continue }
                result.formIntersection(found)
            }
            return result
        }
    }

    private var isStatus: Bool { if case .leaf(let leaf) = self { leaf.isStatus } else { false } }

    /// Returns the query's text in one of its spellings.
    func text(_ random: inout FixedGenerator) -> String {
        switch self {
        case .leaf(let leaf): return leaf.text
        case .parentheses(let inner): return "(" + inner.text(&random) + ")"
        case .not(let inner):
            return (random.once(in: 3) ? "NOT " : "-") + inner.grouped(&random, and: true)
        case .or(let parts):
            let texts = parts.map { $0.grouped(&random, and: false) }
            return texts.joined(separator: " OR ")
        case .and(let parts):
            var text = ""
            for (index, part) in parts.enumerated() {
                if index > 0 { text += random.once(in: 5) ? " AND " : random.once(in: 8) ? "  " : " " }
                text += part.grouped(&random, and: true)
            }
            return text
        }
    }

    private func grouped(_ random: inout FixedGenerator, and: Bool) -> String {
        switch self {
        case .and where and, .or: "(" + text(&random) + ")"
        default: text(&random)
        }
    }

    /// Returns the trees that lack one part of this tree.
    var smaller: [QueryTree] {
        switch self {
        case .leaf: return []
        case .parentheses(let inner), .not(let inner): return [inner] + rewrapped(inner.smaller)
        case .and(let parts), .or(let parts):
            var results = parts
            if parts.count > 2 {
                for index in parts.indices {
                    var rest = parts
                    rest.remove(at: index)
                    results.append(with(rest))
                }
            }
            for (index, part) in parts.enumerated() {
                for smaller in part.smaller {
                    var changed = parts
                    changed[index] = smaller
                    results.append(with(changed))
                }
            }
            return results
        }
    }

    private func rewrapped(_ trees: [QueryTree]) -> [QueryTree] {
        if case .not = self { return trees.map { .not($0) } }
        return trees.map { .parentheses($0) }
    }

    private func with(_ parts: [QueryTree]) -> QueryTree {
        if case .and = self { return .and(parts) }
        return .or(parts)
    }
}
