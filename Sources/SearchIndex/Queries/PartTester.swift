import QueryLanguage
import RegularExpressions
import SourceText

/// Makes one test on parts of notes' texts, and learns from one text for the next; one for each thread.
///
/// `whole` and `matches` ask what part a text is: it is for the caller to give only that. Nothing passes `whole`.
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

    /// Whether the range of the text, as a part by itself, passes. Complexity: O(range).
    package mutating func passes(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        if let found = finder?.isFound(in: text, range) { return found }
        return matcher?.matches(text, in: range) ?? false
    }
}
