package import SourceText

/// An error response to a request (JSON-RPC 2.0, Error object).
package struct ResponseError: Error, Hashable, Sendable {
    /// An error code. Each protocol adds its own codes to those of JSON-RPC.
    package struct ErrorCode: RawRepresentable, Hashable, Sendable {
        package var rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let parseError = ErrorCode(rawValue: -32700)
        package static let invalidRequest = ErrorCode(rawValue: -32600)
        package static let methodNotFound = ErrorCode(rawValue: -32601)
        package static let invalidParams = ErrorCode(rawValue: -32602)
        package static let internalError = ErrorCode(rawValue: -32603)
    }

    package var code: ErrorCode
    package var message: String
    /// Further information for the client, or nil.
    package var data: JSONValue?

    package init(_ code: ErrorCode, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    package static func missing(_ name: String) -> ResponseError {
        ResponseError(.invalidParams, "'\(name)' is missing or wrong")
    }

    var json: JSONValue { .object(["code": .int(code.rawValue), "message": .string(message), "data": data]) }
}
