import SourceText

/// What results of requests have in addition to their content.
enum Envelope {
    /// Returns a result with what the client's revision requires (MCP 2026-07-28, Result Responses).
    static func result(_ content: JSONValue, for client: RequestClient, _ options: AgentOptions) -> JSONValue {
        guard client.isStateless else { return content }
        return .object(
            [JSONValue.Member(name: "resultType", value: "complete")] + content.members + [
                JSONValue.Member(name: "_meta", value: ["io.modelcontextprotocol/serverInfo": info(options)])
            ])
    }

    /// The server's name and version.
    static func info(_ options: AgentOptions) -> JSONValue {
        ["name": "slipbox", "title": "Slipbox", "version": .string(options.version)]
    }

    /// Returns a result with the time for which a client may cache it (MCP 2026-07-28, Caching).
    static func cacheable(_ content: JSONValue, milliseconds: Int) -> JSONValue {
        .object(content.members + JSONValue.object(["ttlMs": .int(milliseconds), "cacheScope": "private"]).members)
    }
}
