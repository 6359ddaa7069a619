import JSONRPC
import Searching
import SourceText
import System
import VaultFiles

/// The marks of the open documents whose text differs from their files, in vaults whose watchers change notes.
struct UnsavedDocuments {
    /// Nil for a document that cannot be marked.
    private var marks: [DocumentURI: UnsavedMark?] = [:]

    /// Whether a document differs from its file. Nil if no watcher would change the file.
    static func isUnsaved(_ document: Document) -> Bool? {
        guard let vault = document.vault, vault.configuration.refreshesBlocks, !document.isConfiguration,
            let path = document.path
        else { return nil }
        let (text, file) = (document.text.bytes, (try? Files.read(path).bytes) ?? [])
        return !file[file.textStart...].elementsEqual(text[text.textStart...])
    }

    /// Marks a document, or removes its mark.
    mutating func set(_ document: Document, isUnsaved: Bool) {
        if !isUnsaved { return remove(document.uri) }
        guard marks[document.uri] == nil, let vault = document.vault else { return }
        marks[document.uri] = .some(UnsavedMark(document.note.path, in: vault))
    }

    mutating func remove(_ uri: DocumentURI) { marks[uri] = nil }
}
