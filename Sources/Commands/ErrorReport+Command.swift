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

    /// Prints the error, and sets exit status 2. The command can continue with the rest.
    func show(in context: CommandContext) {
        // The output of an external program may have several lines.
        let lines = help?.split(whereSeparator: \.isNewline).map { SafeText.escaped(String($0)) }
        context.fail(SafeText.escaped(message), help: lines?.joined(separator: "\n  "))
    }
}
