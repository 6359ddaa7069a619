import SourceText

/// An error response to a request (LSP 3.17, ResponseMessage).
package struct ResponseError: Error, Hashable, Sendable {
    package enum ErrorCode: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        case serverNotInitialized = -32002
        /// The request failed. The message gives the reason and is shown to the user.
        case requestFailed = -32803
        /// The document has changed since the request, so a result would be useless.
        case contentModified = -32801
        case requestCancelled = -32800
    }

    package var code: ErrorCode
    package var message: String

    package init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    package static func missing(_ name: String) -> ResponseError {
        ResponseError(.invalidParams, "'\(name)' is missing or wrong")
    }

    var json: JSONValue { ["code": .int(code.rawValue), "message": .string(message)] }
}
