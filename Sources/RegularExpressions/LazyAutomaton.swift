/// A deterministic automaton that is built on demand from a nondeterministic one, for `Matcher`.
///
/// A state is the list of possible instructions of the nondeterministic automaton, by preference. A match is detected one
/// letter late, since an assertion may depend on the following letter. Each call of `start` or `step` may clear the cache,
/// so that only the row that it returns is valid.
struct LazyAutomaton: Sendable {
    /// A transition: the offset of the next state's row, and flags.
    struct Step {
        static let matchFlag: UInt32 = 1 << 31
        static let stopFlag: UInt32 = 1 << 30
        static let unknown = Step(bits: .max)
        static let dead = Step(bits: stopFlag)

        var bits: UInt32

        /// Whether the step has no flags, so that the matcher only moves to the next row.
        var isPlain: Bool { bits < Self.stopFlag }
        /// Whether the step is not computed yet.
        var isUnknown: Bool { bits == .max }
        /// Whether a match ends before the letter just read.
        var isMatch: Bool { bits & Self.matchFlag != 0 }
        var isDead: Bool { bits & ~Self.matchFlag == Self.stopFlag }
        /// Whether no match has started. Only set if `tellsIdle` is.
        var isIdle: Bool { bits & Self.stopFlag != 0 && !isDead }
        var row: Int { Int(bits & (Self.stopFlag - 1)) }
    }

    /// The possible instructions before the next letter.
    private struct State: Hashable, Sendable {
        var threads: [Int]
        /// The context before the next letter, if a thread is an assertion.
        var context: Context
        var isConditional: Bool
    }

    /// The maximum size of rows and lists. Beyond it, the cache is cleared.
    static let capacity = 1 << 20

    private let automaton: NondeterministicAutomaton
    private let alphabet: Alphabet
    private let tellsIdle: Bool
    private(set) var rows: [Step] = []
    /// The state of each row. The dead state has no threads.
    private var states: [State] = []
    private var steps: [State: Step] = [:]
    private var starts: [Step] = []
    private var size = 0
    /// The number of times that the cache was cleared.
    private var age = 0
    /// The initial threads, before any letter is read.
    private var idleThreads: [Int] = []
    /// The round in which each instruction was last visited.
    private var visits: [Int]
    private var round = 0
    private var pending: [Int] = []

    /// - Parameter tellsIdle: whether a step into the initial state has `isIdle` set, so that the caller can skip
    ///   ahead.
    init(_ automaton: NondeterministicAutomaton, alphabet: Alphabet, tellsIdle: Bool) {
        self.automaton = automaton
        self.alphabet = alphabet
        self.tellsIdle = tellsIdle
        visits = [Int](repeating: 0, count: automaton.instructions.count)
        var threads: [Int] = []
        round = 1
        _ = visit(automaton.start, between: nil, adding: &threads)
        idleThreads = threads
        clearCache()
    }

    private mutating func clearCache() {
        rows.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        starts = [Step](repeating: .unknown, count: Context.count)
        size = 0
        age += 1
        _ = step(to: [], context: [])
    }

    /// Returns the step into the initial state. `context` is that of the letter before it, in reading direction.
    mutating func start(_ context: Context) -> Step {
        let known = starts[Int(context.rawValue)]
        if !known.isUnknown { return known }
        let step = step(to: idleThreads, context: context)
        starts[Int(context.rawValue)] = step
        return step
    }

    /// Returns the step from a state on a letter. Complexity: O(1) if it is cached, else O(instructions).
    mutating func step(from row: Int, reading letter: Int) -> Step {
        let known = rows[row + letter]
        if !known.isUnknown { return known }
        let state = states[row / alphabet.count]
        let context = alphabet.contexts[letter]
        var threads = state.threads
        if state.isConditional {
            let between =
                automaton.isReversed ? (before: context, after: state.context) : (before: state.context, after: context)
            round += 1
            var held: [Int] = []
            for instruction in threads where visit(instruction, between: between, adding: &held) { break }
            threads = held
        }
        round += 1
        var next: [Int] = []
        var isMatch = false
        search: for instruction in threads {
            switch automaton.instructions[instruction] {
            case .match:
                isMatch = true
            case .read(let set, let target):
                if alphabet.contains(set, letter), visit(target, between: nil, adding: &next) { break search }
            case .split, .assertion:
                break
            }
        }
        let age = age
        var step = step(to: next, context: context)
        if isMatch { step.bits |= Step.matchFlag }
        // Otherwise the cache was cleared, including this row.
        if age == self.age { rows[row + letter] = step }
        return step
    }

    private mutating func step(to threads: [Int], context: Context) -> Step {
        let isConditional = threads.contains {
            if case .assertion = automaton.instructions[$0] { true } else { false }
        }
        let state = State(threads: threads, context: isConditional ? context : [], isConditional: isConditional)
        if let known = steps[state] { return known }
        if size > Self.capacity { clearCache() }
        var step = Step(bits: UInt32(rows.count))
        if threads.isEmpty || (tellsIdle && threads == idleThreads) { step.bits |= Step.stopFlag }
        rows += repeatElement(threads.isEmpty ? .dead : .unknown, count: alphabet.count)
        states.append(state)
        steps[state] = step
        size += alphabet.count + 2 * threads.count
        return step
    }

    /// Adds the threads that are reachable without reading a letter, by preference, each once per round.
    ///
    /// With `between`, the adjacent contexts, assertions are evaluated. Without it they become threads.
    ///
    /// - Returns: true if a match was reached in a forward automaton, so that later threads do not count.
    private mutating func visit(
        _ instruction: Int, between: (before: Context, after: Context)?, adding threads: inout [Int]
    ) -> Bool {
        pending.append(instruction)
        while let instruction = pending.popLast() {
            if visits[instruction] == round { continue }
            visits[instruction] = round
            switch automaton.instructions[instruction] {
            case .match:
                threads.append(instruction)
                if !automaton.isReversed {
                    pending.removeAll(keepingCapacity: true)
                    return true
                }
            case .read:
                threads.append(instruction)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .assertion(let assertion, let next):
                guard let between else {
                    threads.append(instruction)
                    continue
                }
                if assertion.isSatisfied(before: between.before, after: between.after) { pending.append(next) }
            }
        }
        return false
    }
}
