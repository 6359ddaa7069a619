import JSONRPC
import LanguageProtocol
import SourceText
import TestSupport
import Testing

/// What the server announces and offers for the note as a whole.
@Suite(.waits) struct FirstLineTests {
    @Test(
        arguments: [
            ([:], true), (["textDocument": ["diagnostic": [:]]], false),
            (["textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]]], true),
        ] as [(JSONValue, Bool)])
    func `pulling diagnostics is announced unless the client would miss changes`(
        capabilities: JSONValue, expected: Bool
    ) throws {
        let editor = EditorSession(try TemporaryVault(["A.md": "[[None]]\n"]), capabilities: capabilities)
        let provider = editor.announced["diagnosticProvider"]
        #expect((provider?["workspaceDiagnostics"]?.truth == true) == expected)
    }
}
