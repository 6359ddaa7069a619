/// The codes that the Language Server Protocol adds (LSP 3.17, ErrorCodes).
extension ResponseError.ErrorCode {
    package static let serverNotInitialized = Self(rawValue: -32002)
    /// The request failed. The message gives the reason and is shown to the user.
    package static let requestFailed = Self(rawValue: -32803)
    /// The document has changed since the request, so a result would be useless.
    package static let contentModified = Self(rawValue: -32801)
    package static let requestCancelled = Self(rawValue: -32800)
}
