package import QueryLanguage

extension Condition {
    /// The operands of the AND, flattened.
    package var conjuncts: [Condition] {
        switch self {
        case .and(let parts): parts.flatMap(\.conjuncts)
        case .all: []
        default: [self]
        }
    }

    /// The operands of the OR, flattened.
    package var disjuncts: [Condition] {
        if case .or(let parts) = self { return parts.flatMap(\.disjuncts) }
        return [self]
    }

    /// The text, if the condition is nothing else.
    package var text: TextMatch? { if case .text(let text) = self { text } else { nil } }

    /// The texts that must all match. Their order in the query can affect the ranking.
    var joinedTexts: Set<TextMatch> { Set(conjuncts.compactMap(\.text)) }

    /// Whether the condition is a single test that reads files.
    var isScanned: Bool {
        switch self {
        case .and, .or, .not, .linksTo, .linkedFrom, .linkWalk, .hasTask: false
        default: opensFiles
        }
    }

    /// Whether evaluating the condition opens notes.
    package var opensFiles: Bool {
        switch self {
        case .contains, .regex, .whole(.any, _), .whole(.body, _), .whole(.heading, _), .whole(.name, _): true
        case .matches(.any, _), .matches(.body, _), .matches(.heading, _): true
        case .and(let parts), .or(let parts): parts.contains(where: \.opensFiles)
        case .not(let inner), .hasTask(let inner), .ofNote(let inner): inner.opensFiles
        case .linksTo(let ends), .linkedFrom(let ends): ends.query?.opensFiles ?? false
        case .linkWalk(let walk): walk.ends.query?.opensFiles ?? false
        default: false
        }
    }

    /// The texts that the query wants, without excluded ones.
    package var positiveText: [TextMatch] {
        switch self {
        case .text(let match): [match]
        case .and(let parts), .or(let parts): parts.flatMap(\.positiveText)
        case .not(.not(let inner)): inner.positiveText
        default: []
        }
    }

    /// The notes with which the query wants related notes, without excluded ones.
    package var relatedNotes: [RelatedTo] {
        switch self {
        case .like(let note): [note]
        case .and(let parts), .or(let parts): parts.flatMap(\.relatedNotes)
        case .not(.not(let inner)): inner.relatedNotes
        default: []
        }
    }

    /// The texts that the query wants in attachments.
    package var attachedText: [TextMatch] { attachedText(withExcluded: false) }

    /// The texts in attachments that the condition tests, also those that it excludes.
    package var attachmentTests: [TextMatch] { attachedText(withExcluded: true) }

    private func attachedText(withExcluded: Bool) -> [TextMatch] {
        switch self {
        case .text(let match) where match.attachments == .canvases: [match]
        case .text(let match) where match.includesAttachments: [match.withoutAttachments]
        case .attached(let match): [match]
        case .and(let parts), .or(let parts): parts.flatMap { $0.attachedText(withExcluded: withExcluded) }
        case .not(.not(let inner)): inner.attachedText(withExcluded: withExcluded)
        case .not(let inner) where withExcluded: inner.attachedText(withExcluded: withExcluded)
        default: []
        }
    }

    /// The same condition for the text of notes only. Other tests of attachments stay.
    var withoutAttachments: Condition {
        switch self {
        case .text(let match): .text(match.withoutAttachments)
        case .and(let parts): .and(parts.map(\.withoutAttachments))
        case .or(let parts): .or(parts.map(\.withoutAttachments))
        // What is excluded stays excluded.
        default: self
        }
    }

    /// The content tests that the query wants, for displaying their matches.
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

extension TextMatch {
    /// The same text in the note alone.
    var withoutAttachments: TextMatch {
        var match = self
        match.attachments = .none
        return match
    }
}
