/// A deterministic automaton made from a program as a text needs it.
///
/// A state is the ordered list of the instructions at which the program can be, the preferred first. A match is known
/// one letter late, since an assertion may have to see what follows it.
struct LazyAutomaton: Sendable {
    /// What a state and a letter lead to: the place of the next state's row, and flags.
    struct Step {
        static let matchFlag: UInt32 = 1 << 31
        static let stopFlag: UInt32 = 1 << 30
        static let unknown = Step(bits: .max)
        static let dead = Step(bits: stopFlag)

        var bits: UInt32

        /// Whether there is nothing to do but to go on.
        var isPlain: Bool { bits < Self.stopFlag }
        /// Whether the step is still to be made.
        var isUnknown: Bool { bits == .max }
        /// Whether a match ends before the letter just read.
        var isMatch: Bool { bits & Self.matchFlag != 0 }
        var isDead: Bool { bits & ~Self.matchFlag == Self.stopFlag }
        /// Whether no match has begun, where the automaton was asked to tell.
        var isIdle: Bool { bits & Self.stopFlag != 0 && !isDead }
        var row: Int { Int(bits & (Self.stopFlag - 1)) }
    }

    private struct State: Hashable, Sendable {
        var threads: [Int]
        /// What is before the next letter, if there is an assertion among the threads.
        var context: Context
        var isConditional: Bool
    }

    /// Past so many numbers in rows and lists everything is forgotten and begun anew.
    static let capacity = 1 << 20

    private let program: Program
    private let alphabet: Alphabet
    private let tellsIdle: Bool
    private(set) var rows: [Step] = []
    /// The state of each row; none is the dead one.
    private var states: [State] = []
    private var steps: [State: Step] = [:]
    private var starts: [Step] = []
    private var size = 0
    /// How often everything was forgotten.
    private var age = 0
    /// The threads of which none has read a letter yet.
    private var idleThreads: [Int] = []
    /// In which round each instruction was last visited.
    private var visits: [Int]
    private var round = 0
    private var pending: [Int] = []

    init(_ program: Program, alphabet: Alphabet, tellsIdle: Bool) {
        self.program = program
        self.alphabet = alphabet
        self.tellsIdle = tellsIdle
        visits = [Int](repeating: 0, count: program.instructions.count)
        var threads: [Int] = []
        round = 1
        _ = visit(program.start, between: nil, adding: &threads)
        idleThreads = threads
        forget()
    }

    private mutating func forget() {
        rows.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        starts = [Step](repeating: .unknown, count: Context.count)
        size = 0
        age += 1
        _ = step(to: [], context: [])
    }

    /// The state in which no letter is read yet, with `context` behind it.
    mutating func start(_ context: Context) -> Step {
        let known = starts[Int(context.rawValue)]
        if !known.isUnknown { return known }
        let step = step(to: idleThreads, context: context)
        starts[Int(context.rawValue)] = step
        return step
    }

    /// Complexity: O(1) where the step was made before, else O(instructions).
    mutating func step(from row: Int, reading letter: Int) -> Step {
        let known = rows[row + letter]
        if !known.isUnknown { return known }
        let state = states[row / alphabet.count]
        let context = alphabet.contexts[letter]
        var threads = state.threads
        if state.isConditional {
            let between =
                program.isReversed ? (before: context, after: state.context) : (before: state.context, after: context)
            round += 1
            var held: [Int] = []
            for instruction in threads where visit(instruction, between: between, adding: &held) { break }
            threads = held
        }
        round += 1
        var next: [Int] = []
        var isMatch = false
        search: for instruction in threads {
            switch program.instructions[instruction] {
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
        // Otherwise everything was forgotten, this row as well.
        if age == self.age { rows[row + letter] = step }
        return step
    }

    private mutating func step(to threads: [Int], context: Context) -> Step {
        let isConditional = threads.contains {
            if case .assertion = program.instructions[$0] { true } else { false }
        }
        let state = State(threads: threads, context: isConditional ? context : [], isConditional: isConditional)
        if let known = steps[state] { return known }
        if size > Self.capacity { forget() }
        var step = Step(bits: UInt32(rows.count))
        if threads.isEmpty || (tellsIdle && threads == idleThreads) { step.bits |= Step.stopFlag }
        rows += repeatElement(threads.isEmpty ? .dead : .unknown, count: alphabet.count)
        states.append(state)
        steps[state] = step
        size += alphabet.count + 2 * threads.count
        return step
    }

    /// Adds the threads that can be reached without reading, in the order of preference, each once a round.
    ///
    /// With `between`, the letters around, assertions let through or stop; without it they become threads. True if nothing
    /// after it counts, since a match was reached and none that begins or ends otherwise is wanted.
    private mutating func visit(
        _ instruction: Int, between: (before: Context, after: Context)?, adding threads: inout [Int]
    ) -> Bool {
        pending.append(instruction)
        while let instruction = pending.popLast() {
            if visits[instruction] == round { continue }
            visits[instruction] = round
            switch program.instructions[instruction] {
            case .match:
                threads.append(instruction)
                if !program.isReversed {
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
                if assertion.holds(before: between.before, after: between.after) { pending.append(next) }
            }
        }
        return false
    }
}
