/// The syntax tree of a pattern.
indirect enum Node {
    case empty
    /// One scalar of the set with the given number in `SetTable`.
    case set(Int)
    case assertion(Assertion)
    case concatenation([Node])
    case alternation([Node])
    /// A repetition. Without `maximum`, it is unlimited.
    case repetition(Node, minimum: Int, maximum: Int?, isGreedy: Bool)

    /// Whether the node matches the empty text if its assertions hold.
    var matchesEmpty: Bool {
        switch self {
        case .empty, .assertion: true
        case .set: false
        case .concatenation(let nodes): nodes.allSatisfy(\.matchesEmpty)
        case .alternation(let nodes): nodes.contains(where: \.matchesEmpty)
        case .repetition(let node, let minimum, _, _): minimum == 0 || node.matchesEmpty
        }
    }

    var assertions: Set<Assertion> {
        switch self {
        case .empty, .set: []
        case .assertion(let assertion): [assertion]
        case .concatenation(let nodes), .alternation(let nodes):
            nodes.reduce(into: []) { $0.formUnion($1.assertions) }
        case .repetition(let node, _, _, _): node.assertions
        }
    }

    /// Returns an upper bound on the number of instructions and on the work to compile them, but at most `limit` + 1.
    func size(limit: Int) -> Int {
        let size: Int
        switch self {
        case .empty, .set, .assertion:
            size = 1
        case .concatenation(let nodes), .alternation(let nodes):
            size = nodes.reduce(1) { min($0 + $1.size(limit: limit) + 1, limit + 1) }
        case .repetition(let node, let minimum, let maximum, _):
            size = (node.size(limit: limit) + 2) * max(maximum ?? minimum + 1, 1)
        }
        return min(size, limit + 1)
    }
}

/// A condition on the position between two scalars, or at an end of the text.
enum Assertion {
    case lineStart, lineEnd, textStart, textEnd, wordBoundary, noWordBoundary
}
