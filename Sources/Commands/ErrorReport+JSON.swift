import Arguments
import Searching
import SourceText

extension ErrorReport {
    /// Creates the report of an error of a command.
    init(ofCommand error: any Error) {
        if let error = error as? UsageError {
            self.init(.usage, error.description, help: error.help)
        } else {
            self.init(error)
        }
    }

    /// The error as one JSON object on one line.
    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("error")
            json.object { json in
                json.field("kind", kind.rawValue)
                json.field("message", message)
                json.field("help", help)
                json.field("offset", offset.map { Int64($0) })
                json.field("path", path)
                json.field("line", line.map { Int64($0) })
            }
        }
        return json.text
    }
}
