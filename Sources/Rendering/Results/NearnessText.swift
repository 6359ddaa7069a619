import QueryLanguage
import Searching
import SourceText

extension NearMatch {
    /// Writes why a note is a near match, such as `{"lacks": ["box"], "instead": {"slip": "slips"}}`. `lacks` has the
    /// words of the query that the note lacks, and `instead` those for which it has a similar word.
    func write(_ passages: Passages?, to json: inout JSONWriter) {
        json.object { json in
            json.field("lacks", lacks)
            json.object("instead") { json in
                for replacement in instead {
                    json.key(replacement.wanted)
                    json.string(replacement.text(passages))
                }
            }
        }
    }
}
