import JSONRPC
import SourceText

typealias Property = JSONSchema.Property

/// A tool of the server, as clients see it, and the function that runs it.
struct Tool: Sendable {
    var name: String
    /// The description for the model.
    var summary: String
    var input: [Property]
    var output: [Property]
    /// Whether it can change notes. Such a tool exists only if the user allows writes.
    var changesNotes = false
    /// Whether its changes can become proposals.
    var canPropose = false
    /// Whether it is listed only if the user wants all tools. It can always be called. Each description that is listed
    /// takes a part of the model's context in every conversation.
    var isExtra = false
    var isIdempotent = true
    /// What a call without the name of a vault uses if there are several.
    var defaultVault = DefaultVault.first
    /// Returns the maximum bytes of the details in a list of the text (`CompactText`).
    var detailBytes: @Sendable (ToolCall) -> Int = { _ in .max }
    /// Returns the result. An error that the model can correct is thrown, and becomes the result of the call.
    var run: @Sendable (ToolCall) throws -> JSONValue

    enum DefaultVault: String, Sendable {
        case first
        case all
        /// The only vault that has the note.
        case ofNote = "the one that has the note"
    }

    static let all = [
        SearchTool.tool, ReadTool.tool, ContextTool.tool, ListTool.tool, EditTool.tool, CheckTool.tool, UndoTool.tool,
    ]

    /// Returns the tools that the user allows, always in the same order.
    static func available(_ options: AgentOptions) -> [Tool] {
        all.filter { tool in
            !tool.changesNotes || options.permission != .none || tool.canPropose && options.proposals != .none
        }
    }

    /// Returns the tool as in the result of `tools/list` (MCP 2026-07-28, Tool).
    ///
    /// - Parameter vaults: the names of several vaults, of which each tool can take one.
    func json(vaults: [String]) -> JSONValue {
        [
            "name": .string(name), "description": .string(summary),
            "inputSchema": JSONSchema.object(properties(vaults: vaults)).json,
            "outputSchema": JSONSchema.openObject(output).json,
            "annotations": [
                "readOnlyHint": .bool(!changesNotes), "destructiveHint": .bool(changesNotes),
                "idempotentHint": .bool(isIdempotent),
            ],
        ]
    }

    private func properties(vaults: [String]) -> [Property] {
        if vaults.isEmpty { return input }
        let usual = defaultVault == .first ? vaults[0] : defaultVault.rawValue
        return input + [Property("vault", .choice(vaults), "default: \(usual)")]
    }

    /// Throws `ToolError` unless the arguments conform to the schema.
    func check(_ arguments: JSONValue, vaults: [String]) throws(ToolError) {
        if let fault = JSONSchema.object(properties(vaults: vaults)).fault(arguments, "") {
            throw ToolError(
                fault, help: "arguments of \(name): \(properties(vaults: vaults).map(\.name).joined(separator: ", "))")
        }
    }
}
