import JSONRPC
import SourceText

/// The revisions of the Model Context Protocol that the server speaks.
enum Revision {
    /// The revision without a handshake: each request has its version (MCP 2026-07-28, Versioning and Compatibility).
    static let stateless = "2026-07-28"
    /// The revisions with a handshake, newest first.
    static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The only one with batches (MCP 2025-03-26, Batching).
    static let withBatches = "2025-03-26"

    static let all = [stateless] + withHandshake
}

extension ResponseError.ErrorCode {
    /// MCP 2026-07-28, UnsupportedProtocolVersionError.
    static let unsupportedVersion = Self(rawValue: -32022)
    /// The resource does not exist, in revisions with a handshake (MCP 2025-11-25, Resources). Later ones use
    /// `invalidParams`.
    static let resourceNotFound = Self(rawValue: -32002)
}

/// The client of a request, as the request or the handshake names it.
struct RequestClient: Sendable {
    /// The revision of the request.
    var version: String
    /// The name of the client, for the records of its changes. A client can claim any name.
    var name: String

    var isStateless: Bool { version == Revision.stateless }

    /// Reads the client from the `_meta` of a request. Returns nil if it has no version, as with a handshake.
    ///
    /// - Throws: `ResponseError` if the server does not support the version, or if another field is missing.
    init?(_ params: JSONValue) throws(ResponseError) {
        let prefix = "io.modelcontextprotocol/"
        guard let meta = params["_meta"], let version = meta["\(prefix)protocolVersion"] else { return nil }
        guard version.text == Revision.stateless else {
            let needsHandshake = Revision.withHandshake.contains(version.text ?? "")
            throw ResponseError(
                .unsupportedVersion,
                needsHandshake
                    ? "revision \(version.plainText) requires the handshake 'initialize'"
                    : "unsupported protocol version",
                data: ["supported": .array(Revision.all.map { .string($0) }), "requested": version])
        }
        guard case .object = meta["\(prefix)clientCapabilities"] else {
            throw ResponseError(.invalidParams, "'_meta' lacks an object '\(prefix)clientCapabilities'")
        }
        self.init(version: Revision.stateless, info: meta["\(prefix)clientInfo"])
    }

    /// - Parameter info: the client's `Implementation`.
    init(version: String, info: JSONValue?) {
        self.version = version
        let name = SafeText.escaped(String((info?["name"]?.text ?? "").prefix(100)))
        self.name = name.allSatisfy(\.isWhitespace) ? "mcp" : name
    }
}
