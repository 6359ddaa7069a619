/// A nondeterministic automaton that reads letters of an alphabet.
struct NondeterministicAutomaton: Sendable {
    /// An instruction. `next` is the index of the following one.
    enum Instruction {
        case read(set: Int, next: Int)
        /// Continues at both instructions, and prefers the first.
        case split(Int, Int)
        case assertion(Assertion, next: Int)
        case match
    }

    private(set) var instructions: [Instruction] = [.match]
    private(set) var start = 0
    let isReversed: Bool

    /// Compiles a node. A reversed automaton reads backward from the end of a match. Otherwise a match can start
    /// anywhere, and earlier starts are preferred.
    init(_ node: Node, isReversed: Bool, everything: Int) {
        self.isReversed = isReversed
        start = add(node, then: 0)
        if !isReversed {
            let skip = add(.read(set: everything, next: 0))
            start = add(.split(start, skip))
            instructions[skip] = .read(set: everything, next: start)
        }
    }

    private mutating func add(_ instruction: Instruction) -> Int {
        instructions.append(instruction)
        return instructions.count - 1
    }

    /// Adds a node followed by `next`, and returns its first instruction.
    private mutating func add(_ node: Node, then next: Int) -> Int {
        switch node {
        case .empty:
            return next
        case .set(let set):
            return add(.read(set: set, next: next))
        case .assertion(let assertion):
            return add(.assertion(assertion, next: next))
        case .concatenation(let nodes):
            var next = next
            for node in isReversed ? nodes : nodes.reversed() { next = add(node, then: next) }
            return next
        case .alternation(let nodes):
            var start: Int?
            for node in nodes.reversed() {
                let branch = add(node, then: next)
                start = start.map { add(.split(branch, $0)) } ?? branch
            }
            return start ?? next
        case .repetition(let node, let minimum, let maximum, let isGreedy):
            return add(node, minimum: minimum, maximum: maximum, isGreedy: isGreedy, then: next)
        }
    }

    private mutating func add(_ node: Node, minimum: Int, maximum: Int?, isGreedy: Bool, then next: Int) -> Int {
        func choice(_ body: Int) -> Instruction { isGreedy ? .split(body, next) : .split(next, body) }
        var required = minimum
        var start = next
        if let maximum {
            for _ in minimum..<maximum {
                let body = add(node, then: start)
                start = add(choice(body))
            }
        } else {
            let loop = add(.match)
            let body = add(node, then: loop)
            instructions[loop] = choice(body)
            // Without this, a body that matches the empty text would lose its first choice to the loop.
            start = minimum > 0 ? body : node.matchesEmpty ? add(choice(body)) : loop
            required = max(minimum - 1, 0)
        }
        for _ in 0..<required { start = add(node, then: start) }
        return start
    }
}
