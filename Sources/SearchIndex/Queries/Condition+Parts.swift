package import QueryLanguage

extension Condition {
    /// The parts that all have to hold.
    package var conjuncts: [Condition] {
        switch self {
        case .and(let parts): parts.flatMap(\.conjuncts)
        case .all: []
        default: [self]
        }
    }

    /// The parts of which one has to hold.
    package var disjuncts: [Condition] {
        if case .or(let parts) = self { return parts.flatMap(\.disjuncts) }
        return [self]
    }

    /// The text that it asks for, where it asks for nothing else.
    package var text: TextMatch? { if case .text(let text) = self { text } else { nil } }

    /// The texts that all have to be there, which may stand side by side as the query has them.
    var joinedTexts: Set<TextMatch> { Set(conjuncts.compactMap(\.text)) }

    /// Whether it is itself a test that is made by reading.
    var isScanned: Bool {
        switch self {
        case .and, .or, .not, .linksTo, .linkedFrom: false
        default: opensFiles
        }
    }

    /// Whether asking it means to open notes.
    package var opensFiles: Bool {
        switch self {
        case .contains, .regex, .whole(.any, _), .whole(.body, _), .whole(.heading, _), .whole(.name, _): true
        case .matches(.any, _), .matches(.body, _), .matches(.heading, _): true
        case .and(let parts), .or(let parts): parts.contains(where: \.opensFiles)
        case .not(let inner), .linksTo(.query(let inner)), .linkedFrom(.query(let inner)): inner.opensFiles
        default: false
        }
    }

    /// The text that is asked for, not that which is excluded.
    package var positiveText: [TextMatch] {
        switch self {
        case .text(let match): [match]
        case .and(let parts), .or(let parts): parts.flatMap(\.positiveText)
        case .not(.not(let inner)): inner.positiveText
        default: []
        }
    }

    /// The tests on a note's text that are asked for, for showing where they hold.
    package var positiveScans: [ContentPredicate] {
        switch self {
        case .contains(let text): [.contains(text)]
        case .regex(let pattern): [.regex(pattern)]
        case .matches(let part, let pattern): [.matches(part, pattern)]
        case .and(let parts), .or(let parts): parts.flatMap(\.positiveScans)
        case .not(.not(let inner)): inner.positiveScans
        default: []
        }
    }
}
