package import QueryLanguage
import SourceText

/// Explanations of why a note is only a near match.
extension NearMatch {
    /// Returns a text such as `lacks box; slips for slip`.
    ///
    /// - Parameter passages: the note's passages, which have its spelling of the words, or nil for the folded words.
    package func plainText(_ passages: Passages?) -> String {
        let replaced = instead.map { "\($0.text(passages)) for \($0.wanted)" }
        return ((lacks.isEmpty ? [] : ["lacks \(lacks.joined(separator: ", "))"]) + replaced).joined(separator: "; ")
    }
}

extension NearMatch.Replacement {
    /// Returns a text such as `slips` or `slip … box`.
    package func text(_ passages: Passages?) -> String {
        found.map { passages?.written($0.words) ?? Words.joined($0.words) }.joined(separator: " … ")
    }
}
