/// The literal text that every match of a node contains.
struct Literals {
    /// The maximum length of a literal. Longer ones would not speed up the search.
    static let maximumLength = 64

    /// Whether the prefix is the whole match.
    private(set) var isExact = false
    private(set) var prefix: [UInt8] = []
    private(set) var suffix: [UInt8] = []
    /// The longest literal at any position.
    private(set) var longest: [UInt8] = []

    private init() {}

    init(_ node: Node, sets: [ScalarSet]) {
        switch node {
        case .empty, .assertion:
            isExact = true
        case .set(let number):
            guard let scalar = sets[number].onlyScalar else { return }
            isExact = true
            prefix = Array(String(scalar).utf8)
            (suffix, longest) = (prefix, prefix)
        case .concatenation(let nodes):
            isExact = true
            for node in nodes { append(Literals(node, sets: sets)) }
        case .alternation:
            return
        case .repetition(let node, let minimum, let maximum, _):
            guard minimum > 0 else { return }
            let once = Literals(node, sets: sets)
            self = once
            for _ in 1..<min(minimum, Self.maximumLength) where once.isExact { append(once) }
            isExact = once.isExact && minimum == maximum && minimum <= Self.maximumLength
        }
    }

    private mutating func append(_ next: Literals) {
        let joint = suffix + next.prefix
        longest = [longest, next.longest, joint].max { $0.count < $1.count } ?? []
        if isExact { prefix = joint }
        suffix = next.isExact ? joint : next.suffix
        isExact = isExact && next.isExact
        cut()
    }

    /// Truncates the literals between scalars, so that they remain valid text.
    private mutating func cut() {
        func cut(_ literal: [UInt8]) -> ArraySlice<UInt8> {
            var end = min(literal.count, Self.maximumLength)
            while end < literal.count, end > 0, literal[end] & 0xC0 == 0x80 { end -= 1 }
            return literal[..<end]
        }
        if prefix.count > Self.maximumLength || suffix.count > Self.maximumLength { isExact = false }
        prefix = Array(cut(prefix))
        longest = Array(cut(longest))
        if suffix.count > Self.maximumLength {
            var start = suffix.count - Self.maximumLength
            while start < suffix.count, suffix[start] & 0xC0 == 0x80 { start += 1 }
            suffix.removeFirst(start)
        }
    }
}
