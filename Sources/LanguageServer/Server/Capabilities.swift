import JSONRPC
import SourceText

/// The capabilities that the server announces (LSP 3.17, ServerCapabilities).
enum Capabilities {
    static func json(_ settings: Settings) -> JSONValue {
        let files: JSONValue = [
            "filters": [["scheme": "file", "pattern": ["glob": "**/*"]]]
        ]
        let diagnostics: JSONValue = [
            "identifier": "slip", "interFileDependencies": true, "workspaceDiagnostics": true,
        ]
        return .object([
            "positionEncoding": .string(settings.encoding.rawValue),
            "textDocumentSync": [
                "openClose": true, "change": 2, "willSaveWaitUntil": true, "save": ["includeText": false],
            ],
            "completionProvider": [
                "triggerCharacters": ["[", "(", "<", "#", "^", "/", ":", "@", " ", "-"], "resolveProvider": true,
            ],
            "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
            "documentHighlightProvider": true, "documentSymbolProvider": true,
            "codeActionProvider": [
                "codeActionKinds": [
                    "quickfix", "refactor", "refactor.extract", "refactor.inline", "refactor.rewrite", "source",
                    "source.fixAll",
                ],
                "resolveProvider": true,
            ],
            "codeLensProvider": ["resolveProvider": false],
            "documentLinkProvider": ["resolveProvider": false],
            "renameProvider": ["prepareProvider": true],
            "foldingRangeProvider": true, "selectionRangeProvider": true, "callHierarchyProvider": true,
            "inlayHintProvider": true,
            "semanticTokensProvider": [
                "legend": SemanticTokens.legend, "full": ["delta": true], "range": true,
            ],
            "diagnosticProvider": diagnostics,
            "workspaceSymbolProvider": true,
            "executeCommandProvider": ["commands": .array(ServerCommands.names.map { .string($0) })],
            "workspace": [
                "workspaceFolders": ["supported": true, "changeNotifications": true],
                "fileOperations": [
                    "willCreate": files, "willRename": files, "didRename": files, "didCreate": files,
                    "willDelete": files,
                    "didDelete": files,
                ],
            ],
        ])
    }
}
