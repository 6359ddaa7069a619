package import QueryLanguage
package import RegularExpressions

/// A test of a note's text that needs its file.
package enum NoteTest: Sendable {
    /// Folded.
    case contains(String)
    case regex(Pattern)
    /// The whole of a part, folded.
    case whole(TextPart, String)
}
