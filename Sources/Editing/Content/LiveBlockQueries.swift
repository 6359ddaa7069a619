import Notes
import Searching
import SourceText
import VaultFiles

/// The queries of live blocks, which change with the names in them as saved searches do.
struct LiveBlockQueries {
    /// The notes with live blocks.
    let notes: [VaultPath]
    private let rewrite: (String) throws -> String?

    /// - Parameter rewrite: returns the new text of a query, or nil to keep it.
    init(_ snapshot: VaultSnapshot, _ rewrite: @escaping (String) throws -> String?) throws {
        notes = try snapshot.lists.notesWithLiveBlocks()
        self.rewrite = rewrite
    }

    /// Replaces the queries in a note. A text that would end the comment is not written.
    func edit(_ change: inout NoteChange, rules: NoteRules) throws {
        let bytes = change.after
        let blocks = OpenNote(path: change.path, bytes: bytes, rules: rules).liveBlocks
        change.apply(
            try blocks.compactMap { block in
                guard let new = try rewrite(bytes.text(block.query)), !new.contains("-->"),
                    !new.contains(where: \.isNewline)
                else { return nil }
                return ByteEdit(block.query, new)
            })
    }
}
