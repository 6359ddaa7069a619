import LanguageProtocol
import Searching
import SourceText
import VaultFiles

/// The documents that a client has open.
///
/// A file that is open under several URIs (percent-encoding, `/./`, symbolic links) is several documents, each closed by
/// its own URI. Where one text has to stand for the file, it is the one that changed last.
struct OpenDocuments: Sendable {
    private var documents: [DocumentURI: Document] = [:]
    /// The URIs in the order in which their texts changed.
    private var order: [DocumentURI] = []

    var isEmpty: Bool { documents.isEmpty }
    var uris: [DocumentURI] { order }

    /// The documents, the last changed one last.
    var all: [Document] { order.compactMap { documents[$0] } }

    /// The document with a URI; if no document has it, one of the same file.
    subscript(uri: DocumentURI) -> Document? {
        if let document = documents[uri] { return document }
        guard let path = uri.path.map({ VaultTable.realPath(of: $0) }) else { return nil }
        return all.last { $0.path == path }
    }

    /// The document that stands for a note.
    subscript(path: VaultPath, in vault: Vault) -> Document? {
        all.last { $0.vault?.root == vault.root && $0.note.path == path }
    }

    /// The document that stands for a file.
    func visible(_ file: [UInt8]) -> Document? { all.last { $0.file == file } }

    /// Opens a document, or gives it another text.
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

    /// The same documents in the vaults that contain them now, as these are configured now.
    ///
    /// Complexity: a look-up of the folders above each of their folders.
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
