import JSONRPC
import Searching

/// Converts internal errors to error responses.
enum Faults {
    static func response(to error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        var report = ErrorReport(error)
        report.removeHelp(naming: "--force")
        return ResponseError(
            report.kind == .unexpected ? .internalError : .requestFailed,
            report.message + (report.help.map { " (\($0))" } ?? ""))
    }
}
