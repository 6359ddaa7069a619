import Notes
import SearchIndex
package import SourceText

/// The open documents of a vault, which replace their files in every answer.
package struct OpenNotes: Sendable {
    package private(set) var notes: [VaultPath: OpenNote] = [:]

    package init(_ notes: [OpenNote] = []) {
        self.notes = Dictionary(notes.map { ($0.path, $0) }) { _, last in last }
    }

    package subscript(path: VaultPath) -> OpenNote? { notes[path] }

    /// The names of the open documents.
    var overlay: NameOverlay { NameOverlay(notes.values.map { $0.currentNames() }) }

    /// Returns the documents whose text the index does not contain, ordered by path.
    func unsaved(_ index: NoteIndex) throws -> [OpenNote] {
        try notes.values.filter { try index.contentHash(of: $0.path) != ContentHash.hash($0.bytes) }
            .sorted { $0.path < $1.path }
    }
}
