package import SourceText

/// A range in a document (LSP 3.17, Location).
package struct Location: Hashable, Sendable {
    package var uri: DocumentURI
    package var range: PositionRange

    package init(_ uri: DocumentURI, _ range: PositionRange) {
        self.uri = uri
        self.range = range
    }

    package var json: JSONValue { ["uri": uri.json, "range": range.json] }
}

/// The replacement of a range by a text (LSP 3.17, TextEdit).
package struct TextEdit: Hashable, Sendable {
    package var range: PositionRange
    package var text: String

    package init(_ range: PositionRange, _ text: String) {
        self.range = range
        self.text = text
    }

    package var json: JSONValue { ["range": range.json, "newText": .string(text)] }
}

/// A change of several documents, which the client applies (LSP 3.17, WorkspaceEdit).
package struct WorkspaceEdit: Hashable, Sendable {
    package enum EditStep: Hashable, Sendable {
        /// Non-overlapping edits, relative to the original document. The version is given for an open document.
        case edit(DocumentURI, version: Int?, [TextEdit])
        case create(DocumentURI)
        case rename(DocumentURI, DocumentURI)
    }

    package var steps: [EditStep] = []

    package init(_ steps: [EditStep] = []) { self.steps = steps }

    /// Returns the edit in the protocol's form.
    ///
    /// - Parameter hasVersions: whether the client supports `documentChanges`. If not, steps that create or rename
    ///   files are left out.
    package func json(hasVersions: Bool) -> JSONValue {
        if hasVersions { return ["documentChanges": .array(steps.map(\.json))] }
        var members: [JSONValue.Member] = []
        for case .edit(let uri, _, let edits) in steps {
            members.append(JSONValue.Member(name: uri.text, value: .array(edits.map(\.json))))
        }
        return ["changes": .object(members)]
    }
}

extension WorkspaceEdit.EditStep {
    fileprivate var json: JSONValue {
        switch self {
        case .edit(let uri, let version, let edits):
            [
                "textDocument": ["uri": uri.json, "version": version.map { .int($0) } ?? .null],
                "edits": .array(edits.map(\.json)),
            ]
        case .create(let uri): ["kind": "create", "uri": uri.json, "options": ["ignoreIfExists": false]]
        case .rename(let old, let new): ["kind": "rename", "oldUri": old.json, "newUri": new.json]
        }
    }
}
