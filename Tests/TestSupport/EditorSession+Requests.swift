import JSONRPC
package import SourceText

extension EditorSession {
    /// Returns the items of the completion at a byte of an open note.
    package func completions(_ path: String, _ offset: Int) -> [JSONValue] {
        ask("textDocument/completion", at(path, position(path, offset)))["items"]?.list ?? []
    }

    /// Returns the code actions for `length` bytes from the first place of a text in an open note.
    ///
    /// - Parameter kinds: the kinds of actions to ask for, or none for all.
    package func actions(
        _ path: String, at text: String, selecting length: Int = 0, only kinds: [String] = []
    ) -> [JSONValue] {
        let range: JSONValue = [
            "start": position(path, of: text).json, "end": position(path, of: text, plus: length).json,
        ]
        let only: JSONValue = kinds.isEmpty ? .null : .array(kinds.map { .string($0) })
        let context: JSONValue = ["diagnostics": [], "only": only]
        return ask("textDocument/codeAction", of(path, ["range": range, "context": context])).list
    }

    /// Returns the answer to a rename at the first place of a text in an open note.
    package func rename(_ path: String, at text: String, plus: Int = 0, to name: String) -> JSONValue {
        let place = at(path, position(path, of: text, plus: plus), ["newName": .string(name)])
        return answer("textDocument/rename", place)
    }

    /// Returns the parameters of a request or notification about a moved file or folder.
    package func move(_ old: String, to new: String) -> JSONValue {
        ["files": [["oldUri": uri(old).json, "newUri": uri(new).json]]]
    }

    /// Returns the path in the vault that a URI names.
    package func vaultPath(_ uri: JSONValue?) -> String {
        let path = uri?.text.flatMap { DocumentURI($0).path } ?? []
        return String(decoding: path.dropFirst(vault.root.count + 1), as: UTF8.self)
    }
}

extension TemporaryVault {
    /// Returns the text of a file, or an empty text if it does not exist.
    package func text(_ path: String) -> String { String(decoding: read(path) ?? [], as: UTF8.self) }
}
