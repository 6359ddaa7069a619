import JSONRPC
import SourceText

/// A request that the server supports: the function that answers it, and the queue on whose thread that runs.
struct Method: Sendable {
    /// The queue that answers a request.
    enum MethodKind: Sendable {
        /// Needs only the open document.
        case text
        /// The user waits for the result.
        case quick
        /// May take a while.
        case slow
    }

    let name: String
    let kind: MethodKind
    let answer: @Sendable (Request) throws -> JSONValue
    /// Whether it also applies to a configuration file, which is not a note.
    var takesConfiguration = false
    /// Whether a result is useless after the text has changed.
    var isFleeting = false
    /// Whether the client pulls diagnostics with it.
    var isPull = false

    static let all: [String: Method] = Dictionary(
        uniqueKeysWithValues: (text + quick + slow).map { ($0.name, $0) })

    private static let text = [
        Method(name: "textDocument/documentSymbol", kind: .text, answer: DocumentStructure.symbols),
        Method(name: "textDocument/foldingRange", kind: .text, answer: DocumentStructure.folds),
        Method(name: "textDocument/selectionRange", kind: .text, answer: DocumentStructure.selections),
    ]

    private static let quick = [
        Method(
            name: "textDocument/completion", kind: .quick, answer: Completion.list, takesConfiguration: true,
            isFleeting: true),
        Method(name: "completionItem/resolve", kind: .quick, answer: Completion.resolve),
        Method(name: "textDocument/hover", kind: .quick, answer: Hover.card),
        Method(name: "textDocument/definition", kind: .quick, answer: Definition.find),
        Method(name: "textDocument/documentHighlight", kind: .quick, answer: Highlights.list),
        Method(name: "textDocument/documentLink", kind: .quick, answer: DocumentLinks.list),
        Method(name: "textDocument/inlayHint", kind: .quick, answer: DocumentLinks.hints),
        Method(name: "textDocument/semanticTokens/full", kind: .quick, answer: SemanticTokens.full),
        Method(name: "textDocument/semanticTokens/full/delta", kind: .quick, answer: SemanticTokens.delta),
        Method(name: "textDocument/semanticTokens/range", kind: .quick, answer: SemanticTokens.range),
        Method(name: "textDocument/prepareRename", kind: .quick, answer: Rename.prepare),
    ]

    private static let slow = [
        Method(name: "workspace/symbol", kind: .slow, answer: WorkspaceSymbols.list),
        Method(name: "textDocument/references", kind: .slow, answer: References.list),
        Method(name: "textDocument/rename", kind: .slow, answer: Rename.edit),
        Method(name: "textDocument/codeAction", kind: .slow, answer: CodeActions.list),
        Method(name: "codeAction/resolve", kind: .slow, answer: CodeActions.resolve),
        Method(name: "textDocument/codeLens", kind: .slow, answer: CodeLenses.list),
        Method(
            name: "textDocument/diagnostic", kind: .slow, answer: Diagnostics.document,
            takesConfiguration: true, isPull: true),
        Method(name: "workspace/diagnostic", kind: .slow, answer: Diagnostics.workspace, isPull: true),
        Method(name: "textDocument/prepareCallHierarchy", kind: .slow, answer: LinkHierarchy.prepare),
        Method(name: "callHierarchy/incomingCalls", kind: .slow, answer: LinkHierarchy.incoming),
        Method(name: "callHierarchy/outgoingCalls", kind: .slow, answer: LinkHierarchy.outgoing),
        Method(name: "textDocument/willSaveWaitUntil", kind: .slow, answer: SaveEdits.list),
        Method(name: "workspace/willRenameFiles", kind: .slow, answer: FileMoves.willRename),
        Method(name: "workspace/willDeleteFiles", kind: .slow, answer: FileMoves.willDelete),
        Method(name: "workspace/willCreateFiles", kind: .slow, answer: FileMoves.willCreate),
        Method(name: "workspace/executeCommand", kind: .slow, answer: ServerCommands.execute),
    ]
}
