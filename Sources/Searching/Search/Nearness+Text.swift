package import QueryLanguage
import SourceText

/// Why a note comes near to a query and no nearer.
extension Nearness {
    /// `lacks box; slips for slip`.
    ///
    /// - Parameter passages: those of the note, which say how it writes the words; nil for these folded.
    package func plainText(_ passages: Passages?) -> String {
        let replaced = instead.map { "\($0.text(passages)) for \($0.wanted)" }
        return ((lacks.isEmpty ? [] : ["lacks \(lacks.joined(separator: ", "))"]) + replaced).joined(separator: "; ")
    }
}

extension Nearness.Replacement {
    /// `slips`, `slip … box`.
    package func text(_ passages: Passages?) -> String {
        found.map { passages?.written($0.words) ?? Words.joined($0.words) }.joined(separator: " … ")
    }
}
