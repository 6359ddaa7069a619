import Arguments
import Searching

extension ErrorReport {
    /// Creates the report of an error of a command.
    init(ofCommand error: any Error) {
        if let error = error as? UsageError {
            self.init(.usage, error.description, help: error.help)
        } else {
            self.init(error)
        }
    }
}
