import SourceText

/// Why a request has no result (LSP 3.17, ResponseMessage).
package struct ResponseError: Error, Hashable, Sendable {
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case internalError = -32603
        case serverNotInitialized = -32002
        /// It could not be done, and the message says why: to be shown to the person.
        case requestFailed = -32803
        /// The text has changed since, so that an answer would be of no use.
        case contentModified = -32801
        case requestCancelled = -32800
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package static func missing(_ name: String) -> ResponseError {
        ResponseError(.invalidParams, "'\(name)' is missing or wrong")
    }

    var json: JSONValue { ["code": .int(code.rawValue), "message": .string(message)] }
}
