import JSONRPC
import Rendering
import Searching
import SourceText

/// The result of a tool as the protocol defines it (MCP 2026-07-28, Tool Result).
enum ToolResult {
    /// Runs a tool, and returns its result as structured content and as a shorter text, or the error that the model can
    /// correct.
    static func json(_ tool: Tool, _ call: ToolCall, vaults: [String]) -> JSONValue {
        do {
            guard case .object = call.arguments else { throw ToolError("'arguments' must be an object") }
            try tool.check(call.arguments, vaults: vaults)
            let json = text(try tool.run(call))
            let compact =
                JSONValue(parsing: json).map { CompactText.text($0, detailBytes: tool.detailBytes(call)) }
                ?? json
            return ["content": content(compact), "structuredContent": .raw(json), "isError": false]
        } catch {
            return ["content": content(text(report(error, remarks: call.warnings))), "isError": true]
        }
    }

    /// Returns JSON in which control and format characters from notes are escaped, so that they cannot hide text.
    private static func text(_ value: JSONValue) -> String {
        String(decoding: SafeText.escapedJSON(value.written), as: UTF8.self)
    }

    private static func content(_ text: String) -> JSONValue { [["type": "text", "text": .string(text)]] }

    /// Returns an error in the format of `slip --format json`.
    private static func report(_ error: any Error, remarks: [String]) -> JSONValue {
        var current: JSONValue?
        let report: ErrorReport
        switch error {
        case let error as ToolError:
            report = ErrorReport(.usage, error.message, help: error.help)
            current = error.current
        case let error as UnknownColumn:
            report = ErrorReport(.usage, "there is no field or front matter key '\(error.name)'", help: error.help())
        default:
            var found = ErrorReport(error)
            found.help = found.help.flatMap(AgentHelp.text)
            report = found
        }
        let json = JSONValue(parsing: report.json(remarks: remarks.compactMap(AgentHelp.text)))?.members ?? []
        return .object(json + (current.map { [JSONValue.Member(name: "current", value: $0)] } ?? []))
    }

    /// Returns the response to a request that failed, other than a call of a tool.
    static func protocolError(_ error: any Error) -> ResponseError {
        if let error = error as? ResponseError { return error }
        let report = ErrorReport(error)
        return ResponseError(.internalError, report.message + (report.help.map { " (\($0))" } ?? ""))
    }
}
