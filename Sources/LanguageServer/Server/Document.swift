import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// An open document: an immutable text with what is known of it.
struct Document: Sendable {
    let uri: DocumentURI
    let version: Int
    let text: DocumentText
    let note: OpenNote
    /// The vault that it is a note of; nil for a text that lies in none.
    let vault: Vault?
    /// Whether it is the configuration of its vault, or another YAML text: no note.
    let isConfiguration: Bool
    private let path: [UInt8]?

    /// The same document in the vault that it lies in now, as that is configured now.
    func current(_ vaults: VaultTable) -> Document {
        let found = path.flatMap { vaults.vault(holding: vaults.realPath(of: $0)) }
        if let vault, let found, vault.root == found.root, vault.configuration.isSame(as: found.configuration) {
            return self
        }
        if vault == nil, found == nil { return self }
        return Document(uri, version: version, text: text, vaults: vaults)
    }

    init(_ uri: DocumentURI, version: Int, text: DocumentText, vaults: VaultTable) {
        self.uri = uri
        self.version = version
        self.text = text
        path = uri.path
        let path = uri.path.map { vaults.realPath(of: $0) }
        let found = path.flatMap { vaults.vault(holding: $0) }
        let inside = path.flatMap { found?.path(ofFull: $0) }
        let isConfiguration = inside == Vault.configurationPath
        let isNote = inside.flatMap { found?.takesAsNote($0) } ?? false
        let vault = isConfiguration || isNote ? found : nil
        self.isConfiguration = isConfiguration
        self.vault = vault
        let name = VaultPath(bytes: path ?? Array("untitled.md".utf8)).name
        note = OpenNote(
            path: vault == nil ? name : inside ?? name, bytes: text.bytes, in: vault)
    }
}

extension Vault {
    /// Whether a file at a path is a note by its name and place.
    func takesAsNote(_ path: VaultPath) -> Bool {
        configuration.extensions.contains(path.pathExtension)
            && !IgnoreRules(configuration.ignore).passesOver(path)
    }
}

extension Configuration {
    func isSame(as other: Configuration) -> Bool {
        signature == other.signature && searches == other.searches && sort == other.sort && limit == other.limit
            && touchesModified == other.touchesModified && attachmentExtensions == other.attachmentExtensions
            && keywords.map(\.name) == other.keywords.map(\.name) && diagnostics == other.diagnostics
    }
}
