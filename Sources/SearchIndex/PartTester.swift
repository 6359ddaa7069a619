package import RegularExpressions
package import SourceText

/// Makes one test on parts of notes' texts, and learns from one text for the next; one for each thread.
package enum PartTester: Sendable {
    case finder(FoldedFinder)
    case matcher(Matcher)
    /// The test asks what part it is: this needs the note.
    case whole

    package init(_ test: NoteTest) {
        switch test {
        case .contains(let text): self = .finder(FoldedFinder(Array(text.utf8)))
        case .regex(let pattern): self = .matcher(Matcher(pattern))
        case .whole: self = .whole
        }
    }

    /// Whether the range of the text, as a part by itself, passes; of `whole` nobody can say, so false.
    package mutating func passes(_ text: [UInt8], _ range: Range<Int>) -> Bool {
        switch self {
        case .finder(let finder): return finder.isFound(in: text, range)
        case .matcher(var matcher):
            // The enumeration lets go of it, so that it is changed in place.
            self = .whole
            defer { self = .matcher(matcher) }
            return matcher.matches(text, in: range)
        case .whole: return false
        }
    }
}
