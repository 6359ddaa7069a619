package import QueryLanguage
package import RegularExpressions

/// A test of a note's text that needs its file.
package enum ContentPredicate: Sendable {
    /// Folded.
    case contains(String)
    case regex(Pattern)
    /// The whole of a part, folded.
    case whole(TextPart, String)
    /// A regular expression in one part.
    case matches(TextPart, Pattern)

    /// Whether the body alone says whether it passes, with no need to look at anything else of the note.
    package var isOfBody: Bool { if case .matches(.body, _) = self { true } else { false } }
}
