import Editing
import JSONRPC
import Searching
import SourceText
import VaultFiles

/// An open document: an immutable text, parsed.
struct Document: Sendable {
    let uri: DocumentURI
    let version: Int
    let text: EditorText
    let note: OpenNote
    /// The vault that contains it as a note, or nil.
    let vault: Vault?
    /// Whether it is the configuration of its vault, or another YAML text, rather than a note.
    let isConfiguration: Bool
    /// The path without symbolic links, or nil if it was never saved.
    let path: [UInt8]?
    /// The key that documents of the same file share.
    var file: [UInt8] { path ?? Array(uri.text.utf8) }
    /// The vault that contains its file, as a note or not.
    private let holder: Vault?

    init(_ uri: DocumentURI, version: Int, text: EditorText, vaults: VaultTable) {
        let path = uri.path.map { VaultTable.realPath(of: $0) }
        self.init(uri, version, text, at: path, in: path.flatMap { vaults.vault(holding: $0) })
    }

    private init(_ uri: DocumentURI, _ version: Int, _ text: EditorText, at path: [UInt8]?, in holder: Vault?) {
        self.uri = uri
        self.version = version
        self.text = text
        self.path = path
        self.holder = holder
        let inside = path.flatMap { holder?.path(ofFull: $0) }
        let isConfiguration = inside == Vault.configurationPath
        let isNote = inside.flatMap { holder?.takesAsNote($0) } ?? false
        let vault = isConfiguration || isNote ? holder : nil
        self.isConfiguration = isConfiguration
        self.vault = vault
        let name = VaultPath(bytes: path ?? Array("untitled.md".utf8)).name
        note = OpenNote(path: vault == nil ? name : inside ?? name, bytes: text.bytes, in: vault)
    }

    func changed(to text: EditorText, version: Int) -> Document {
        Document(uri, version, text, at: path, in: holder)
    }

    /// Returns the same document in the vault that contains its file now, or that has another configuration now.
    func moved(to vault: Vault?) -> Document {
        let isSame =
            holder?.root == vault?.root
            && vault.map { holder?.configuration.isSame(as: $0.configuration) ?? false } ?? true
        return isSame ? self : Document(uri, version, text, at: path, in: vault)
    }
}

extension Document {
    /// Returns an edit of this document for the client. Throws if the edits overlap.
    func edit(_ edits: [ByteEdit], _ settings: Settings) throws -> JSONValue {
        var cursor = PositionCursor(text, settings.encoding)
        let changes = try ByteEdit.checked(edits, in: text.bytes, of: note.path).map { edit in
            TextEdit(cursor.range(of: edit.range), String(decoding: edit.replacement, as: UTF8.self))
        }
        return WorkspaceEdit([.edit(uri, version: version, changes)]).json(hasVersions: settings.takesDocumentChanges)
    }
}
