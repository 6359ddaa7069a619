import JSONRPC
import Searching

/// Converts internal errors to error responses.
enum Faults {
    static func response(to error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        let report = ErrorReport(error)
        return ResponseError(
            report.kind == .unexpected ? .internalError : .requestFailed,
            report.message + (report.help.map { " (\($0))" } ?? ""))
    }
}
