package import Searching
package import SourceText

/// The problems that `check` finds, as a JSON array.
package enum FindingJSON {
    package static func text(_ findings: [Finding]) -> String {
        var json = JSONWriter()
        json.array { write(findings, vault: nil, to: &$0) }
        return json.text
    }

    /// Writes findings as elements of an array.
    ///
    /// - Parameter vault: the name of the vault, if there are several.
    package static func write(_ findings: [Finding], vault: String?, to json: inout JSONWriter) {
        for finding in findings {
            json.object { json in
                if let vault { json.field("vault", vault) }
                json.path("path", finding.path)
                json.field("line", finding.line)
                json.field("column", finding.column)
                json.field("kind", finding.kind.rawValue)
                json.field("severity", finding.severity.rawValue)
                json.field("message", finding.message)
                json.field("help", finding.help)
            }
        }
    }
}
