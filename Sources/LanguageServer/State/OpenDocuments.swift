import JSONRPC
import Searching
import SourceText
import VaultFiles

/// The documents that are open in the client.
///
/// A file that is open under several URIs (percent-encoding, `/./`, symbolic links) is several documents. Each is
/// closed by its own URI. If one text must represent the file, it is the one that changed last.
struct OpenDocuments: Sendable {
    private var documents: [DocumentURI: Document] = [:]
    /// The URIs, the most recently changed last.
    private var order: [DocumentURI] = []

    var isEmpty: Bool { documents.isEmpty }
    var uris: [DocumentURI] { order }

    /// The documents, the most recently changed last.
    var all: [Document] { order.compactMap { documents[$0] } }

    /// Returns the document with a URI, or else a document of the same file.
    subscript(uri: DocumentURI) -> Document? {
        if let document = documents[uri] { return document }
        guard let path = uri.path.map({ VaultTable.realPath(of: $0) }) else { return nil }
        return all.last { $0.path == path }
    }

    /// Returns the document that represents a note.
    subscript(path: VaultPath, in vault: Vault) -> Document? {
        all.last { $0.vault?.root == vault.root && $0.note.path == path }
    }

    /// Returns the document that represents a file, given by its `Document.file`, or nil if none is open.
    func visible(_ file: [UInt8]) -> Document? { all.last { $0.file == file } }

    /// Opens a document or replaces its text.
    mutating func put(_ document: Document) {
        if order.last != document.uri {
            order.removeAll { $0 == document.uri }
            order.append(document.uri)
        }
        documents[document.uri] = document
    }

    mutating func close(_ uri: DocumentURI) {
        documents[uri] = nil
        order.removeAll { $0 == uri }
    }

    /// Returns the same documents, assigned to the vaults that contain them now, with their current configuration.
    ///
    /// Complexity: one lookup of the parent folders per folder of a document.
    func current(_ vaults: VaultTable) -> OpenDocuments {
        var holders: [[UInt8]: Vault?] = [:]
        var current = self
        current.documents = documents.mapValues { document in
            guard let path = document.path else { return document }
            let folder = Array(path[..<(path.lastIndex(of: Byte.slash) ?? 0)])
            let vault = holders[folder] ?? vaults.vault(holding: path)
            holders[folder] = .some(vault)
            return document.moved(to: vault)
        }
        return current
    }
}
