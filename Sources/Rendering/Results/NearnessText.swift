package import QueryLanguage
import SourceText

/// Why a note comes near to a query and no nearer.
extension Nearness {
    /// `lacks box; slips for slip`.
    package var plainText: String {
        let replaced = instead.map { "\($0.text) for \($0.wanted)" }
        return ((lacks.isEmpty ? [] : ["lacks \(lacks.joined(separator: ", "))"]) + replaced).joined(separator: "; ")
    }

    /// `{"lacks": ["box"], "instead": {"slip": "slips"}}`
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("lacks")
            json.array { json in for text in lacks { json.string(text) } }
            json.field("instead")
            json.object { json in
                for replacement in instead {
                    json.key(replacement.wanted)
                    json.string(replacement.text)
                }
            }
        }
    }
}
