package import QueryLanguage
package import Searching
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

    /// `{"lacks": ["box"], "instead": {"slip": "slips"}}`
    func write(_ passages: Passages?, to json: inout JSONWriter) {
        json.object { json in
            json.field("lacks")
            json.array { json in for text in lacks { json.string(text) } }
            json.field("instead")
            json.object { json in
                for replacement in instead {
                    json.key(replacement.wanted)
                    json.string(replacement.text(passages))
                }
            }
        }
    }
}

extension Nearness.Replacement {
    /// `slips`, `slip … box`.
    fileprivate func text(_ passages: Passages?) -> String {
        found.map { passages?.written($0.words) ?? Words.joined($0.words) }.joined(separator: " … ")
    }
}
