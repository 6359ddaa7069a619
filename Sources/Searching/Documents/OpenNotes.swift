import Indexing
import Notes
import SearchIndex
package import SourceText
import VaultFiles

/// The open documents of a vault, which replace their files in every answer.
package struct OpenNotes: Sendable {
    package private(set) var notes: [VaultPath: OpenNote] = [:]

    package init(_ notes: [OpenNote] = []) {
        self.notes = Dictionary(notes.map { ($0.path, $0) }) { _, last in last }
    }

    package subscript(path: VaultPath) -> OpenNote? { notes[path] }

    package var isEmpty: Bool { notes.isEmpty }

    /// The names of the open documents.
    var overlay: NameOverlay { NameOverlay(notes.values.map { $0.currentNames() }) }
}

extension VaultSession {
    /// Runs `body` as if the open documents were on disk: the index contains their text until `body` returns.
    ///
    /// - Parameter plans: whether `body` plans a change, which also requires that no other process writes meanwhile.
    ///
    /// Complexity: that of indexing the open documents whose text differs from the index.
    package func supposingOpenNotes<Value>(plans: Bool = false, _ body: () throws -> Value) throws -> Value {
        keptTexts = KeptTexts()
        defer { keptTexts = nil }
        let unsaved = try openNotes.notes.values.filter { try !isIndexed($0) }.sorted { $0.path < $1.path }
        if unsaved.isEmpty, !plans { return try withSnapshot(body) }
        let rows = unsaved.map { open in
            let file = IndexedFile(
                path: open.path, fingerprint: .unknown, hash: ContentHash.hash(open.bytes),
                size: Int64(open.bytes.count), modified: now.microseconds * 1000, born: nil)
            return NoteRows(open.note, open.bytes, file: file, rules: rules)
        }
        return try keeper.retrying {
            try adoptConnection()
            let overlay = index.overlay
            index.overlay = NameOverlay()
            defer { index.overlay = overlay }
            return try index.supposing(
                rows, calendar: calendar, extensions: vault.configuration.fileExtensions, body)
        }
    }

    /// Whether the index contains exactly this text.
    private func isIndexed(_ open: OpenNote) throws -> Bool {
        try index.contentHash(of: open.path) == ContentHash.hash(open.bytes)
    }

    /// Returns the open document at a path, else the file on disk. Nil if the file cannot be read.
    package func document(_ path: VaultPath) -> OpenNote? {
        if let open = openNotes[path] { return open }
        guard let bytes = try? bytes(path) else { return nil }
        return OpenNote(path: path, bytes: bytes, rules: rules)
    }
}
