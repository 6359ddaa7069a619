package import QueryLanguage
package import RegularExpressions

/// A test of a note's text that needs its file.
package enum ContentPredicate: Sendable {
    /// Folded text.
    case contains(String)
    case regex(Pattern)
    /// The whole text of a part, folded.
    case whole(TextPart, String)
    /// A regular expression in one part.
    case matches(TextPart, Pattern)

    /// Whether the test needs only the body.
    package var isOfBody: Bool { if case .matches(.body, _) = self { true } else { false } }
}
