package import Searching
import SourceText

/// The problems that `check` finds, as a JSON array.
package enum FindingJSON {
    package static func text(_ findings: [Finding]) -> String {
        var json = JSONWriter()
        json.array { json in
            for finding in findings {
                json.object { json in
                    json.path("path", finding.path)
                    json.field("line", finding.line)
                    json.field("column", finding.column)
                    json.field("kind", finding.kind.rawValue)
                    json.field("message", finding.message)
                    json.field("help", finding.help)
                }
            }
        }
        return json.text
    }
}
