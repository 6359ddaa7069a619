import QueryLanguage
import RegularExpressions
import SourceText

/// A test of parts of notes. It caches state between texts, so each thread needs its own.
///
/// For `ContentPredicate.matches`, the caller must pass only text of that part. A tester for `.whole` passes nothing,
/// because that test needs the parsed note (`NoteText.passes`).
package struct PartTester: Sendable {
    private var finder: FoldedFinder?
    private var matcher: Matcher?

    package init(_ test: ContentPredicate) {
        switch test {
        case .contains(let text): finder = FoldedFinder(Array(text.utf8))
        case .regex(let pattern), .matches(_, let pattern): matcher = Matcher(pattern)
        case .whole: break
        }
    }

    /// Returns whether a range of the text passes on its own. Complexity: O(range).
    package mutating func passes(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        if let found = finder?.isFound(in: text, range) { return found }
        return matcher?.matches(text, in: range) ?? false
    }
}
